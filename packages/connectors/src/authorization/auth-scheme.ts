import type { ConnectorRequest } from '../requests/build-request.ts';
import type { Credentials, CredentialsKind } from './credentials.ts';

/** What authorising needs from outside: a clock, chance and WebCrypto. */
export interface AuthPorts {
  nowMs: number;
  randomBytes(length: number): Uint8Array;
  subtle: Pick<SubtleCrypto, 'importKey' | 'sign' | 'digest'>;
}

/** One way to authorise a request. */
export interface AuthScheme<Kind extends CredentialsKind> {
  /** For a choice in a form. */
  label: string;
  /** The same request with its credentials on it. */
  authorize(
    request: ConnectorRequest,
    credentials: Extract<Credentials, { kind: Kind }>,
    ports: AuthPorts,
  ): ConnectorRequest | Promise<ConnectorRequest>;
  /** Texts that must never be written down. */
  secretsOf(credentials: Extract<Credentials, { kind: Kind }>): string[];
}

/** Credentials that cannot be sent: a line break in a token, mostly. */
export class CredentialsError extends Error {
  override name = 'CredentialsError';
  readonly code = 'credentials-invalid';
  readonly retryable = false;
}
