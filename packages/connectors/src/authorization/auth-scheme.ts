import type { ConnectorRequest } from '../requests/build-request.ts';
import type { AskedField, ConnectorField } from './asked-field.ts';

/** What authorising needs from outside: a clock, chance and WebCrypto. */
export interface AuthPorts {
  nowMs: number;
  randomBytes(length: number): Uint8Array;
  subtle: Pick<typeof crypto.subtle, 'importKey' | 'sign' | 'digest'>;
}

/** What of a connector type decides how its connectors are authorised. */
export interface AuthorizationSettings {
  form?: string | undefined;
  grantType?: string | undefined;
  signatureMethod?: 'HMAC-SHA1' | 'HMAC-SHA256' | undefined;
  /** Values of the `settings` of a scheme, by name. */
  authorizationSettings?: Readonly<Record<string, string>> | undefined;
}

/** What a scheme makes the credentials of a connector from. */
export interface CredentialSource {
  settings: AuthorizationSettings;
  /** Of the connector, those that are filled in. */
  fields: Readonly<Record<string, string>>;
  /** A field that must be there. @throws with what to do where it is empty */
  need(field: ConnectorField): string;
  /** The client of the connector, or of its type. */
  client: { id: string; secret: string };
  /** The result of a sign-in or a token request; null: the scheme has none. */
  tokens: { accessToken: string; tokenSecret: string | null } | null;
}

/** A text that a connector type says once for all its connectors. The form of connector types shows it. */
export interface SchemeSetting {
  name: string;
  label: string;
  hint?: string;
  /** One of these; left out: any text. */
  choices?: readonly { value: string; label: string }[];
  /** What an empty one means; without it, an empty one is refused. */
  usual?: string;
  /** Several lines. */
  isLong?: true;
  /** Why a value cannot be taken; null: it can. */
  problemOf?(value: string): string | null;
}

/**
 * One way to authorise the calls of a connector. Everything else that speaks of authorization types derives from the schemes: forms,
 * checks, redaction, connections (CONTRIBUTING.md, "How do I add").
 */
export interface AuthScheme<Credentials extends object> {
  /** In the form of a connector. */
  label: string;
  /** In the form of a connector type. */
  typeLabel: string;
  /** The required fields of a connector. Its form also asks for fields that the type's texts name in braces. */
  fields: readonly AskedField[];
  /** The fields that are never shown again. They are stored sealed and redacted in runs. */
  secretFields: readonly ConnectorField[];
  /** The protocol by which a person, or the client alone, gets tokens; null: what is entered is all. */
  signIn: 'oauth2' | 'oauth1' | null;
  /** What a connector type settles for all its connectors; most schemes need nothing. */
  settings: readonly SchemeSetting[];
  /** Which connectors of a type that a person made may use it: those of types that name it, or those of types with a plain scheme too. */
  isOffered: 'by-its-types' | 'beside-others';
  /** Whether "Where keys go" of a type does all that the scheme would do. */
  isReplacedBy(keyTemplates: readonly string[]): boolean;
  /** What a person does when a connection check shows that the system refused the credentials. */
  remedy: string;
  credentials(source: CredentialSource): Credentials;
  /** The same request with the credentials on it. */
  authorize(request: ConnectorRequest, credentials: Credentials, ports: AuthPorts): ConnectorRequest | Promise<ConnectorRequest>;
  /** Texts that must never be written down. */
  secretsOf(credentials: Credentials): string[];
}

/** Credentials that cannot be sent: a line break in a token, mostly. */
export class CredentialsError extends Error {
  override name = 'CredentialsError';
  readonly code = 'credentials-invalid';
  readonly retryable = false;
}
