import type { Credentials } from '@portage/connectors/authorization';
import type { OwnerId } from '@portage/contracts';
import type { ResponseSign } from '@portage/database';

/** The right to make one call with a connector, and to repeat it. Never stored in the journal. */
export interface ConnectionLease {
  connectorId: string;
  connectorTypeId: string;
  connectorName: string;
  typeName: string;
  /** The call goes to the simulator of its host. */
  isSimulated: boolean;
  /** A person signs in at the system, so Re-Connect can bring the connection back. */
  hasSignIn: boolean;
  /** The file with the type's OpenAPI document; null: it has none. */
  documentId: string | null;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Only these may receive the credential (HOSTILE 22). */
  allowedHosts: string[];
  /** Credentials for the request (`authorizeRequest`); null: none. */
  credentials: Credentials | null;
  /** Headers and query parameters the type requires on every call besides the credential. */
  extraKeys: { in: 'header' | 'query' | 'body' | 'path'; name: string; value: string }[];
  /** Values to redact from every response. */
  secrets: string[];
  /** The credential's revision. A caller passes it back when a response says the credential has expired. */
  revision: number;
  /** The connector is marked as broken. A call that succeeds anyway clears the mark. */
  isMarkedBroken: boolean;
  expirySigns: ResponseSign[];
  rateLimitSigns: ResponseSign[];
}

export interface LeaseRequest {
  /** The owner of the run that asks. Only the connector's owner gets a lease. */
  ownerUserId: OwnerId;
  connectorId: string;
  /** A response said that the credential of this revision has expired. */
  expiredRevision?: number;
  /** How many calls want to start at once, each with its own slot; absent: one. 0: the lease is only read. */
  calls?: number;
  /** Leaves out the type's keys whose fields the connector doesn't have yet: this call finds them. */
  omitsUnfilledKeys?: boolean;
  /** To remove webhooks registered at the system. Possible for a while after the connector was deleted. */
  isRemoval?: boolean;
}

export type LeaseResult =
  /** `moreWaitsMs`: how long the second call has to wait from now, the third, and so on. Missing calls got no slot. */
  | { outcome: 'leased'; lease: ConnectionLease; moreWaitsMs?: number[] }
  /** `message` says what to do. `retryAfterMs` is set if the system asked for a longer wait than a call can make. */
  | { outcome: 'refused'; message: string; retryable: boolean; retryAfterMs?: number };

export interface RateLimitReport {
  ownerUserId: OwnerId;
  /** From the Retry-After header; null: there was none. */
  retryAfterMs: number | null;
}

export interface CredentialsReport {
  ownerUserId: OwnerId;
  connectorId: string;
  revision: number;
  /** The response status that refused them; null: they were accepted. */
  refusedStatus: number | null;
}

/** The part of a connection that event objects use. */
export interface HeldConnection extends LeasingConnection {
  /** This workflow has something registered at the system, so a deleted connector is kept until it's removed. */
  hold(workflowId: string): Promise<void>;
  release(workflowId: string): Promise<void>;
}

export interface LeasingConnection {
  lease(request: LeaseRequest): Promise<LeaseResult>;
  /** Slows down every call of this connector. */
  reportRateLimit(report: RateLimitReport): Promise<void>;
  /** Marks the connector as broken, or clears the mark. Ignores reports about credentials that have since been replaced. */
  reportCredentials(report: CredentialsReport): Promise<void>;
}

/** Explains to a person why a connection can't be used. Thrown only inside the object. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
  readonly retryable: boolean;
  /** The system refused a sign-in with the connector's own credentials. */
  readonly isSignInRefused: boolean;

  constructor(message: string, { retryable = false, isSignInRefused = false }: { retryable?: boolean; isSignInRefused?: boolean } = {}) {
    super(message);
    this.retryable = retryable;
    this.isSignInRefused = isSignInRefused;
  }
}
