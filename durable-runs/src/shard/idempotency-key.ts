import { createHash } from 'node:crypto';

/** Servers take keys of up to 255 characters. */
const MOST_CHARACTERS = 250;

/**
 * The key that a step sends with its calls: the same for every attempt of the same step of the same run, and unlike that of any
 * other step (durable-runs/README.md). ASCII only, since it travels in a header.
 */
export function idempotencyKey(runId: string, path: string): string {
  const key = `${runId}/${path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)}`;
  return key.length <= MOST_CHARACTERS ? key : `${runId}/${createHash('sha256').update(path).digest('hex')}`;
}
