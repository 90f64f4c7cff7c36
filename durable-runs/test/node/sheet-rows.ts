/** Rows of one sheet, the first with the column names; cells as they were written. */
export type SheetRows = unknown[][];

/**
 * Google's `values` calls as far as a sync of rows uses them: reading column A, and appending below the last row.
 *
 * @param range with its method: `'Orders'!A:A:append`
 * @returns null for other calls
 */
export function handleSheetCall(
  rows: SheetRows,
  method: string,
  range: string,
  query: URLSearchParams,
  body: { values?: unknown[][] },
): object | null {
  if (query.get('valueRenderOption') === 'UNFORMATTED_VALUE' && method === 'GET' && range === "'Orders'!A:A") {
    return { range, majorDimension: 'ROWS', values: rows.map(([key]) => (key === undefined || key === '' ? [] : [key])) };
  }
  if (method !== 'POST' || range !== "'Orders'!A:A:append" || query.get('valueInputOption') !== 'RAW') return null;
  // An omitted cell stays empty.
  const written = (body.values ?? []).map((row) => row.map((cell) => cell ?? ''));
  rows.push(...written);
  const updatedRange = `Orders!A${rows.length}`;
  return { updates: { updatedRange, updatedRows: written.length, updatedData: { range: updatedRange, values: written } } };
}
