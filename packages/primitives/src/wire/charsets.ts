/** A charset by its canonical name: the WHATWG's, or `utf-32be` or `utf-32le`, which only JSON and older XML know. */
export type Charset = string;

/** windows-1252's characters at Latin-1's control characters. Node decodes windows-1252 as Latin-1. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** The charset for a label; null: unknown. Knows all labels of the WHATWG (`latin1`, `cp1252`, `sjis`). */
export function charsetNamed(label: string): Charset | null {
  const name = label.trim().toLowerCase();
  if (/^utf-?32(?:be|le)?$/.test(name)) return name.endsWith('le') ? 'utf-32le' : 'utf-32be';
  // Names that several senders use, though no list has them.
  const usual = /^(?:utf-?8-?(?:bom|sig)|utf_8)$/.test(name)
    ? 'utf-8'
    : name
        .replace(/^(?:cp|win(?:dows)?)[-_ ]?(125\d)$/, 'windows-$1')
        .replace(/^latin[-_ ](\d+)$/, 'latin$1')
        .replace(/^iso[-_ ]?8859[-_ ](\d+)$/, 'iso-8859-$1');
  try {
    return new TextDecoder(usual).encoding;
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Decodes bytes; null: they aren't in this charset. Drops a byte order mark. */
export function decodeBytes(bytes: Uint8Array, charset: Charset): string | null {
  if (charset.startsWith('utf-32')) return decodeUtf32(bytes, charset === 'utf-32le');
  try {
    const decoder = charset === 'utf-8' ? utf8 : new TextDecoder(charset, { fatal: true, ignoreBOM: false });
    const text = decoder.decode(bytes);
    return charset === 'windows-1252'
      ? text.replaceAll(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80))
      : text;
  } catch {
    return null;
  }
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string | null {
  if (bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    if (at > 0 || point !== 0xfeff) pieces.push(String.fromCodePoint(point));
  }
  return pieces.join('');
}

/**
 * The charset of a byte order mark. UTF-32's mark is also that of a UTF-16 text whose first character is NUL.
 *
 * @param label the declared charset, which decides between the two
 */
export function charsetOfMark(bytes: Uint8Array, label: string | null = null): Charset | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) {
    const mayBeWide = third === 0 && fourth === 0 && bytes.length % 4 === 0;
    return mayBeWide && !/^utf-?16/i.test(label?.trim() ?? '') ? 'utf-32le' : 'utf-16le';
  }
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? 'utf-32be' : null;
}

/** The wide charset of a text that begins with an ASCII character, from the position of the zeros (RFC 4627, section 3). */
export function charsetOfZeros(bytes: Uint8Array): Charset | null {
  if (bytes.length < 2 || (bytes[0] !== 0 && bytes[1] !== 0)) return null;
  const zeros = [0, 1, 2, 3].map((at) => (at < bytes.length ? Number(bytes[at] === 0) : '')).join('');
  if (zeros === '1110') return 'utf-32be';
  if (zeros === '0111') return 'utf-32le';
  if (zeros.startsWith('10')) return 'utf-16be';
  return zeros.startsWith('01') ? 'utf-16le' : null;
}
