/** The parts of a path around a step. */
export function aroundOf(path: string): string[] {
  const parts = path.split('/');
  parts.pop();
  return parts;
}

/** The turn of a loop that a part of a path stands for (`each[3]`); null for a group of a branch. */
export function turnOf(part: string): { loop: string; index: number } | null {
  if (!part.endsWith(']')) return null;
  const at = part.lastIndexOf('[');
  const digits = part.slice(at + 1, -1);
  return at > 0 && /^\d+$/.test(digits) ? { loop: part.slice(0, at), index: Number(digits) } : null;
}

/** The place of the workflow that a path is one time of: the numbers of turns and of fetched pages left out. */
export function placeOf(path: string): string {
  const place = path.includes('[') ? path.replaceAll(/\[\d+\](?=\/)/g, '[]') : path;
  return place.includes('%page') ? place.replace(/%page\d+$/, '%page') : place;
}
