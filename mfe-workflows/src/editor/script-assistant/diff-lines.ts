export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** If the table would have more cells, the middle is shown as removed and added. */
const MOST_CELLS = 4_000_000;

/** The changes line by line, by the longest common subsequence of the parts between equal starts and ends. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }));
  return [
    ...same(left.slice(0, start)),
    ...diffMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...same(left.slice(left.length - end)),
  ];
}

function diffMiddle(left: readonly string[], right: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text });
  const added = (text: string): DiffLine => ({ kind: 'added', text });
  if (left.length * right.length > MOST_CELLS) return [...left.map(removed), ...right.map(added)];
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const isSame = left[row] === right[column];
      lengths[row * width + column] = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const [old, next] = [left[row], right[column]];
    if (old !== undefined && old === next) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (next === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(removed(old));
      row += 1;
    } else {
      lines.push(added(next ?? ''));
      column += 1;
    }
  }
  return lines;
}
