export interface AuthorizationUrlSettings {
  authUrl: string;
  clientId: string;
  redirectUri: string;
  scope?: string;
  /** Unguessable, single-use, bound to the person who started the sign-in (HOSTILE 27). */
  state: string;
  /** Null for systems that refuse unknown parameters. */
  codeChallenge: string | null;
  /** `access_type=offline`, `prompt=consent`, `audience=…`. They can't override the parameters above. */
  extra?: Readonly<Record<string, string>>;
}

/** Where a person is sent to give consent (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export function authorizationUrl(settings: AuthorizationUrlSettings): string {
  const { authUrl, clientId, redirectUri, scope, state, codeChallenge, extra = {} } = settings;
  const url = new URL(authUrl);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  if (scope?.trim()) url.searchParams.set('scope', scope.trim());
  url.searchParams.set('state', state);
  if (codeChallenge !== null) {
    url.searchParams.set('code_challenge', codeChallenge);
    url.searchParams.set('code_challenge_method', 'S256');
  }
  return url.href;
}
