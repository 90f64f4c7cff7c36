import type { AuthScheme } from '../auth-scheme.ts';
import { type BearerCredentials, withBearer } from '../bearer.ts';

/** OAuth 2 (RFC 6749). The connection requests and stores tokens (durable-runs/src/connection). */
export const oauth2Scheme: AuthScheme<BearerCredentials> = {
  label: 'OAuth 2 (sign in at the system)',
  typeLabel: 'OAuth 2',
  fields: [],
  secretFields: ['accessToken', 'refreshToken', 'clientSecret'],
  signIn: 'oauth2',
  settings: [],
  isOffered: 'by-its-types',
  isReplacedBy: (keyTemplates) => keyTemplates.some((template) => template.includes('{accessToken}')),
  remedy: 'Check Client Id and Client Secret.',
  credentials: ({ tokens, need }) => ({ token: tokens?.accessToken ?? need('accessToken') }),
  authorize: withBearer,
  secretsOf: ({ token }) => [token],
};
