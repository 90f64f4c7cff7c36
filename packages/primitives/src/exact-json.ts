/** Where a number of more than 15 digits, or one with an exponent, may be outside a string. Strings that look like one only cost time. */
const LONG_NUMBER = /(?:^|[:,[\s])(-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+))/g;

const WHOLE = /^-?\d+$/;

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

/** Whether `parseExactJson` may parse the JSON differently from `JSON.parse`, so the text can't be used instead of the value. */
export function hasLongNumber(json: string): boolean {
  for (const [, written = ''] of json.matchAll(LONG_NUMBER)) if (isChanged(written, Number(written))) return true;
  return false;
}

/**
 * Whether the JSON's numbers are checked one by one, which takes several times as long as parsing it. Never false if
 * `hasLongNumber` is true.
 */
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
  return hasLongNumber(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

/** @param context if the runtime provides it: the number as it was written */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const written = context?.source;
  return typeof value === 'number' && written !== undefined && isChanged(written, value) ? written : value;
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
