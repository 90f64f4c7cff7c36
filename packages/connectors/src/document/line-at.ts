/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export function linesAt(text: string, offsets: Iterable<number>): Map<number, number> {
  const lines = new Map<number, number>();
  let [line, next] = [1, text.indexOf('\n')];
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    lines.set(offset, line);
  }
  return lines;
}
