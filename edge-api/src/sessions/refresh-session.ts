import { rotateRefreshToken } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import { unauthorized } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { hashOpaqueToken, makeOpaqueToken } from '../secrets/opaque-token.ts';
import { signAccessToken } from './access-token.ts';
import { SESSION_LIFETIME_MS, type TokenPair } from './start-session.ts';

/**
 * Trades a refresh token for a new pair (rotation). A second use means a copy, and the whole session ends; one
 * browser's tabs take turns, so they never use a token twice.
 *
 * @throws ApiProblem 401 for unknown, expired and reused tokens alike
 */
export async function refreshSession(context: RequestContext, presentedToken: string): Promise<TokenPair> {
  const { db, env, newId } = context;
  const now = context.now();
  const refreshToken = makeOpaqueToken();
  const result = await rotateRefreshToken(db, {
    presentedHash: hashOpaqueToken(presentedToken),
    successor: { id: newId(), tokenHash: hashOpaqueToken(refreshToken) },
    now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
  });
  switch (result.outcome) {
    case 'rotated': {
      const accessToken = await signAccessToken(env.TOKEN_SECRET, { userId: result.userId, sessionId: result.sessionId }, now);
      return { accessToken, refreshToken: { value: refreshToken } };
    }
    case 'reused':
      await recordAudit(context, {
        action: 'session.refresh-token-reused',
        subjectUserId: result.userId,
        details: { sessionId: result.sessionId },
      });
      throw unauthorized();
    case 'refused':
      throw unauthorized();
    default:
      return result satisfies never;
  }
}
