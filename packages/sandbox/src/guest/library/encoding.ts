import { bytesOfSource } from './host.ts';
import { utf8Bytes, utf8Text, writeUtf8 } from './utf8.ts';

const LABELS = ['utf-8', 'utf8', 'unicode-1-1-utf-8'];

export class TextEncoder {
  readonly encoding = 'utf-8';

  encode(text: unknown = ''): Uint8Array {
    return utf8Bytes(String(text));
  }

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    return writeUtf8(String(text), target);
  }
}

/** Supports only UTF-8. */
export class TextDecoder {
  readonly encoding = 'utf-8';
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;

  constructor(label: unknown = 'utf-8', { fatal = false, ignoreBOM = false }: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    if (!LABELS.includes(String(label).trim().toLowerCase())) throw new RangeError(`The encoding "${label}" is not known; utf-8 is.`);
    this.fatal = Boolean(fatal);
    this.ignoreBOM = Boolean(ignoreBOM);
  }

  decode(source?: unknown, { stream = false }: { stream?: boolean } = {}): string {
    if (stream) throw new TypeError('A stream cannot be decoded here. Put its bytes together first.');
    const text = utf8Text(source === undefined ? new Uint8Array(0) : bytesOfSource(source), this.fatal);
    return !this.ignoreBOM && text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function invalidCharacter(message: string): Error {
  return Object.assign(new Error(message), { name: 'InvalidCharacterError' });
}

/** @throws InvalidCharacterError if a character is above U+00FF: encode the text with TextEncoder first */
export function btoa(value: unknown): string {
  const binary = String(value);
  let text = '';
  for (let at = 0; at < binary.length; at += 3) {
    const [one, two, three] = [binary.charCodeAt(at), binary.charCodeAt(at + 1), binary.charCodeAt(at + 2)];
    if (one > 255 || two > 255 || three > 255) throw invalidCharacter('btoa accepts characters up to U+00FF.');
    const bits = (one << 16) | ((two || 0) << 8) | (three || 0);
    text += DIGITS.charAt(bits >> 18) + DIGITS.charAt((bits >> 12) & 63);
    text += Number.isNaN(two) ? '=' : DIGITS.charAt((bits >> 6) & 63);
    text += Number.isNaN(three) ? '=' : DIGITS.charAt(bits & 63);
  }
  return text;
}

/** @throws InvalidCharacterError if the text isn't Base64 */
export function atob(value: unknown): string {
  let text = String(value).replace(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw invalidCharacter('The text is not Base64.');
  let binary = '';
  for (let at = 0; at < text.length; at += 4) {
    const part = text.slice(at, at + 4);
    let bits = 0;
    for (const digit of part.padEnd(4, 'A')) bits = (bits << 6) | DIGITS.indexOf(digit);
    const bytes = String.fromCharCode(bits >> 16, (bits >> 8) & 255, bits & 255);
    binary += bytes.slice(0, part.length - 1);
  }
  return binary;
}
