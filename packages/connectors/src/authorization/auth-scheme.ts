import type { ConnectorRequest } from '../requests/build-request.ts';
import type { AskedField, ConnectorField } from './asked-field.ts';

export interface AuthPorts {
  nowMs: number;
  randomBytes(length: number): Uint8Array;
  subtle: Pick<typeof crypto.subtle, 'importKey' | 'sign' | 'digest'>;
}

/** The parts of a connector type that decide how its connectors are authorised. */
export interface AuthorizationSettings {
  form?: string | undefined;
  grantType?: string | undefined;
  signatureMethod?: 'HMAC-SHA1' | 'HMAC-SHA256' | undefined;
  /** Values of the scheme's `settings`, by name. */
  authorizationSettings?: Readonly<Record<string, string>> | undefined;
}

export interface CredentialSource {
  settings: AuthorizationSettings;
  /** The connector's fields that are filled in. */
  fields: Readonly<Record<string, string>>;
  /** A required field. @throws with what to do if it's empty */
  need(field: ConnectorField): string;
  /** The OAuth client of the connector or of its type. */
  client: { id: string; secret: string };
  /** The result of a sign-in or a token request; null if the scheme has none. */
  tokens: { accessToken: string; tokenSecret: string | null } | null;
}

/** A text that a connector type sets once for all its connectors, in the connector type's form. */
export interface SchemeSetting {
  name: string;
  label: string;
  hint?: string;
  /** Absent: any text is allowed. */
  choices?: readonly { value: string; label: string }[];
  /** The default for an empty value. Without it, an empty value is refused. */
  usual?: string;
  /** Allows several lines. */
  isLong?: true;
  problemOf?(value: string): string | null;
}

/** A way to authorise calls. Forms, checks, redaction and connections derive from the schemes (CONTRIBUTING.md, "How do I add"). */
export interface AuthScheme<Credentials extends object> {
  /** Shown in a connector's form. */
  label: string;
  /** Shown in a connector type's form. */
  typeLabel: string;
  /** The required fields of a connector. Its form also asks for fields that the type's texts name in braces. */
  fields: readonly AskedField[];
  /** Fields that are never shown again. They are stored sealed, and redacted in runs. */
  secretFields: readonly ConnectorField[];
  /** The protocol that gets tokens, for a person or for the client only. Null: the entered fields are enough. */
  signIn: 'oauth2' | 'oauth1' | null;
  settings: readonly SchemeSetting[];
  /** `by-its-types`: only connectors of a custom type that names the scheme. `beside-others`: also if the type names a plain scheme. */
  isOffered: 'by-its-types' | 'beside-others';
  /** Whether the type's keys ("Where keys go") already do everything that the scheme would do. */
  isReplacedBy(keyTemplates: readonly string[]): boolean;
  /** What to do when a connection check shows that the system refused the credentials. */
  remedy: string;
  credentials(source: CredentialSource): Credentials;
  authorize(request: ConnectorRequest, credentials: Credentials, ports: AuthPorts): ConnectorRequest | Promise<ConnectorRequest>;
  /** Texts that must never be logged or stored in plain text. */
  secretsOf(credentials: Credentials): string[];
}

/** The credentials can't be sent, usually because a token contains a line break. */
export class CredentialsError extends Error {
  override name = 'CredentialsError';
  readonly code = 'credentials-invalid';
  readonly retryable = false;
}
