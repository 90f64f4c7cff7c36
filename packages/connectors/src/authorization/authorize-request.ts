import type { ConnectorRequest } from '../requests/build-request.ts';
import { apiKeyScheme } from './api-key.ts';
import type { AuthPorts, AuthScheme } from './auth-scheme.ts';
import { basicScheme } from './basic.ts';
import { bearerScheme } from './bearer.ts';
import type { Credentials, CredentialsKind } from './credentials.ts';
import { oauth1Scheme } from './oauth1/oauth1.ts';
import { signedRequestScheme } from './signed-request.ts';

/** One line a scheme. */
const schemes: { [Kind in CredentialsKind]: AuthScheme<Kind> } = {
  apiKey: apiKeyScheme,
  basic: basicScheme,
  bearer: bearerScheme,
  oauth1: oauth1Scheme,
  signedRequest: signedRequestScheme,
};

/** For a choice in a form. */
export const authSchemes: readonly { kind: CredentialsKind; label: string }[] = (Object.keys(schemes) as CredentialsKind[]).map((kind) => ({
  kind,
  label: schemes[kind].label,
}));

/**
 * The same request with its credentials on it. Whether they may go to its host is for the caller to look at first
 * (mayReceiveCredential, HOSTILE 22).
 *
 * @throws CredentialsError for credentials that cannot be sent.
 */
export async function authorizeRequest(request: ConnectorRequest, credentials: Credentials, ports: AuthPorts): Promise<ConnectorRequest> {
  return schemeOf(credentials.kind).authorize(request, credentials, ports);
}

/** Texts of the credentials that must never be written down, for redaction by value. */
export function secretsOf(credentials: Credentials): string[] {
  return schemeOf(credentials.kind)
    .secretsOf(credentials)
    .filter((secret) => secret !== '');
}

function schemeOf<Kind extends CredentialsKind>(kind: Kind): AuthScheme<CredentialsKind> {
  return schemes[kind] as unknown as AuthScheme<CredentialsKind>;
}
