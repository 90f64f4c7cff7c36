import { createHash, randomBytes } from 'node:crypto';

/** A 256-bit secret for links and refresh tokens. */
export function makeOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form the database stores. A plain hash is enough: 256 bits can't be guessed. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
