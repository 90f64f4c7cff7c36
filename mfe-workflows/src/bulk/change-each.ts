import { getErrorMessage } from '@portage/contracts';
import { inParallel } from '@portage/primitives/in-parallel';

/** Quick for a page of rows, and no burst for the API. */
const AT_ONCE = 4;

export interface ChangedRows<Row> {
  changed: Row[];
  failures: { row: Row; message: string }[];
}

/** Changes rows one by one. A failure doesn't hold up the others. */
export async function changeEach<Row>(rows: readonly Row[], change: (row: Row) => Promise<unknown>): Promise<ChangedRows<Row>> {
  const ends = await inParallel(rows, AT_ONCE, async (row) => {
    try {
      await change(row);
      return { row, message: null };
    } catch (error) {
      return { row, message: getErrorMessage(error) };
    }
  });
  return {
    changed: ends.filter(({ message }) => message === null).map(({ row }) => row),
    failures: ends.flatMap(({ row, message }) => (message === null ? [] : [{ row, message }])),
  };
}
