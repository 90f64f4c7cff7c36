/** Names that lead from the document to one of its places. A list that grows by one a level, so that a walk makes no texts. */
export interface Place {
  parent: Place | null;
  name: string | number;
}

/** The place of a member; null is the document itself. */
export function inside(place: Place | null, ...names: readonly (string | number)[]): Place | null {
  return names.reduce<Place | null>((parent, name) => ({ parent, name }), place);
}

/** The pointer of a place (RFC 6901, in a URI fragment's spelling). */
export function pointerOf(path: readonly (string | number)[] | Place | null): string {
  if (path === null) return '#';
  if ('parent' in path) return `${pointerOf(path.parent)}/${escapeName(path.name)}`;
  return ['#', ...path.map(escapeName)].join('/');
}

export function escapeName(name: string | number): string {
  const text = String(name);
  return /[~/%]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25') : text;
}
