/** Longer texts are shown as they are: parsing them would block the page. Five million characters take about 40 ms. */
const LONGEST = 8_000_000;

/** @returns the object or list in a JSON text, which is easier to read as a tree; everything else unchanged */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
