import { EACH, formatPath } from '@portage/primitives/paths';
import { isObject } from '../json/json.ts';
import { readResponseMessage } from '../requests/answer-message.ts';
import type { NoList } from './list-in.ts';

const EMPTY = formatPath(['']);
const LONGEST = 80;
/** How deep to search for a list elsewhere, and in how many members of an object. */
const LEVELS = 3;
const MOST_MEMBERS = 50;

/** What came instead of a list, for a person: `there is no “items”, but the error “temporarily unavailable”`. */
export function wordsOfNoList({ path, value }: NoList, body: unknown): string {
  const place = path.length === 0 ? 'the response' : `“${textOfPath(path)}”`;
  const elsewhere = listElsewhere(body);
  const more = wordsSaid(body) || (elsewhere ? `, but a list at “${elsewhere}”` : '');
  if (value === undefined && path.length > 0) return `it has no ${place}${more || describeMembers(body)}`;
  return `${place} is ${describeKind(value)}${more}`;
}

/** The failure that a response reports next to an empty list. */
export function wordsOfFailure(body: unknown): string {
  return wordsSaid(body) || ', and the response reports a failure';
}

function wordsSaid(body: unknown): string {
  const said = isObject(body) ? readResponseMessage(body) : '';
  return said && `, and the response says “${shortened(said.replace(/\.$/, ''))}”`;
}

function textOfPath(path: readonly string[]): string {
  return path.reduce((text, name) => {
    if (name === EACH) return `${text}[]`;
    const segment = formatPath(['', /^\d+$/.test(name) ? Number(name) : name]).slice(EMPTY.length);
    return text === '' ? segment.replace(/^\./, '') : text + segment;
  }, '');
}

function describeMembers(body: unknown): string {
  if (!isObject(body)) return `, it is ${describeKind(body)}`;
  const names = Object.keys(body).slice(0, 5);
  return names.length === 0 ? ', it is an empty object' : `, only ${names.map((name) => `“${shortened(name)}”`).join(', ')}`;
}

export function describeKind(value: unknown): string {
  if (value === undefined || value === '') return 'empty';
  if (value === null) return 'empty (null)';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (/^\s*</.test(value)) return 'a web page or XML';
  return /^\s*[[{]/.test(value) ? 'truncated JSON' : `the text “${shortened(value)}”`;
}

/** The path of the first list that is elsewhere in the response. */
function listElsewhere(body: unknown): string | null {
  let level: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  for (let depth = 0; depth < LEVELS; depth += 1) {
    const next: typeof level = [];
    for (const { value, path } of level) {
      if (!isObject(value)) continue;
      for (const [name, inner] of Object.entries(value).slice(0, MOST_MEMBERS)) {
        if (Array.isArray(inner)) return formatPath([...path, name]);
        next.push({ value: inner, path: [...path, name] });
      }
    }
    level = next;
  }
  return null;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
