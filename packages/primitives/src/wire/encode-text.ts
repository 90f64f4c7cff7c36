import { charsetNamed, decodeBytes, isAsciiName } from './charsets.ts';

export type EncodedText =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  /** The message is fit for a person. */
  | { ok: false; message: string };

/** Encodes text in a charset, to be sent under that label. A character missing in the charset is refused and never replaced. */
export function encodeText(text: string, label: string): EncodedText {
  const charset = charsetNamed(label);
  if (charset === null) return { ok: false, message: `The charset “${label.slice(0, 40)}” of the content type isn’t supported.` };
  if (!text.isWellFormed())
    return { ok: false, message: 'The body contains half a character (a lone surrogate), which no charset can encode.' };
  const beyondAscii = isAsciiName(label) ? /[^\0-\x7f]/u.exec(text)?.[0] : undefined;
  if (beyondAscii !== undefined) return lacking(beyondAscii, label.trim());
  if (charset === 'utf-8') return { ok: true, bytes: Uint8Array.from(new TextEncoder().encode(text)) };
  if (/^utf-(?:16|32)/.test(charset)) return { ok: true, bytes: encodeWide(text, charset, label) };
  // Stateful: its escapes can't be looked up character by character.
  if (charset === 'iso-2022-jp') return { ok: false, message: 'A body cannot be written in iso-2022-jp. Use shift_jis or utf-8.' };
  const codes = getCharacterCodes(charset);
  const bytes: number[] = [];
  for (const letter of text) {
    const code = codes.get(letter);
    if (!code) return lacking(letter, charset);
    bytes.push(...code);
  }
  return { ok: true, bytes: Uint8Array.from(bytes) };
}

function lacking(letter: string, charset: string): EncodedText {
  return { ok: false, message: `The body has the character “${letter}”, which ${charset} lacks. Leave out the charset to send UTF-8.` };
}

/** If its name has no byte order, a wide charset begins with a byte order mark. */
function encodeWide(text: string, charset: string, label: string): Uint8Array<ArrayBuffer> {
  const marked = /(?:le|be)\s*$/i.test(label) ? text : `\ufeff${text}`;
  const isLittle = charset.endsWith('le');
  const units = charset.startsWith('utf-32')
    ? Array.from(marked, (letter) => letter.codePointAt(0) ?? 0)
    : Array.from({ length: marked.length }, (_, at) => marked.charCodeAt(at));
  const width = charset.startsWith('utf-32') ? 4 : 2;
  const view = new DataView(new ArrayBuffer(units.length * width));
  for (const [at, unit] of units.entries()) {
    if (width === 4) view.setUint32(at * 4, unit, isLittle);
    else view.setUint16(at * 2, unit, isLittle);
  }
  return new Uint8Array(view.buffer);
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character, found by decoding all of them, so the encoded text decodes to the same. */
function getCharacterCodes(charset: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(charset);
  if (known) return known;
  const codes = new Map<string, readonly number[]>();
  for (let byte = 0; byte < 0x100; byte += 1) {
    const letter = decodeBytes(Uint8Array.of(byte), charset);
    if (letter !== null && letter !== '' && !codes.has(letter)) codes.set(letter, [byte]);
  }
  if (/^(?:shift_jis|euc-jp|euc-kr|gbk|gb18030|big5)$/.test(charset)) addPairs(charset, codes);
  tables.set(charset, codes);
  return codes;
}

/** One decoding per row, as each costs a call to the runtime; line breaks separate the pairs. */
function addPairs(charset: string, codes: Map<string, readonly number[]>): void {
  const trails = Array.from({ length: 0xff - 0x30 }, (_, index) => 0x30 + index);
  const decoder = new TextDecoder(charset);
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    if (isDoubled(charset, lead)) continue;
    const letters = decoder.decode(Uint8Array.from(trails.flatMap((trail) => [lead, trail, 0x0a]))).split('\n');
    for (const [index, trail] of trails.entries()) {
      const letter = letters[index] ?? '';
      if ([...letter].length === 1 && letter !== '\ufffd' && !codes.has(letter)) codes.set(letter, [lead, trail]);
    }
  }
}

/** Rows that repeat characters of other rows. Encoders skip them (WHATWG, "index Shift_JIS pointer", "index Big5 pointer"). */
function isDoubled(charset: string, lead: number): boolean {
  return (charset === 'shift_jis' && (lead === 0xed || lead === 0xee)) || (charset === 'big5' && lead < 0xa1);
}
