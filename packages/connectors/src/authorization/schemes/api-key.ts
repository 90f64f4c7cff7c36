import { asked } from '../asked-field.ts';
import type { AuthScheme } from '../auth-scheme.ts';
import { type BearerCredentials, withBearer } from '../bearer.ts';

/** A key or token that was pasted. It's sent as a bearer token, or where the type says ("Where keys go"). */
export const apiKeyScheme: AuthScheme<BearerCredentials> = {
  label: 'API key or token',
  typeLabel: 'API key',
  fields: [asked('apiKey', 'Token', 'Please input token')],
  secretFields: ['apiKey'],
  signIn: null,
  settings: [],
  isOffered: 'beside-others',
  isReplacedBy: (keyTemplates) => keyTemplates.length > 0,
  remedy: 'Enter the token again.',
  credentials: ({ need }) => ({ token: need('apiKey') }),
  authorize: withBearer,
  secretsOf: ({ token }) => [token],
};
