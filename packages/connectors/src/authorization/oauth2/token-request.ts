import type { ConnectorRequest } from '../../requests/build-request.ts';
import { basicHeader } from '../schemes/basic.ts';

export type TokenGrant =
  | { kind: 'authorizationCode'; code: string; redirectUri: string; codeVerifier: string | null }
  | { kind: 'refreshToken'; refreshToken: string }
  | { kind: 'clientCredentials' };

export interface TokenRequestSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
  /** How the client identifies itself. Default: in the body. */
  clientAuthentication?: 'basic' | 'body';
  /** Spec CTYPE-05, `tokenRequestContentType`. */
  contentType?: 'application/x-www-form-urlencoded' | 'application/json';
  /** `audience`, `account_id`, or a custom `grant_type` (Zoom: `account_credentials`). */
  extra?: Readonly<Record<string, string>>;
}

/** The request for a token (RFC 6749, sections 4.1.3, 4.4.2 and 6). */
export function tokenRequest(grant: TokenGrant, settings: TokenRequestSettings): ConnectorRequest {
  const { tokenUrl, clientId, clientSecret, scope, clientAuthentication = 'body', contentType, extra = {} } = settings;
  const isBasic = clientAuthentication === 'basic';
  const fields: Record<string, string> = {
    ...grantFields(grant),
    ...(scope?.trim() && grant.kind === 'clientCredentials' ? { scope: scope.trim() } : {}),
    ...(isBasic ? {} : { client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) }),
    ...extra,
  };
  const type = contentType ?? 'application/x-www-form-urlencoded';
  // Section 2.3.1: name and secret are form-encoded before they become Basic credentials.
  const basic = basicHeader({ username: formEncode(clientId), password: formEncode(clientSecret) });
  return {
    method: 'POST',
    url: tokenUrl,
    headers: { Accept: 'application/json', 'Content-Type': type, ...(isBasic ? { Authorization: basic } : {}) },
    body: type === 'application/json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}

function grantFields(grant: TokenGrant): Record<string, string> {
  switch (grant.kind) {
    case 'authorizationCode': {
      const { code, redirectUri, codeVerifier } = grant;
      return {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier === null ? {} : { code_verifier: codeVerifier }),
      };
    }
    case 'refreshToken':
      return { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
    case 'clientCredentials':
      return { grant_type: 'client_credentials' };
    default:
      return grant satisfies never;
  }
}

function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
