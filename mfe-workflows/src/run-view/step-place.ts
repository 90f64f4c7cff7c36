export interface Surrounding {
  name: string;
  /** Which item of the loop, from 1. */
  item?: number;
  /** The one that was taken. */
  group?: string;
}

export interface StepLocation {
  /** From the outermost to the innermost. */
  around: Surrounding[];
  depth: number;
  /** "each line, item 2 of 4 › large? Yes"; empty on the outermost level. */
  words: string;
}

/** The number of items of each loop around a step, outermost first, as recorded with the step. */
export type LoopCounts = readonly { count: number | null }[];

/**
 * Reads where a step ran from its path, such as `each line[1]/large%3F.Yes/tell` (spec ENG-07).
 *
 * @param path parts separated by slashes; slashes and percent signs in names are escaped
 */
export function parseStepPath(path: string, loops: LoopCounts = []): StepLocation {
  const around = path.split('/').slice(0, -1).map(parseSurrounding);
  const counts = loops.values();
  const places = around.map((one) => describeSurrounding(one, one.item === undefined ? null : (counts.next().value?.count ?? null)));
  // What a loop does for its iterations is recorded under a path that belongs to no step.
  if (path.endsWith('%result')) places.push('collected');
  else if (path.endsWith('%results')) places.push('results');
  return { around, depth: around.length, words: places.join(' › ') };
}

function describeSurrounding({ name, item, group }: Surrounding, count: number | null): string {
  if (item !== undefined) return `${name}, item ${item}${count === null ? '' : ` of ${count}`}`;
  return group === undefined ? name : `${name} ${group}`;
}

function parseSurrounding(part: string): Surrounding {
  const loop = /^(.*)\[(\d+)\]$/s.exec(part);
  if (loop) return { name: readable(loop[1] ?? ''), item: Number(loop[2]) + 1 };
  const dot = part.lastIndexOf('.');
  if (dot > 0) return { name: readable(part.slice(0, dot)), group: readable(part.slice(dot + 1)) };
  return { name: readable(part) };
}

function readable(name: string): string {
  return name.replaceAll('%2F', '/').replaceAll('%25', '%');
}
