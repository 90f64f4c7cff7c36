import { isObject, listMember } from '../json/json.ts';

/** Members that say what went wrong, the most specific first (including RFC 9457). */
const NAMES = ['message', 'error_description', 'detail', 'details', 'errormessage', 'error_message', 'reason', 'description', 'title'];
const HOLDERS = ['error', 'errors', 'fault', 'data'];
const MAX_LENGTH = 300;
const MAX_DEPTH = 4;

/**
 * A system's own words about a call that it refused, as a sentence; empty if none can be found. Systems share no format, so this
 * checks common members.
 *
 * @param body as JSON or text.
 */
export function readResponseMessage(body: unknown): string {
  const found = (typeof body === 'string' ? plainText(body) : messageIn(body, 0)).replaceAll(/\s+/g, ' ').trim();
  if (found === '') return '';
  const short = found.length > MAX_LENGTH ? cut(found) : found;
  return /[.!?…]$|^$/.test(short) ? short : `${short}.`;
}

/**
 * A refusal for people, in the system's own words.
 *
 * @param system its name, at the beginning of a sentence
 * @param status null: only the body says that it's a refusal
 * @param said see readResponseMessage
 */
export function describeRefusal(system: string, status: number | null, said: string): string {
  return `${system} responded${status === null ? '' : ` with ${status}`}${said ? `: ${said}` : '.'}`;
}

/** Cuts before a word that crosses the limit: it may be a secret, and half of it would no longer be recognised as one. */
function cut(text: string): string {
  const whole = text
    .slice(0, MAX_LENGTH - 1)
    .replace(/[\x21-\x7e]+$/, '')
    .trimEnd();
  return whole && `${whole}…`;
}

/** A web page isn't a message. */
function plainText(text: string): string {
  return /^\s*</.test(text) ? '' : text;
}

function messageIn(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return joinMessages(value.slice(0, 3), depth);
  if (!isObject(value)) return '';
  const members = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
  // NetSuite's title says no more than the status.
  const details = messageIn(members.get('o:errordetails'), depth + 1);
  if (details) return details;
  for (const name of NAMES) {
    const text = members.get(name);
    if (typeof text === 'string' && text.trim()) return withFields(text.trim(), value);
  }
  for (const name of HOLDERS) {
    const found = messageIn(members.get(name), depth + 1);
    if (found) return found;
  }
  // `{ "errors": { "title": ["can't be blank"] } }`: the names are the subjects of the messages.
  if (depth === 0) return '';
  return Object.entries(value)
    .slice(0, 3)
    .flatMap(([name, inner]) => {
      const found = Array.isArray(inner) || typeof inner === 'string' ? messageIn(inner, depth + 1) : '';
      return found ? [`${name}: ${found}`] : [];
    })
    .join('; ');
}

function joinMessages(values: readonly unknown[], depth: number): string {
  return values
    .map((one) => messageIn(one, depth + 1))
    .filter((found) => found !== '')
    .join('; ');
}

/** Adds the details to a general message ("Validation failed"). */
function withFields(text: string, holder: unknown): string {
  const details = joinMessages(listMember(holder, 'errors').slice(0, 3), 1);
  return details && !text.includes(details) ? `${text.replace(/[.:]$/, '')}: ${details}` : text;
}
