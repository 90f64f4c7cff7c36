import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 bits for links and refresh tokens. */
export function makeOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of it. A plain hash will do: nobody guesses 256 bits. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
