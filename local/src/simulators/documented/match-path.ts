interface Segment {
  /** Null: the segment is exactly this text. */
  pattern: RegExp | null;
  literal: string;
  names: string[];
}

/** An operation's path, ready to compare with calls' paths. */
export interface PathPattern {
  segments: Segment[];
  /** If two match, the more specific one wins: `/pets/mine` before `/pets/{id}`. */
  rank: string;
}

/** The segments of a path, without its query, its fragment and empty parts. */
export function splitPath(path: string): string[] {
  return path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean);
}

export function pathPattern(path: string): PathPattern {
  const segments = splitPath(path).map(parseSegment);
  return { segments, rank: segments.map(({ pattern, literal }) => (pattern === null ? 'a' : literal === '' ? 'c' : 'b')).join('') };
}

function parseSegment(text: string): Segment {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return { pattern: null, literal: decoded(text), names };
  const parts = text.split(/\{[^{}]*\}/).map((part) => decoded(part).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), literal: parts.join(''), names };
}

/** @returns the values of the path's parameters; null: the path doesn't match */
export function matchSegments({ segments }: PathPattern, called: readonly string[]): Record<string, string> | null {
  if (segments.length !== called.length) return null;
  const values: Record<string, string> = {};
  for (const [index, { pattern, literal, names }] of segments.entries()) {
    const text = decoded(called[index] ?? '');
    if (pattern === null) {
      if (text !== literal) return null;
      continue;
    }
    const found = pattern.exec(text);
    if (!found) return null;
    for (const [at, name] of names.entries()) values[name] = found[at + 1] ?? '';
  }
  return values;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
