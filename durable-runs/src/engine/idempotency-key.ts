import { createHash } from 'node:crypto';

/** Servers accept keys of up to 255 characters. */
const MOST_CHARACTERS = 250;

/**
 * The key that a step sends with its calls: the same for every attempt of the same step in the same run, and different from any other
 * step's (durable-runs/README.md). ASCII only, because it's sent in a header.
 */
export function idempotencyKey(runId: string, path: string): string {
  const short = path.length <= MOST_CHARACTERS ? path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent) : path;
  const key = `${runId}/${short}`;
  return key.length <= MOST_CHARACTERS ? key : `${runId}/${createHash('sha256').update(path).digest('hex')}`;
}
