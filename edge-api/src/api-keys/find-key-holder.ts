import { formatErrorCauses, log } from '@portage/contracts/log';
import { findApiKeyUser, noteApiKeyUse } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import type { RequestContext, SignedInUser } from '../http/context.ts';
import { hashOpaqueToken } from '../secrets/opaque-token.ts';
import { apiKeyNotValid, notAWholeApiKey } from './key-problems.ts';
import { isWholeApiKey } from './key-text.ts';

/** Long-lived connections with a key, such as a live view, are checked again after this time. */
const LONGEST_USE_MS = 30 * DAY_MS;

/**
 * The person whose key this is. It is looked up on every call, so revoked keys and keys of deleted people are refused at once.
 * Keys are found by their hash: callers can't choose it, so the time the index takes reveals nothing.
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
      log('warn', 'The use of an API key was not recorded', {
        requestId: context.requestId,
        apiKeyId: key.id,
        cause: formatErrorCauses(error),
      });
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
