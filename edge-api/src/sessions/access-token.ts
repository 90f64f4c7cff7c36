import { isOwnerId, type OwnerId } from '@portage/contracts';
import { MINUTE_MS } from '@portage/primitives/durations';
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
const ISSUER = 'portage';
const AUDIENCE = 'portage-api';
const TYPE = 'at+jwt';
/** Spec AUTH-21: refreshed with 3 minutes left. */
const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS;
const MIN_SECRET_BYTES = 32;

export interface AccessTokenClaims {
  userId: OwnerId;
  sessionId: string;
}

/** @returns the token and the instant it expires, as the client stores them (spec AUTH-51) */
export async function signAccessToken(secret: string, claims: AccessTokenClaims, now: Date): Promise<{ value: string; expiresAt: string }> {
  const expiresAt = new Date(Math.floor((now.getTime() + ACCESS_TOKEN_LIFETIME_MS) / 1000) * 1000);
  const value = await new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(claims.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(toSigningKey(secret));
  return { value, expiresAt: expiresAt.toISOString() };
}

/**
 * Algorithm, type, issuer and audience are ours to define, never the token's.
 *
 * @param secrets the one that signs now, and the previous one if it was changed
 * @returns null for everything that isn't a live token of ours
 */
export async function verifyAccessToken(
  secrets: readonly string[],
  token: string,
  now: Date,
): Promise<(AccessTokenClaims & { expiresAtMs: number }) | null> {
  for (const secret of secrets) {
    const claims = await verifyWith(toSigningKey(secret), token, now);
    if (claims) return claims;
  }
  return null;
}

async function verifyWith(key: Uint8Array, token: string, now: Date): Promise<(AccessTokenClaims & { expiresAtMs: number }) | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    const { sub: userId, sid: sessionId, exp = 0 } = payload;
    return typeof userId === 'string' && isOwnerId(userId) && typeof sessionId === 'string'
      ? { userId, sessionId, expiresAtMs: exp * 1_000 }
      : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The secret that signs, and the previous one, whose tokens live for some more minutes. */
export function listTokenSecrets({
  TOKEN_SECRET,
  TOKEN_SECRET_PREVIOUS,
}: {
  TOKEN_SECRET: string;
  TOKEN_SECRET_PREVIOUS?: string;
}): string[] {
  return TOKEN_SECRET_PREVIOUS ? [TOKEN_SECRET, TOKEN_SECRET_PREVIOUS] : [TOKEN_SECRET];
}

function toSigningKey(secret: string): Uint8Array {
  const key = new TextEncoder().encode(secret ?? '');
  if (key.byteLength < MIN_SECRET_BYTES) throw new Error(`TOKEN_SECRET must be at least ${MIN_SECRET_BYTES} bytes`);
  return key;
}
