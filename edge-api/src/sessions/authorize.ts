import { API_KEY_PREFIX, type ApiKeyScope } from '@portage/contracts';
import type { ApiKeyUse } from '@portage/contracts/calls';
import { findSessionUser, isAdmin, isUuid } from '@portage/database';
import { findKeyHolder } from '../api-keys/find-key-holder.ts';
import { apiKeyLacksScope, apiKeysRefused } from '../api-keys/key-problems.ts';
import { forbidden, unauthorized } from '../http/api-problem.ts';
import type { RequestContext, SignedInUser, UserContext } from '../http/context.ts';
import { repeatableIds } from '../http/create-once.ts';
import type { CallerNeeds } from '../http/router.ts';
import { listTokenSecrets, verifyAccessToken } from './access-token.ts';

/**
 * Finds who calls, and checks their state each time: a deleted user, an ended session or a revoked key is refused at once, not
 * only when the token expires.
 *
 * @throws ApiProblem 401 without a live session or key, 403 for a non-admin's admin call and for a key that may
 * not make the call
 */
export async function authorize(context: RequestContext, { access, apiKeyUse }: CallerNeeds): Promise<UserContext> {
  const user = await findCaller(context);
  if (!user) throw unauthorized();
  const needed = user.apiKey && requiredScopes(apiKeyUse);
  if (access === 'admin' && !isAdmin(user)) throw forbidden();
  const missing = needed?.find((scope) => !user.apiKey?.scopes.includes(scope));
  if (needed && missing) throw apiKeyLacksScope(missing, needed);
  return { ...context, newId: repeatableIds(context.request, user.id) ?? context.newId, user };
}

/** @throws ApiProblem 403 if no key may make the call */
function requiredScopes(apiKeyUse: ApiKeyUse): readonly ApiKeyScope[] {
  if (apiKeyUse === null || apiKeyUse === 'refused') throw apiKeysRefused();
  return apiKeyUse;
}

async function findCaller(context: RequestContext): Promise<SignedInUser | null> {
  const { request, env, db, now } = context;
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token) return null;
  if (token.startsWith(API_KEY_PREFIX)) return findKeyHolder(context, token);
  const claims = await verifyAccessToken(listTokenSecrets(env), token, now());
  if (!claims || !isUuid(claims.sessionId)) return null;
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
    apiKey: null,
  };
}
