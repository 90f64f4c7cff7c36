/** Longer texts are shown as they are: parsing them would block the page. Five million characters take about 40 ms. */
const LONGEST = 8_000_000;

/**
 * Parses a text that is JSON, because a tree is easier to read.
 *
 * @returns the object or list in the text; everything else unchanged
 */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
