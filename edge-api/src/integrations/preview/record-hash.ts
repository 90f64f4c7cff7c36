import { createHash } from 'node:crypto';

/** As the engine shortens fingerprints (durable-runs/src/sync): what it wrote is recognised here. */
export function recordHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
