import { useId } from 'react';
import styled from 'styled-components';
import { color, font, radius, size, space } from '../theme/tokens.ts';
import type { TableColumn } from './table-column.ts';
import { parseSort, sortText, type TableSort } from './table-sort.ts';

const Line = styled.div`
  display: none;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(2)} ${space(4)};
  border-bottom: ${size.hairline} solid ${color.line};
  color: ${color.muted};
  font-size: ${font.size.small};
  @container (max-width: ${size.cards}) {
    display: flex;
  }
  select {
    min-height: ${size.control};
    min-width: 0;
    padding: 0 ${space(2)};
    border: ${size.hairline} solid ${color.lineStrong};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
  }
`;

interface SortFieldProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  ownSort: TableSort | undefined;
  onSortChange: (sort: TableSort | undefined) => void;
}

/** Replaces the headers where rows are cards. */
export function SortField<Row>({ columns, sort, ownSort, onSortChange }: SortFieldProps<Row>) {
  const id = useId();
  const options = columns
    .filter((column) => column.isSortable)
    .flatMap(({ id: columnId, header }) => {
      const name = typeof header === 'string' ? header : columnId;
      return [
        { value: columnId, label: `${name}, ascending` },
        { value: `-${columnId}`, label: `${name}, descending` },
      ];
    });
  const own = ownSort ? sortText(ownSort) : '';
  return (
    <Line>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={sort ? sortText(sort) : own}
        onChange={({ target }) => onSortChange(target.value === own ? undefined : parseSort(target.value))}
      >
        {own === '' ? <option value="">Default order</option> : null}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Line>
  );
}
