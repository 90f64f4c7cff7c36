import { isObject } from '@portage/primitives/json';

/**
 * A value of a run, completed from a sample where the run had nothing: a person who adds a field to a sample wants to use it before the
 * next run. Lists aren't merged; the sample replaces an empty one.
 */
export function mergeSamples(fromRun: unknown, sample: unknown): unknown {
  if (fromRun === undefined || fromRun === null) return sample;
  if (Array.isArray(fromRun)) return fromRun.length === 0 && Array.isArray(sample) ? sample : fromRun;
  if (!isObject(fromRun) || !isObject(sample)) return fromRun;
  const merged: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(sample)) merged[key] = value;
  for (const [key, value] of Object.entries(fromRun)) {
    merged[key] = Object.hasOwn(sample, key) ? mergeSamples(value, sample[key]) : value;
  }
  return merged;
}
