import { Banner, PlainList, type RowSelection } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { type ChangedRows, changeEach } from './change-each.ts';

const MOST_FAILURES = 5;
const Line = styled.div`
  order: 1;
  flex: 1 1 100%;
`;

export interface BulkChange<Row> {
  rows: readonly Row[];
  change: (row: Row) => Promise<unknown>;
  /** "2 workflows weren’t activated". */
  failedTitle: (count: number) => string;
}

/**
 * Changes the selected rows. The rows that failed stay selected, so that they can be tried again, and are named.
 *
 * @returns a function that resolves with the rows it changed, and the failures to render below the buttons
 */
export function useBulkChange<Row extends { id: string }>(
  selection: RowSelection<Row>,
): [(work: BulkChange<Row>) => Promise<Row[]>, ReactNode] {
  const [last, setLast] = useState<{ title: string; failures: ChangedRows<Row>['failures'] } | null>(null);

  async function changeAll({ rows, change, failedTitle }: BulkChange<Row>): Promise<Row[]> {
    setLast(null);
    const { changed, failures } = await changeEach(rows, change);
    selection.set(changed, false);
    if (failures.length > 0) setLast({ title: failedTitle(failures.length), failures });
    return changed;
  }

  const shown = last?.failures.slice(0, MOST_FAILURES) ?? [];
  const rest = (last?.failures.length ?? 0) - shown.length;
  const problems = last ? (
    <Line>
      <Banner tone="danger" title={last.title}>
        <PlainList>
          {shown.map(({ row, message }) => (
            <li key={row.id}>
              “{selection.rowName(row)}”: {message}
            </li>
          ))}
          {rest > 0 ? <li>And {rest} more.</li> : null}
        </PlainList>
      </Banner>
    </Line>
  ) : null;
  return [changeAll, problems];
}
