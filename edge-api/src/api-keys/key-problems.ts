import type { ApiKeyScope } from '@portage/contracts';
import { ApiProblem } from '../http/api-problem.ts';

const invalidToken = { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };

/** For a text that starts like a key but isn't one: it was truncated or mistyped. */
export function notAWholeApiKey(): ApiProblem {
  return new ApiProblem(401, 'unauthorized', 'This isn’t a complete API key: some characters are missing or wrong.', invalidToken);
}

/** One response for all three, so that a guesser learns nothing. */
export function apiKeyNotValid(): ApiProblem {
  return new ApiProblem(401, 'unauthorized', 'This API key is unknown, has expired or was revoked.', invalidToken);
}

/** RFC 6750, 3.1. @param missing the first needed scope that the key lacks */
export function apiKeyLacksScope(missing: ApiKeyScope, needed: readonly ApiKeyScope[]): ApiProblem {
  const all = needed.length > 1 ? ` It needs all of: ${needed.join(', ')}.` : '';
  return new ApiProblem(403, 'api-key-scope', `This API key lacks the scope “${missing}”, which this call needs.${all}`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` },
  });
}

export function apiKeysRefused(): ApiProblem {
  return new ApiProblem(403, 'api-key-refused', 'This cannot be done with an API key. Sign in to Portage to do it.');
}
