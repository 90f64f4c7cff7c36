import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 bits for links and refresh tokens. */
export function makeOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form that the database keeps. A plain hash is enough: 256 bits cannot be guessed. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
