import { RE2JS } from 're2js';

/** What `format` requires of a text, enough to tell variants apart. None of these patterns backtracks. */
const FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)$/],
  ['time', /^\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)?$/],
  ['uuid', /^(urn:uuid:)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+$/],
  ['uri', /^[a-z][a-z\d+.-]*:\S*$/i],
  ['url', /^[a-z][a-z\d+.-]*:\S*$/i],
  ['ipv4', /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/],
  ['ipv6', /^[\da-f:]*:[\da-f:.]*$/i],
  ['byte', /^[A-Za-z\d+/\s]*={0,2}\s*$/],
]);

/** Unknown formats accept any text. */
export function hasFormat(text: string, format: unknown): boolean {
  const expression = typeof format === 'string' ? FORMATS.get(format) : undefined;
  return expression === undefined || expression.test(text);
}

const MOST_PATTERNS = 500;
const patterns = new Map<string, RE2JS | null>();

/**
 * Whether a text matches a document's pattern. The pattern comes from somebody else, so matching takes time linear in the text
 * (HOSTILE 21). A pattern that can't be read, or that looks behind or ahead, accepts every text.
 */
export function hasPattern(text: string, pattern: string): boolean {
  return compiled(pattern)?.matcher(text).find() ?? true;
}

function compiled(pattern: string): RE2JS | null {
  const before = patterns.get(pattern);
  if (before !== undefined) return before;
  if (patterns.size >= MOST_PATTERNS) patterns.clear();
  const made = compile(pattern);
  patterns.set(pattern, made);
  return made;
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}
