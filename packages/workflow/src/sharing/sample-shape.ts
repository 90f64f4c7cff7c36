/** Placeholders for a sample's values; a date stays recognisable. */
const TEXT = 'text';
const DATE = '2026-01-01T00:00:00Z';
const MAX_DEPTH = 100;

/**
 * The same sample without its content: every text, number and switch is a placeholder, a list has one element. A sample is often a real
 * call, with real orders and addresses.
 *
 * @param sample the text of a step's member
 * @returns null if it isn't JSON
 */
export function sampleShape(sample: unknown): string | null {
  if (typeof sample !== 'string' || sample.trim() === '') return null;
  try {
    return JSON.stringify(toShape(JSON.parse(sample), 0), null, 2);
  } catch {
    return null;
  }
}

function toShape(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? DATE : TEXT;
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => toShape(one, depth + 1));
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toShape(member, depth + 1)]));
}
