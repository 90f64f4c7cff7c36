import { findSessionUser, isUuid } from '@portage/database';
import { forbidden, unauthorized } from '../http/api-problem.ts';
import type { RequestContext, SignedInUser, UserContext } from '../http/context.ts';
import { isAdmin } from '../http/list-scope.ts';
import { tokenSecretsOf, verifyAccessToken } from './access-token.ts';

/**
 * Finds who calls, and looks at their state each time: a deleted user or an ended session is refused at once, not when the
 * token runs out.
 *
 * @throws ApiProblem 401 without a live session, 403 for an admin call by a caller who is no admin
 */
export async function authorize(context: RequestContext, access: 'user' | 'admin'): Promise<UserContext> {
  const user = await findCaller(context);
  if (!user) throw unauthorized();
  if (access === 'admin' && !isAdmin(user)) throw forbidden();
  return { ...context, user };
}

async function findCaller({ request, env, db, now }: RequestContext): Promise<SignedInUser | null> {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token) return null;
  const claims = await verifyAccessToken(tokenSecretsOf(env), token, now());
  if (!claims || !isUuid(claims.userId) || !isUuid(claims.sessionId)) return null;
  const found = await findSessionUser(db, claims.userId, claims.sessionId, now());
  if (!found) return null;
  const { passwordHash: _, ...user } = found.user;
  const { impersonatorUserId, standing, effectiveQuotas } = found;
  return {
    ...user,
    sessionId: claims.sessionId,
    tokenExpiresAtMs: claims.expiresAtMs,
    impersonatorUserId,
    standing,
    effectiveQuotas,
  };
}
