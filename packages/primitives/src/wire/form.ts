import { charsetNamed, charsetOfMark, charsetOfZeros, decodeBytes, isAsciiName } from './charsets.ts';
import { type DecodedText, declaredCharset } from './decode-text.ts';
import { type EncodedText, encodeText } from './encode-text.ts';
import { parseMediaType } from './media-type.ts';

export type DecodedForm =
  | { ok: true; entries: [name: string, value: string][] }
  | { ok: false; code: Extract<DecodedText, { ok: false }>['code'] | 'too-many-fields'; message: string };

/** More than any form has; each costs the work of two small texts. */
export const MOST_FORM_FIELDS = 50_000;

/**
 * The fields of `application/x-www-form-urlencoded`, percent-decoded in the charset declared by the content type or the field
 * `_charset_`; otherwise UTF-8, or else windows-1252.
 */
export function decodeForm(bytes: Uint8Array, contentType: string | null): DecodedForm {
  if (hasTooManyFields(bytes)) {
    return { ok: false, code: 'too-many-fields', message: `The form has more than ${MOST_FORM_FIELDS.toLocaleString('en')} fields.` };
  }
  const declared = declaredCharset(parseMediaType(contentType).parameters);
  const label = declared === null || isAsciiName(declared) ? null : declared;
  const wide = charsetOfMark(bytes) ?? charsetOfZeros(bytes);
  if (wide !== null && wide !== 'utf-8') {
    const text = decodeBytes(bytes, wide);
    if (text !== null) return { ok: true, entries: parseUtf8(text) };
  }
  if (label === null || isPercentUtf8(label)) {
    const text = decodeBytes(bytes, 'utf-8');
    if (text !== null && !text.includes('_charset_=')) {
      const entries = parseUtf8(text);
      // The parser writes U+FFFD for invalid UTF-8, and for that character itself.
      if (!entries.some(([name, value]) => name.includes('\ufffd') || value.includes('\ufffd'))) return { ok: true, entries };
    }
  }
  const pairs = splitPairs(bytes);
  return decodePairs(pairs, label ?? charsetField(pairs));
}

/** Encodes fields as a form: percent-encoded bytes of the charset. A character missing in it is refused. */
export function encodeForm(entries: Iterable<[string, string]>, label: string): EncodedText {
  const pairs: string[] = [];
  for (const entry of entries) {
    const texts: string[] = [];
    for (const text of entry) {
      const encoded = encodeText(text, isPercentUtf8(label) ? 'utf-8' : label);
      if (!encoded.ok) return encoded;
      texts.push(percentEncoded(encoded.bytes));
    }
    pairs.push(texts.join('='));
  }
  return encodeText(pairs.join('&'), 'utf-8');
}

function percentEncoded(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    if (/[\w.*-]/.test(letter)) return letter;
    return byte === 0x20 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** `URLSearchParams` strips a leading question mark, as from a URL. */
function parseUtf8(form: string): [string, string][] {
  return [...new URLSearchParams(form.startsWith('?') ? `&${form}` : form)];
}

/** Percent-encoding in a wide charset means UTF-8 (HTML, "get an output encoding"). */
function isPercentUtf8(label: string): boolean {
  return /^utf-(?:8|16|32)/.test(charsetNamed(label) ?? '');
}

/**
 * The fields of a query string, like those of a form.
 *
 * @param query with or without its question mark
 * @param contentType of the call: senders write both in the same charset
 */
export function decodeQuery(query: string, contentType: string | null): DecodedForm {
  const bytes = new TextEncoder().encode(query.replace(/^\?/, ''));
  const own = decodeForm(bytes, null);
  const label = declaredCharset(parseMediaType(contentType).parameters);
  if (label === null || isUtf8Query(query)) return own;
  const declared = decodeForm(bytes, contentType);
  return declared.ok ? declared : own;
}

function isUtf8Query(query: string): boolean {
  return splitPairs(new TextEncoder().encode(query)).every((pair) => pair.every((part) => decodeBytes(part, 'utf-8') !== null));
}

function decodePairs(pairs: readonly [Uint8Array, Uint8Array][], label: string | null): DecodedForm {
  if (label !== null) {
    const charset = charsetNamed(label);
    if (charset === null) {
      return { ok: false, code: 'unknown-charset', message: `The charset “${label.slice(0, 40)}” of the form isn’t supported.` };
    }
    const entries = decodeAll(pairs, isPercentUtf8(label) ? 'utf-8' : charset);
    return entries
      ? { ok: true, entries }
      : { ok: false, code: 'wrong-charset', message: `The fields of the form are not ${charset} text, although it says so.` };
  }
  const entries = decodeAll(pairs, 'utf-8') ?? decodeAll(pairs, 'windows-1252') ?? [];
  return { ok: true, entries };
}

function decodeAll(pairs: readonly [Uint8Array, Uint8Array][], charset: string): [string, string][] | null {
  const entries: [string, string][] = [];
  for (const [nameBytes, valueBytes] of pairs) {
    const name = decodeBytes(nameBytes, charset);
    const value = decodeBytes(valueBytes, charset);
    if (name === null || value === null) return null;
    entries.push([name, value]);
  }
  return entries;
}

/** A form may declare its charset in a field with this name (HTML, "naming form controls"). */
const CHARSET_FIELD = '_charset_';

function charsetField(pairs: readonly [Uint8Array, Uint8Array][]): string | null {
  const found = pairs.find(([name]) => name.length === CHARSET_FIELD.length && decodeBytes(name, 'windows-1252') === CHARSET_FIELD);
  const label = (found && decodeBytes(found[1], 'windows-1252')?.trim()) || null;
  return label === null || isAsciiName(label) ? null : label;
}

const AND = 0x26;
const EQUALS = 0x3d;

function hasTooManyFields(bytes: Uint8Array): boolean {
  let at = -1;
  for (let fields = 1; fields <= MOST_FORM_FIELDS; fields += 1) {
    at = bytes.indexOf(AND, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function splitPairs(bytes: Uint8Array): [Uint8Array, Uint8Array][] {
  const pairs: [Uint8Array, Uint8Array][] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(AND, start);
    const end = next < 0 ? bytes.length : next;
    const piece = bytes.subarray(start, end);
    const at = piece.indexOf(EQUALS);
    if (piece.length > 0)
      pairs.push(at < 0 ? [unescaped(piece), new Uint8Array()] : [unescaped(piece.subarray(0, at)), unescaped(piece.subarray(at + 1))]);
    start = end + 1;
  }
  return pairs;
}

/** Invalid percent-encoding is left unchanged. */
function unescaped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    const code = byte === 0x25 ? hexByte(bytes[at + 1], bytes[at + 2]) : -1;
    if (code >= 0) at += 2;
    out[length] = code >= 0 ? code : byte === 0x2b ? 0x20 : byte;
    length += 1;
  }
  return out.subarray(0, length);
}

function hexByte(high: number | undefined, low: number | undefined): number {
  const text = String.fromCharCode(high ?? 0, low ?? 0);
  return /^[0-9a-f]{2}$/i.test(text) ? Number.parseInt(text, 16) : -1;
}
