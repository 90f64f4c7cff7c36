/** Names that lead to a position in the document: a linked list that grows by one name per level, so that a walk builds no strings. */
export interface DocumentPath {
  parent: DocumentPath | null;
  name: string | number;
}

/** The position of a member. Null is the document itself. */
export function inside(place: DocumentPath | null, ...names: readonly (string | number)[]): DocumentPath | null {
  let inner = place;
  for (const name of names) inner = { parent: inner, name };
  return inner;
}

/** The pointer of a position (RFC 6901, as a URI fragment). */
export function toPointer(path: readonly (string | number)[] | DocumentPath | null): string {
  if (path === null) return '#';
  if ('parent' in path) return `${toPointer(path.parent)}/${escapeName(path.name)}`;
  return ['#', ...path.map(escapeName)].join('/');
}

export function escapeName(name: string | number): string {
  const text = String(name);
  return /[~/%]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25') : text;
}
