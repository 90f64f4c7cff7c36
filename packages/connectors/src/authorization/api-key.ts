import type { AuthScheme } from './auth-scheme.ts';
import { withKeys } from './put-on-request.ts';

export const apiKeyScheme: AuthScheme<'apiKey'> = {
  label: 'API key',
  authorize: (request, { keys }) => withKeys(request, keys),
  secretsOf: ({ keys }) => keys.map(({ value }) => value),
};
