import { toPointer } from '../openapi/place.ts';
import type { DocumentProblem } from './document-problem.ts';
import { lineAt } from './line-at.ts';
import { scanJson } from './scan-json.ts';

/** The first name that occurs twice in an object of the JSON: JSON.parse drops its first value. Null if there is none. */
export function doubledName(text: string): DocumentProblem | null {
  let found: { offset: number; path: (string | number)[] } | null = null;
  /** Names of the open objects, by depth. */
  const open: Set<string | number>[] = [];
  scanJson(text, (depth, offset, pathOf) => {
    if (found) return;
    const path = pathOf();
    const name = path.at(-1) ?? '';
    open.length = Math.min(open.length, depth + 1);
    open[depth] ??= new Set();
    if (typeof name === 'string' && open[depth].has(name)) found = { offset, path };
    open[depth].add(name);
  });
  if (!found) return null;
  const { offset, path } = found as { offset: number; path: (string | number)[] };
  const message = `The name "${path.at(-1)}" appears twice in the same object. The last one counts, and the content of the others is left out.`;
  return { severity: 'warning', code: 'name-doubled', message, pointer: toPointer(path), line: lineAt(text, offset) };
}
