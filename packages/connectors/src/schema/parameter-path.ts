/** Members of a path: names, and places in lists. */
export type PathSegment = string | number;

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/**
 * A path as mappings keep it (spec STEP-17): `body.lines[0].price`. A name with a character that paths use themselves is
 * quoted: `query["created[gte]"]`.
 */
export function formatPath(segments: readonly PathSegment[]): string {
  return segments.map((segment, index) => formatSegment(segment, index === 0)).join('');
}

function formatSegment(segment: PathSegment, isFirst: boolean): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (!PLAIN.test(segment)) return `[${JSON.stringify(segment)}]`;
  return isFirst ? segment : `.${segment}`;
}

/** The members of a path, with names in brackets quoted either way; null if the text is not one. */
export function parsePath(path: string): PathSegment[] | null {
  const segments: PathSegment[] = [];
  const pattern = /\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\[\s*(?:(\d{1,9})|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))\s*\]/uy;
  while (pattern.lastIndex < path.length) {
    const isFirst = pattern.lastIndex === 0;
    if (isFirst && path.startsWith('.')) return null;
    const found = pattern.exec(path);
    if (!found) return null;
    const [whole, name, index, quoted] = found;
    if (name !== undefined && !isFirst && !whole.startsWith('.')) return null;
    const segment = name ?? (index === undefined ? unquote(quoted ?? '') : Number(index));
    if (segment === null) return null;
    segments.push(segment);
  }
  return segments.length > 0 ? segments : null;
}

function unquote(quoted: string): string | null {
  const inner = quoted.slice(1, -1);
  const json = quoted.startsWith("'") ? inner.replaceAll(/\\.|"/g, (part) => (part === '"' ? '\\"' : part === "\\'" ? "'" : part)) : inner;
  try {
    const text: unknown = JSON.parse(`"${json}"`);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** A path as `formatPath` writes it: `path["item-id"]` is `path.item-id`. A text that is no path stays as it is. */
export function canonicalPath(path: string): string {
  const segments = path.includes('[') ? parsePath(path) : null;
  return segments ? formatPath(segments) : path;
}

/** Whether a path is another one or lies within it, however the two are written. */
export function isWithin(writtenPath: string, writtenAncestor: string): boolean {
  const path = canonicalPath(writtenPath);
  const ancestor = canonicalPath(writtenAncestor);
  return path === ancestor || (path.startsWith(ancestor) && (path[ancestor.length] === '.' || path[ancestor.length] === '['));
}
