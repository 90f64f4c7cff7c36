import { causeOf, log } from '@portage/contracts/log';
import { findApiKeyUser, noteApiKeyUse } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import type { RequestContext, SignedInUser } from '../http/context.ts';
import { hashOpaqueToken } from '../sessions/opaque-token.ts';
import { apiKeyNotValid, notAWholeApiKey } from './key-problems.ts';
import { isWholeApiKey } from './key-text.ts';

/** Long-lived connections of a key, such as a live view, are checked again after this time. */
const LONGEST_USE_MS = 30 * DAY_MS;

/**
 * The person whose key this is, looked up with every call: a revoked key and the keys of a deleted person are refused at once.
 * The key is found by its hash; a hash that a caller cannot choose tells nothing by the time that the index takes.
 *
 * @throws ApiProblem 401
 */
export async function findKeyHolder(context: RequestContext, keyText: string): Promise<SignedInUser> {
  if (!isWholeApiKey(keyText)) throw notAWholeApiKey();
  const now = context.now();
  const found = await findApiKeyUser(context.db, hashOpaqueToken(keyText), now);
  if (!found) throw apiKeyNotValid();
  const { key, standing, effectiveQuotas } = found;
  context.waitUntil(
    noteApiKeyUse(context.db, key, now).catch((error) => {
      log('warn', 'The use of an API key was not noted', { requestId: context.requestId, apiKeyId: key.id, cause: causeOf(error) });
    }),
  );
  const { passwordHash: _, ...user } = found.user;
  return {
    ...user,
    sessionId: key.id,
    tokenExpiresAtMs: key.expiresAt?.getTime() ?? now.getTime() + LONGEST_USE_MS,
    impersonatorUserId: null,
    standing,
    effectiveQuotas,
    apiKey: { id: key.id, name: key.name, scopes: key.scopes },
  };
}
