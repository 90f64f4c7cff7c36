const REPLACEMENT = 0xfffd;
const UNITS_AT_ONCE = 4096;

/** A lone surrogate becomes U+FFFD, as the Encoding Standard says. */
export function utf8Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 3);
  const { written } = writeUtf8(text, bytes);
  return bytes.slice(0, written);
}

/** Writes whole characters as long as they fit. */
export function writeUtf8(text: string, target: Uint8Array): { read: number; written: number } {
  let [read, written] = [0, 0];
  while (read < text.length) {
    const unit = text.charCodeAt(read);
    if (unit < 0x80) {
      if (written === target.length) break;
      target[written++] = unit;
      read += 1;
      continue;
    }
    const whole = text.codePointAt(read) ?? REPLACEMENT;
    const code = whole >= 0xd800 && whole <= 0xdfff ? REPLACEMENT : whole;
    const size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (written + size > target.length) break;
    target[written] = (code >> (6 * (size - 1))) | (size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0);
    for (let at = 1; at < size; at += 1) target[written + at] = ((code >> (6 * (size - 1 - at))) & 0x3f) | 0x80;
    written += size;
    read += whole > 0xffff ? 2 : 1;
  }
  return { read, written };
}

/** Decodes as the Encoding Standard's UTF-8 decoder does: each broken sequence is one U+FFFD. @param isFatal throw a TypeError instead */
export function utf8Text(bytes: Uint8Array, isFatal = false): string {
  let text = '';
  let units: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const { code, size } = readCharacter(bytes, at);
    if (code < 0 && isFatal) throw new TypeError('The bytes are not UTF-8.');
    at += size;
    const point = code < 0 ? REPLACEMENT : code;
    if (point > 0xffff) units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
    else units.push(point);
    if (units.length >= UNITS_AT_ONCE) {
      text += String.fromCharCode.apply(null, units);
      units = [];
    }
  }
  return text + String.fromCharCode.apply(null, units);
}

/** The code point at an index and its number of bytes; -1 as the code point of a broken sequence. */
function readCharacter(bytes: Uint8Array, at: number): { code: number; size: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { code: first, size: 1 };
  const needed = first >= 0xc2 && first <= 0xdf ? 1 : first >= 0xe0 && first <= 0xef ? 2 : first >= 0xf0 && first <= 0xf4 ? 3 : 0;
  if (needed === 0) return { code: -1, size: 1 };
  let code = first & (0x3f >> needed);
  for (let place = 1; place <= needed; place += 1) {
    const next = bytes[at + place] ?? 0;
    const [low, high] = place === 1 ? secondByteRange(first) : [0x80, 0xbf];
    if (next < low || next > high) return { code: -1, size: place };
    code = (code << 6) | (next & 0x3f);
  }
  return { code, size: needed + 1 };
}

/** Excludes overlong forms, surrogates and code points beyond Unicode. */
function secondByteRange(first: number): [low: number, high: number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  if (first === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
