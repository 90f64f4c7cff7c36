import { charsetNamed, decodeBytes } from './charsets.ts';

/** The value of a header such as Content-Disposition, and its parameters by their lower-case names. */
export interface ParametrizedHeader {
  value: string;
  parameters: ReadonlyMap<string, string>;
}

const LAST_QUOTE = /"\s*(?:$|;\s*[\w*-]+\s*=)/y;
const NAME = /^\s*([^\s=;"]+)\s*=\s*/;

/**
 * Reads `form-data; name=orderId; filename="a \"b\".txt"; filename*=UTF-8''%e2%82%ac.txt`: values as tokens and quoted strings,
 * with escapes (RFC 2183), extended values and continuations (RFC 2231, 5987), encoded words (RFC 2047, as .NET writes them), and
 * unquoted values with spaces. An extended value replaces the plain one.
 */
export function readParameters(header: string): ParametrizedHeader {
  const start = header.indexOf(';');
  const written = new Map<string, string>();
  let rest = start < 0 ? '' : header.slice(start + 1);
  while (rest.trim() !== '') {
    const name = NAME.exec(rest);
    if (!name) {
      const next = rest.indexOf(';');
      rest = next < 0 ? '' : rest.slice(next + 1);
      continue;
    }
    const { value, end } = readValue(rest, name[0].length);
    const key = (name[1] ?? '').toLowerCase();
    if (!written.has(key)) written.set(key, value);
    rest = rest.slice(end);
  }
  return { value: (start < 0 ? header : header.slice(0, start)).trim().toLowerCase(), parameters: extended(written) };
}

/** A backslash escapes a quote or a backslash. Any other backslash is literal, as in Windows paths. */
function readValue(text: string, start: number): { value: string; end: number } {
  if (text[start] !== '"') {
    const next = text.indexOf(';', start);
    const end = next < 0 ? text.length : next;
    return { value: text.slice(start, end).trim(), end: end + 1 };
  }
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at] as string;
    const following = text[at + 1];
    if (letter === '\\' && (following === '\\' || (following === '"' && !isLastQuote(text, at + 1)))) {
      value += following;
      at += 1;
    } else if (letter === '"') {
      const next = text.indexOf(';', at);
      return { value, end: next < 0 ? text.length : next + 1 };
    } else value += letter;
  }
  return { value, end: text.length };
}

/** Browsers don't escape backslashes, so a name may end with one: then the quote after it ends the value. */
function isLastQuote(text: string, at: number): boolean {
  LAST_QUOTE.lastIndex = at;
  return LAST_QUOTE.test(text);
}

function extended(written: ReadonlyMap<string, string>): Map<string, string> {
  const parameters = new Map<string, string>();
  const names = new Set([...written.keys()].map((key) => key.replace(/\*(?:\d+\*?)?$/, '')));
  for (const name of names) {
    const whole = written.get(`${name}*`) ?? continued(written, name);
    const value = (whole === null ? null : decodeExtended(whole)) ?? decodeWords(written.get(name) ?? whole ?? '');
    parameters.set(name, value);
  }
  return parameters;
}

/** `name*0*=UTF-8''a; name*1=b` as one extended value. */
function continued(written: ReadonlyMap<string, string>, name: string): string | null {
  const pieces: string[] = [];
  let isExtended = false;
  for (let at = 0; ; at += 1) {
    const encoded = written.get(`${name}*${at}*`);
    const plain = written.get(`${name}*${at}`);
    if (encoded === undefined && plain === undefined) break;
    if (at === 0) isExtended = encoded !== undefined;
    pieces.push(encoded ?? encodeURIComponent(plain ?? ''));
  }
  if (pieces.length === 0) return null;
  return isExtended ? pieces.join('') : `utf-8''${pieces.join('')}`;
}

function decodeExtended(value: string): string | null {
  // Some senders omit the charset and the language.
  const [, label = '', text = value] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  const charset = charsetNamed(label === '' ? 'utf-8' : label);
  if (charset === null) return null;
  const bytes = [...text.matchAll(/%([0-9a-f]{2})|([\s\S])/gi)].map(([, hex, letter = '']) =>
    hex ? Number.parseInt(hex, 16) : letter.charCodeAt(0),
  );
  return decodeBytes(Uint8Array.from(bytes), charset);
}

const WORD = /=\?([^?*\s]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

function decodeWords(value: string): string {
  return value.replaceAll(WORD, (written, label: string, kind: string, content: string) => {
    const charset = charsetNamed(label);
    const bytes = kind.toLowerCase() === 'b' ? bytesOfBase64(content) : bytesOfQ(content);
    return (charset && bytes && decodeBytes(bytes, charset)) ?? written;
  });
}

export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s+/g, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function bytesOfQ(content: string): Uint8Array {
  const codes = [...content.matchAll(/=([0-9a-f]{2})|([\s\S])/gi)].map(([, hex, letter = '']) =>
    hex ? Number.parseInt(hex, 16) : letter === '_' ? 0x20 : letter.charCodeAt(0),
  );
  return Uint8Array.from(codes);
}
