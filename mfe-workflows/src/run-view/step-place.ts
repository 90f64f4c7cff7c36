/** One loop or branch around a step. */
export interface Surrounding {
  name: string;
  /** Of a loop, counted from one as people count. */
  item?: number;
  /** Of a branch: the name of the group that was taken. */
  group?: string;
}

export interface StepPlace {
  /** From the outermost inwards. */
  around: Surrounding[];
  depth: number;
  /** "each line, item 2 of 4 › large? Yes"; empty on the outermost level. */
  words: string;
}

/** The number of items of each loop around a step, outermost first, as the step's data has them. */
export type LoopCounts = readonly { count: number | null }[];

/**
 * Reads where a step ran from its path, such as `each line[1]/large%3F.Yes/tell` (spec ENG-07).
 *
 * @param path parts between slashes; a slash or a percent sign of a name is escaped in it.
 */
export function placeOfPath(path: string, loops: LoopCounts = []): StepPlace {
  const around = path.split('/').slice(0, -1).map(surroundingOf);
  const counts = loops.values();
  const places = around.map((one) => wordsOf(one, one.item === undefined ? null : (counts.next().value?.count ?? null)));
  // What a loop did for its turns has a record at no step's place.
  if (path.endsWith('%result')) places.push('collected');
  else if (path.endsWith('%results')) places.push('results');
  return { around, depth: around.length, words: places.join(' › ') };
}

function wordsOf({ name, item, group }: Surrounding, count: number | null): string {
  if (item !== undefined) return `${name}, item ${item}${count === null ? '' : ` of ${count}`}`;
  return group === undefined ? name : `${name} ${group}`;
}

function surroundingOf(part: string): Surrounding {
  const loop = /^(.*)\[(\d+)\]$/s.exec(part);
  if (loop) return { name: readable(loop[1] ?? ''), item: Number(loop[2]) + 1 };
  const dot = part.lastIndexOf('.');
  if (dot > 0) return { name: readable(part.slice(0, dot)), group: readable(part.slice(dot + 1)) };
  return { name: readable(part) };
}

function readable(name: string): string {
  return name.replaceAll('%2F', '/').replaceAll('%25', '%');
}
