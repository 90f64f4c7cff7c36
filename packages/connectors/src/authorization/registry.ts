import type { ConnectorRequest } from '../requests/build-request.ts';
import type { AuthPorts, AuthScheme } from './auth-scheme.ts';
import { apiKeyScheme } from './schemes/api-key.ts';
import { basicScheme } from './schemes/basic.ts';
import { noScheme } from './schemes/none.ts';
import { oauth1Scheme } from './schemes/oauth1.ts';
import { oauth2Scheme } from './schemes/oauth2.ts';
import { signedRequestScheme } from './schemes/signed-request.ts';

/** One line per scheme, by its authorization type (spec CTYPE-05). Forms offer them in this order. */
const schemes = {
  OAuth: oauth2Scheme,
  OAuth1: oauth1Scheme,
  ApiKey: apiKeyScheme,
  Basic: basicScheme,
  SignedRequest: signedRequestScheme,
  None: noScheme,
};

/** How a connector is authorised. Declared only here: contracts, database and forms use this type. */
export type AuthorizationType = keyof typeof schemes;

type CredentialsOf<Type extends AuthorizationType> = (typeof schemes)[Type] extends AuthScheme<infer Credentials> ? Credentials : never;

export type Credentials = { [Type in AuthorizationType]: { kind: Type } & CredentialsOf<Type> }[AuthorizationType];

export const authorizationTypes = Object.keys(schemes) as [AuthorizationType, ...AuthorizationType[]];

export type SchemeFacts = Omit<AuthScheme<never>, 'credentials' | 'authorize' | 'secretsOf'>;

export const authSchemes: Readonly<Record<AuthorizationType, SchemeFacts>> = schemes;

export function isAuthorizationType(value: string | null): value is AuthorizationType {
  return value !== null && Object.hasOwn(schemes, value);
}

/** @throws what `source.need` throws for an empty field */
export function credentialsFor(kind: AuthorizationType, source: Parameters<AuthScheme<object>['credentials']>[0]): Credentials {
  return { kind, ...getScheme(kind).credentials(source) } as Credentials;
}

/**
 * The same request with its credentials on it. The caller must first check whether its host may receive them
 * (mayReceiveCredential, HOSTILE 22).
 *
 * @throws CredentialsError for credentials that cannot be sent.
 */
export async function authorizeRequest(request: ConnectorRequest, credentials: Credentials, ports: AuthPorts): Promise<ConnectorRequest> {
  return getScheme(credentials.kind).authorize(request, credentials, ports);
}

/** Texts of the credentials that must never be logged, for redaction by value. */
export function listSecrets(credentials: Credentials): string[] {
  return getScheme(credentials.kind)
    .secretsOf(credentials)
    .filter((secret) => secret !== '');
}

function getScheme(kind: AuthorizationType): AuthScheme<object> {
  return schemes[kind] as AuthScheme<object>;
}
