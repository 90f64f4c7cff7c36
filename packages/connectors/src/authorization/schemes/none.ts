import type { AuthScheme } from '../auth-scheme.ts';

/** An open system: calls carry nothing about the caller. */
export const noScheme: AuthScheme<object> = {
  label: 'No sign-in',
  typeLabel: 'None',
  fields: [],
  secretFields: [],
  signIn: null,
  settings: [],
  isOffered: 'by-its-types',
  isReplacedBy: () => true,
  remedy: 'It asks for a sign-in: choose how its API is authorized.',
  credentials: () => ({}),
  authorize: (request) => request,
  secretsOf: () => [],
};
