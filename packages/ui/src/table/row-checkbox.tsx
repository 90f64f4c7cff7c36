import { type ReactNode, useRef } from 'react';
import styled from 'styled-components';
import { Checkbox } from '../field/checkbox.tsx';
import { size, space } from '../theme/tokens.ts';
import type { RowSelection } from './use-row-selection.ts';

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(2)};
  min-width: 0;
  > :last-child {
    min-width: 0;
  }
`;
/** As wide with and without a checkbox, so that names are aligned; if no row has one, they align with the header. */
const Slot = styled.span`
  flex: none;
  width: ${size.icon};
  user-select: none;
  tbody:not(:has([data-row-slot] input)) & {
    display: none;
  }
  label {
    margin: -${space(2)};
    padding: ${space(2)};
  }
`;

interface RowCheckboxProps<Row> {
  row: Row;
  selection: RowSelection<Row>;
  /** The row's main cell. */
  children: ReactNode;
}

/** The main cell of a row that can be selected. Shift selects all rows since the last one, by click and by Space. */
export function RowCheckbox<Row>({ row, selection, children }: RowCheckboxProps<Row>) {
  const isRange = useRef(false);
  const noteShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  return (
    <Line>
      <Slot data-row-slot onPointerDownCapture={noteShift} onKeyDownCapture={noteShift}>
        {selection.selectable.includes(row) ? (
          <Checkbox
            aria-label={`Select ${selection.rowName(row)}`}
            value={selection.isSelected(row)}
            onChange={(isSelected) => selection.change(row, isSelected, isRange.current)}
          />
        ) : null}
      </Slot>
      <div>{children}</div>
    </Line>
  );
}
