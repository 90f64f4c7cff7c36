import { dirname, join } from 'node:path';

/** Imports and exports of other files, types included; dynamic imports aren't among them. */
const IMPORT = /^(?:import|export)\b(?:[^;'"]*\sfrom)?\s*'(\.[^']+)'/gm;

/** Imports between files, by path. */
export function importGraph(files: readonly { file: string; text: string }[]): Map<string, string[]> {
  return new Map(
    files.map(({ file, text }) => [file, [...text.matchAll(IMPORT)].map(([, specifier = '']) => join(dirname(file), specifier))]),
  );
}

/** Groups of files that import each other, directly or indirectly, largest first. */
export function importCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const own = order.size;
    order.set(file, own);
    let low = own;
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? own);
    }
    if (low === own) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) circles.push(group);
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.toSorted((left, right) => right.length - left.length);
}
