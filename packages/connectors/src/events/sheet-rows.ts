/** A row of a sheet, as a run receives it. */
export interface SheetRow {
  /** 1 is the sheet's first row. */
  row: number;
  /** By the column's header, otherwise by its letter. */
  values: Record<string, unknown>;
  cells: unknown[];
}

/**
 * Consecutive rows of a sheet, without empty ones and without the header.
 *
 * @param headers the content of the first row; undefined: the sheet has no header
 * @param firstRow the number of the first of the rows
 */
export function sheetRows(rows: readonly unknown[], headers: unknown, firstRow: number): SheetRow[] {
  const names = Array.isArray(headers) ? headers : [];
  return rows.flatMap((written, index) => {
    const row = firstRow + index;
    const cells: unknown[] = Array.isArray(written) ? written : [];
    if ((row === 1 && headers !== undefined) || cells.every(isEmpty)) return [];
    return [{ row, values: Object.fromEntries(cells.map((cell, column) => [getColumnName(names, column), cell])), cells }];
  });
}

function isEmpty(cell: unknown): boolean {
  return cell === '' || cell === null || cell === undefined;
}

/** A repeated column name gets the column's letter appended. */
function getColumnName(headers: readonly unknown[], column: number): string {
  const name = String(headers[column] ?? '').trim();
  if (name === '') return toColumnLetters(column);
  const isFirst = headers.findIndex((other) => String(other ?? '').trim() === name) === column;
  return isFirst ? name : `${name} ${toColumnLetters(column)}`;
}

/** A, B, … Z, AA: the column names in sheets. */
function toColumnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : toColumnLetters(Math.floor(column / 26) - 1) + letter;
}
