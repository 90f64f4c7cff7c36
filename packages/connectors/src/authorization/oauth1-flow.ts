import type { ConnectorRequest } from '../requests/build-request.ts';
import { withQueryParameter } from './put-on-request.ts';
import type { OAuth1Credentials } from './schemes/oauth1.ts';

export interface OAuth1App extends Pick<OAuth1Credentials, 'consumerKey' | 'consumerSecret' | 'signatureMethod'> {}

export interface UnsignedCall {
  request: ConnectorRequest;
  credentials: OAuth1Credentials;
}

/** Requests temporary credentials (RFC 5849, section 2.1). Sign and send it. */
export function temporaryCredentialsCall(app: OAuth1App, requestTokenUrl: string, callbackUrl: string): UnsignedCall {
  return { request: post(requestTokenUrl), credentials: { ...app, parameters: { oauth_callback: callbackUrl } } };
}

/** Where the person gives consent (section 2.2). */
export function oauth1AuthorizationUrl(authUrl: string, temporaryToken: string): string {
  return withQueryParameter(post(authUrl), 'oauth_token', temporaryToken).url;
}

/** Requests the permanent token (section 2.3). Sign and send it. */
export function tokenCredentialsCall(
  app: OAuth1App,
  accessTokenUrl: string,
  temporary: { token: string; tokenSecret: string },
  verifier: string,
): UnsignedCall {
  return { request: post(accessTokenUrl), credentials: { ...app, ...temporary, parameters: { oauth_verifier: verifier } } };
}

/** The token and its secret from a response; null if it has none. The response's other members are included (QuickBooks: realmId). */
export function parseOAuth1Token(body: string): { token: string; tokenSecret: string; other: Record<string, string> } | null {
  const { oauth_token: token, oauth_token_secret: tokenSecret, ...other } = Object.fromEntries(new URLSearchParams(body));
  return token && tokenSecret ? { token, tokenSecret, other } : null;
}

function post(url: string): ConnectorRequest {
  return { method: 'POST', url, headers: {}, body: null };
}
