/** Rows of a text as shown on the screen: ranges of it, each with its line number. */
export interface TextRows {
  starts: number[];
  ends: number[];
  /** Starts at 1; a wrapped line has several rows. */
  lines: number[];
}

/** Rows are cut here even without wrapping: no browser draws a line of five million letters. */
export const LONGEST_ROW = 5_000;

/** @param columns letters per row; lines are broken there. */
export function textRows(text: string, columns: number): TextRows {
  const width = Math.max(1, Math.min(columns, LONGEST_ROW));
  const rows: TextRows = { starts: [], ends: [], lines: [] };
  let line = 1;
  for (let start = 0; start <= text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    let at = start;
    do {
      const to = Math.min(end, at + width);
      rows.starts.push(at);
      rows.ends.push(to);
      rows.lines.push(line);
      at = to;
    } while (at < end);
    start = end + 1;
  }
  return rows;
}

export function rowAt({ starts }: TextRows, place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a text contains another, ignoring case; at most `most` positions. */
export function findPositions(text: string, wanted: string, most: number): number[] {
  const places: number[] = [];
  const all = text.toLowerCase();
  const needle = wanted.toLowerCase();
  for (let at = all.indexOf(needle); at >= 0 && places.length < most; at = all.indexOf(needle, at + needle.length)) places.push(at);
  return places;
}

export function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
