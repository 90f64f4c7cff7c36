import { isOwnerId, type OwnerId } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { RequestContext } from '../http/context.ts';
import { listTokenSecrets } from '../sessions/access-token.ts';

const ALGORITHM = 'HS256';
export const LINK_LIFETIME_DAYS = 7;

/** Keeps access tokens, and links for other purposes, from passing as this one. */
export type MailedTokenType = 'confirm-email+jwt' | 'change-email+jwt';

/** A token for a link in a mail: only who reads the mailbox has it. */
export function signMailedToken<Claims extends Record<string, string>>(
  { env, now }: RequestContext,
  type: MailedTokenType,
  userId: OwnerId,
  claims: Claims,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: type })
    .setSubject(userId)
    .setIssuedAt(now())
    .setExpirationTime(new Date(now().getTime() + LINK_LIFETIME_DAYS * DAY_MS))
    .sign(new TextEncoder().encode(env.TOKEN_SECRET));
}

/** @returns null for a token that is expired, forged, of another type or without these texts */
export async function readMailedToken<Name extends string>(
  { env, now }: RequestContext,
  type: MailedTokenType,
  token: string,
  names: readonly Name[],
): Promise<({ userId: OwnerId } & Record<Name, string>) | null> {
  for (const secret of listTokenSecrets(env)) {
    try {
      const options = { algorithms: [ALGORITHM], typ: type, currentDate: now(), requiredClaims: ['sub', 'exp', ...names] };
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), options);
      const { sub: userId } = payload;
      const claims = names.map((name) => [name, payload[name]]);
      if (typeof userId === 'string' && isOwnerId(userId) && claims.every(([, value]) => typeof value === 'string')) {
        return { userId, ...(Object.fromEntries(claims) as Record<Name, string>) };
      }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return null;
}
