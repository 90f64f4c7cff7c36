/** Longer texts are shown as they are: reading them would hold the page up. Five million letters take some 40 ms. */
const LONGEST = 8_000_000;

/**
 * A body that is JSON written as text is easier to read as a tree.
 *
 * @returns the object or list that the text holds; everything else as it came.
 */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
