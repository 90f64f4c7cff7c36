/** A charset by its canonical name: the WHATWG's, or `utf-32be` or `utf-32le`, which only JSON and older XML know. */
export type Charset = string;

/** windows-1252's characters at Latin-1's control characters. Node decodes windows-1252 as Latin-1. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Names that senders use although the WHATWG doesn't list them, without their separators: Python's, Java's, MySQL's and Windows'. */
const OTHER_NAMES: Readonly<Record<string, Charset>> = {
  utf8bom: 'utf-8',
  utf8sig: 'utf-8',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  cp65001: 'utf-8',
  utf16: 'utf-16le',
  ucs2: 'utf-16le',
  cp1200: 'utf-16le',
  cp1201: 'utf-16be',
  utf32: 'utf-32be',
  cp932: 'shift_jis',
  windows932: 'shift_jis',
  mskanji: 'shift_jis',
  eucjp: 'euc-jp',
  cp936: 'gbk',
  ms936: 'gbk',
  windows936: 'gbk',
  euccn: 'gbk',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  euckr: 'euc-kr',
  cp950: 'big5',
  ms950: 'big5',
  windows950: 'big5',
  big5hkscs: 'big5',
  latin7: 'iso-8859-13',
  latin8: 'iso-8859-14',
  latin9: 'iso-8859-15',
  latin10: 'iso-8859-16',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
};

/** The charset for a label; null: unknown. Knows all labels of the WHATWG (`latin1`, `cp1252`, `sjis`). */
export function charsetNamed(label: string): Charset | null {
  const name = label.trim().toLowerCase();
  return listedCharset(name) ?? otherCharset(name.replaceAll(/[\s_-]+/g, ''));
}

function listedCharset(name: string): Charset | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** @param name without separators */
function otherCharset(name: string): Charset | null {
  const [, wide = '', order = ''] = /^utf(16|32)(be|le)$/.exec(name) ?? [];
  if (wide) return `utf-${wide}${order}`;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name] ?? null;
  return listedCharset(
    name
      .replace(/^(?:cp|win(?:dows)?)(125\d|874)$/, 'windows-$1')
      .replace(/^(?:iso)?8859(\d+)$/, 'iso-8859-$1')
      .replace(/^cp2859(\d)$/, 'iso-8859-$1'),
  );
}

/** Whether a label names ASCII, which says nothing about bytes beyond it. The WHATWG reads it as windows-1252. */
export function isAsciiName(label: string): boolean {
  return /^(?:us-?ascii|ascii|ansi_x3\.4-19(?:68|86)|iso646-us|iso-ir-6|iso_646\.irv:1991|cp20127)$/i.test(label.trim());
}

const utf8 = createDecoder('utf-8');
/** By charset: creating one takes longer than decoding a field, and a form may have many fields. */
const decoders = new Map<Charset, ReturnType<typeof createDecoder>>();

function createDecoder(charset: Charset) {
  return new TextDecoder(charset, { fatal: true, ignoreBOM: false });
}

/** Decodes bytes; null: they aren't in this charset. Drops a byte order mark. */
export function decodeBytes(bytes: Uint8Array, charset: Charset): string | null {
  if (charset.startsWith('utf-32')) return decodeUtf32(bytes, charset === 'utf-32le');
  try {
    const decoder = charset === 'utf-8' ? utf8 : (decoders.get(charset) ?? createDecoder(charset));
    decoders.set(charset, decoder);
    const text = decoder.decode(bytes);
    return charset === 'windows-1252'
      ? text.replaceAll(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80))
      : text;
  } catch {
    decoders.delete(charset);
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
