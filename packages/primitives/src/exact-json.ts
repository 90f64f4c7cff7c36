/** Where a number of more than 15 digits, or one with an exponent, may be outside a string. Strings that look like one only cost time. */
const LONG_NUMBER = /(?:^|[:,[\s])(-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+))/g;

const WHOLE = /^-?\d+$/;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as people and systems write it in text: `-12.50`, `+5`, `.5`, `1e3`. */
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Numbers never need more digits than this. */
const MOST_DIGITS = 100;

/**
 * A number whose digits JavaScript would change. In JSON it's those digits, without quotes; in any other text, too.
 *
 * It's a number only while a request is written: values store such digits as text.
 */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return rawJson(this.digits);
  }

  toString(): string {
    return this.digits;
  }
}

/** Part of every runtime Portage uses, but not yet of TypeScript's library. */
const rawJson = (digits: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);

/**
 * Reads a number from a text, ignoring blanks around it. A number JavaScript can't represent keeps its digits.
 *
 * @returns null if the text isn't a decimal number: `0x10`, `Infinity` and an empty text aren't
 */
export function readNumber(text: string): number | ExactNumber | null {
  const written = text.trim();
  const [, sign = '', whole = '', fraction = '', exponent] = NUMBER.exec(written) ?? [];
  if (whole + fraction === '') return null;
  const number = Number(written);
  if (isWrittenSo(written, String(number))) return number;
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction ? `.${fraction}` : ''}`;
  return new ExactNumber(`${sign === '-' ? '-' : ''}${digits}${exponent === undefined ? '' : `e${exponent}`}`);
}

function hasLongNumber(json: string): boolean {
  if (!mayHaveLongNumber(json)) return false;
  for (const [, written = ''] of json.matchAll(LONG_NUMBER)) if (isChanged(written, Number(written))) return true;
  return false;
}

/** Whether the JSON's numbers must be checked one by one, which takes several times as long. True wherever numbers are changed. */
export function mayHaveLongNumber(json: string): boolean {
  return json.search(LONG_NUMBER) !== -1;
}

/**
 * Parses another system's JSON. A number that JavaScript would round, such as an id of 19 digits or an amount of 17 digits and two
 * decimals, or turn into infinity or zero, becomes the text of its digits: with a rounded id, the next call would hit another
 * record.
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseExactJson(json: string): unknown {
  return readExactJson(json).value;
}

/** Like `parseExactJson`. `isPlain`: `JSON.parse` reads the same, so the text can be used instead of the value. */
export function readExactJson(json: string): { value: unknown; isPlain: boolean } {
  if (!hasLongNumber(json)) return { value: JSON.parse(json), isPlain: true };
  try {
    return { value: JSON.parse(quoteLongNumbers(json)), isPlain: false };
  } catch {
    // Throws with positions in the text as it came.
    return { value: JSON.parse(json), isPlain: false };
  }
}

/** A reviver would need hundreds of megabytes for a document of 14 MB. */
function quoteLongNumbers(json: string): string {
  const parts: string[] = [];
  let copied = 0;
  let stringStart = json.indexOf('"');
  let stringEnd = -1;
  for (const { 0: match, 1: written = '', index } of json.matchAll(LONG_NUMBER)) {
    const end = index + match.length;
    const start = end - written.length;
    while (stringStart !== -1 && stringStart < start) {
      stringEnd = endOfString(json, stringStart);
      stringStart = json.indexOf('"', stringEnd + 1);
    }
    if (start < stringEnd || !JSON_NUMBER.test(written) || !isChanged(written, Number(written)) || isName(json, end)) continue;
    parts.push(json.slice(copied, start), '"', written, '"');
    copied = end;
  }
  return parts.join('') + json.slice(copied);
}

/** Whether a colon follows, so that what ends here is a name. */
export function isName(json: string, end: number): boolean {
  let at = end;
  while (/\s/.test(json.charAt(at))) at += 1;
  return json[at] === ':';
}

/** @param start of the opening quote. @returns the offset of the closing quote, or the text's length. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function isChanged(written: string, value: number): boolean {
  if (String(value) === written) return false;
  // In URLs and texts, a long integer must appear digit by digit, never as 1e+22.
  if (WHOLE.test(written)) return !Number.isSafeInteger(value);
  return !holdsDigits(written, value);
}

/**
 * Whether a double holds these digits: true for the ways programs write their own doubles, up to full precision. Beyond the safe
 * integers, only a number that is written back the same is held.
 */
function holdsDigits(written: string, number: number): boolean {
  if (!Number.isFinite(number)) return false;
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return isWrittenSo(written, String(number));
  const [digits] = normalized(written);
  return digits === '' || (digits.length <= MOST_DIGITS && isWrittenSo(written, number.toPrecision(digits.length)));
}

/** Whether two texts are the same number. */
function isWrittenSo(written: string, other: string): boolean {
  if (!NUMBER.test(other)) return false;
  const [[digits, power], [otherDigits, otherPower]] = [normalized(written), normalized(other)];
  return digits === otherDigits && power === otherPower;
}

/** The significant digits, and the power of ten of the last one. */
function normalized(written: string): [digits: string, power: number] {
  const [, , whole = '', fraction = '', exponent = '0'] = NUMBER.exec(written) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return digits === '' ? ['', 0] : [digits, Number(exponent) - fraction.length + all.length - digits.length];
}
