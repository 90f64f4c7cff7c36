/** Where a number of more than 15 digits, or one with a large exponent, may stand outside of a text. Texts that look so only cost time. */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:\d{16}|[\d.]+[eE]\+?\d)/;

const WHOLE = /^-?\d+$/;

/**
 * Whether `parseExactJson` may read the JSON in another way than `JSON.parse`, so that its text cannot stand for the value.
 */
export function hasLongNumber(json: string): boolean {
  return LONG_NUMBER.test(json);
}

/**
 * JSON of another system as a value. A whole number that JavaScript would round, such as an id of 19 digits, and a number that it would
 * take for infinite become the text of their digits: with a rounded id, the next call would meet another record.
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseExactJson(json: string): unknown {
  return hasLongNumber(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

/** @param context where the runtime gives it: the number as it was written */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const written = context?.source;
  if (typeof value !== 'number' || written === undefined || Number.isSafeInteger(value)) return value;
  const isChanged = !Number.isFinite(value) || (WHOLE.test(written) && String(value) !== written);
  return isChanged ? written : value;
}
