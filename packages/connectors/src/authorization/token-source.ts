import type { AuthorizationSettings } from './auth-scheme.ts';
import { type AuthorizationType, authSchemes } from './registry.ts';

/** Where a connector's token comes from. A scheme that only asks for fields has none, unless its type has a login. */
export type TokenSource = 'none' | 'login' | 'oauth2' | 'oauth2-machine' | 'oauth1';

/** @param hasLogin whether the connector has the fields that the type's login needs */
export function tokenSource(type: AuthorizationType, { form, grantType }: AuthorizationSettings, hasLogin = false): TokenSource {
  const { signIn } = authSchemes[type];
  switch (signIn) {
    case null:
      return hasLogin ? 'login' : 'none';
    case 'oauth1':
      return form === MANUAL ? 'none' : 'oauth1';
    case 'oauth2':
      if (form === MANUAL) return 'none';
      return grantType === 'client_credentials' ? 'oauth2-machine' : 'oauth2';
    default:
      return signIn satisfies never;
  }
}

/** Spec CONN-36: tokens that were made in the system are pasted, and sign calls as OAuth 1.0a does. */
const MANUAL = 'ManualOAuth';

/** Whether a client asks for tokens, so that the type or the connector needs its id and secret. */
export function usesClient(type: AuthorizationType, settings: AuthorizationSettings): boolean {
  return !['none', 'login'].includes(tokenSource(type, settings));
}

/** Whether a person has to allow the connection in the system. */
export function asksPerson(type: AuthorizationType, settings: AuthorizationSettings): boolean {
  return ['oauth1', 'oauth2'].includes(tokenSource(type, settings));
}

/** The scheme that puts the credentials on a request. */
export function signingType(type: AuthorizationType, source: TokenSource, { form }: AuthorizationSettings): AuthorizationType {
  if (form === MANUAL && authSchemes[type].signIn) return 'OAuth1';
  // A plain scheme's login trades its fields for a token, which is sent like an OAuth token.
  return source === 'login' && authSchemes[type].isOffered === 'beside-others' ? 'OAuth' : type;
}
