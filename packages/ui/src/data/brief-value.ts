const MOST_MEMBERS = 6;
const MOST_DEPTH = 3;
const PLAIN_NAME = /^[\p{L}\p{N}_$ -]{1,60}$/u;

/** A value in one line; reads only its beginning. @param isQuoted adds quotation marks to a text, unlike to a number */
export function briefValue(value: unknown, limit = 120, isQuoted = true): string {
  const text = write(value, limit, 0, isQuoted);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

function write(value: unknown, limit: number, depth: number, isQuoted: boolean): string {
  if (typeof value === 'string') {
    const start = value.length > limit ? `${value.slice(0, limit)}…` : value;
    return isQuoted ? JSON.stringify(start) : start;
  }
  if (value === undefined) return '';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? writeList(value, limit, depth) : writeObject(value, limit, depth);
}

function writeList(items: readonly unknown[], limit: number, depth: number): string {
  if (items.length === 0) return '[]';
  if (depth >= MOST_DEPTH) return `[${items.length}]`;
  const shown = items.slice(0, MOST_MEMBERS).map((item) => write(item, limit, depth + 1, true));
  return `[${shown.join(', ')}${items.length > MOST_MEMBERS ? ', …' : ''}]`;
}

function writeObject(holder: object, limit: number, depth: number): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(holder)) {
    if (parts.length >= MOST_MEMBERS || depth >= MOST_DEPTH) {
      parts.push('…');
      break;
    }
    parts.push(`${writeName(key)}: ${write(value, limit, depth + 1, true)}`);
  }
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** In quotation marks unless it is a plain name: other names may contain line breaks or combining marks. */
function writeName(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name.slice(0, 60));
}
