/** Members of a path: names, and indexes in lists. */
export type PathSegment = string | number;

/** In a response path: through all entries of a list. */
export const EACH = '[]';

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
/** One part of a path, in either notation: `.name`, `[0]`, `["any name"]`, `['any name']`, `[]`. */
const PART = /\[\s*(?:(\d{1,9})|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?\s*\]|(\.?)([^.[\]]+)/gu;

/** A path as mappings store it (spec STEP-17): `body.lines[0].price`, quoted where a name needs it: `query["created[gte]"]`. */
export function formatPath(segments: readonly PathSegment[]): string {
  return segments.map((segment, index) => formatSegment(segment, index === 0)).join('');
}

function formatSegment(segment: PathSegment, isFirst: boolean): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (!PLAIN.test(segment)) return `[${JSON.stringify(segment)}]`;
  return isFirst ? segment : `.${segment}`;
}

/** The members of a path, with names in brackets in either quotes; null if the text isn't a path. */
export function parsePath(path: string): PathSegment[] | null {
  const segments: PathSegment[] = [];
  let end = 0;
  for (const found of path.matchAll(PART)) {
    const [whole, place, quoted, dot, name] = found;
    if (found.index !== end) return null;
    const isFirst = end === 0;
    end += whole.length;
    if (name !== undefined) {
      if (!PLAIN.test(name) || (dot === '') !== isFirst) return null;
      segments.push(name);
      continue;
    }
    const segment = place === undefined ? unquote(quoted) : Number(place);
    if (segment === null) return null;
    segments.push(segment);
  }
  return end === path.length && segments.length > 0 ? segments : null;
}

/** The same paths recur with every record of a list. */
const cachedPaths = new Map<string, readonly string[]>();
const MOST_KNOWN_PATHS = 2_000;

/** Names and indexes of a response path; `[]` is `EACH`. Unquoted names have no dots or brackets; unreadable parts are left out. */
export function readPath(path: string): readonly string[] {
  const known = cachedPaths.get(path);
  if (known) return known;
  const read = [...path.matchAll(PART)].map(([, place, quoted, , name]) => name ?? place ?? unquote(quoted) ?? EACH);
  if (cachedPaths.size >= MOST_KNOWN_PATHS) cachedPaths.clear();
  cachedPaths.set(path, read);
  return read;
}

function unquote(quoted: string | undefined): string | null {
  if (quoted === undefined) return null;
  const inner = quoted.slice(1, -1);
  const json = quoted.startsWith("'") ? inner.replaceAll(/\\.|"/g, (part) => (part === '"' ? '\\"' : part === "\\'" ? "'" : part)) : inner;
  try {
    const text: unknown = JSON.parse(`"${json}"`);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** A path as `formatPath` writes it: `path["item-id"]` is `path.item-id`. Any other text is returned unchanged. */
export function canonicalPath(path: string): string {
  const segments = path.includes('[') ? parsePath(path) : null;
  return segments ? formatPath(segments) : path;
}

/** Whether a path equals another one or is inside it, however the two are written. */
export function isWithin(writtenPath: string, writtenAncestor: string): boolean {
  const path = canonicalPath(writtenPath);
  const ancestor = canonicalPath(writtenAncestor);
  return path === ancestor || (path.startsWith(ancestor) && (path[ancestor.length] === '.' || path[ancestor.length] === '['));
}
