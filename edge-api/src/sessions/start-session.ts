import type { OwnerId } from '@portage/contracts';
import { insertSession } from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import type { RequestContext } from '../http/context.ts';
import { hashOpaqueToken, makeOpaqueToken } from '../secrets/opaque-token.ts';
import { signAccessToken } from './access-token.ts';

/** Counted from the last refresh: a person who comes back in time needn't sign in. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** Longest session of an admin who acts as another user; it isn't extended. */
const IMPERSONATION_LIFETIME_MS = 8 * HOUR_MS;

export interface TokenPair {
  accessToken: { value: string; expiresAt: string };
  refreshToken: { value: string };
}

export interface Impersonator {
  userId: string;
  sessionId: string;
}

/** Opens a session, with its first pair of tokens, for a user whose identity was just proven or for an admin who acts as them. */
export async function startSession(
  context: RequestContext,
  userId: OwnerId,
  impersonator?: Impersonator,
): Promise<TokenPair & { sessionId: string }> {
  const { db, env, request, ipAddress, newId } = context;
  const now = context.now();
  const sessionId = newId();
  const refreshToken = makeOpaqueToken();
  const [accessToken] = await Promise.all([
    signAccessToken(env.TOKEN_SECRET, { userId, sessionId }, now),
    insertSession(db, {
      id: sessionId,
      userId,
      impersonatorUserId: impersonator?.userId ?? null,
      impersonatorSessionId: impersonator?.sessionId ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + (impersonator ? IMPERSONATION_LIFETIME_MS : SESSION_LIFETIME_MS)),
      ipAddress,
      userAgent: cutText(request.headers.get('user-agent') ?? '', 300) || null,
      refreshToken: { id: newId(), tokenHash: hashOpaqueToken(refreshToken) },
    }),
  ]);
  return { sessionId, accessToken, refreshToken: { value: refreshToken } };
}
