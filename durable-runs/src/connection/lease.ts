import type { Credentials } from '@portage/connectors/authorization';
import type { AnswerSign } from '@portage/database';

/** The right to make one call with a connector, and to repeat it. Never journaled. */
export interface ConnectionLease {
  connectorId: string;
  connectorTypeId: string;
  connectorName: string;
  typeName: string;
  /** The call goes to the simulator of the host that it names. */
  isSimulated: boolean;
  /** A person signs in at the system, so Re-Connect can bring the connection back. */
  hasSignIn: boolean;
  /** The file of the type's OpenAPI document; null: it has none. */
  documentId: string | null;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Only they may be sent the credential (HOSTILE 22). */
  allowedHosts: string[];
  /** The credentials for the request (`authorizeRequest`); null: there are none. */
  credentials: Credentials | null;
  /** Headers and query parameters that the type wants on every call beside the credential. */
  extraKeys: { in: 'header' | 'query' | 'body' | 'path'; name: string; value: string }[];
  /** Values to be taken out of whatever comes back. */
  secrets: string[];
  /** The credential's revision; a caller returns it when an answer says that the credential has expired. */
  revision: number;
  /** The connector is marked as broken. A call that works nevertheless clears the mark. */
  isMarkedBroken: boolean;
  expirySigns: AnswerSign[];
  rateLimitSigns: AnswerSign[];
}

export interface LeaseRequest {
  /** The owner of the run that asks: only the connector's owner gets a lease. */
  ownerUserId: string;
  connectorId: string;
  /** An answer said that the credential of this revision has expired. */
  expiredRevision?: number;
  /** So many calls want to leave at once, each with a place of its own; absent: one. 0: the lease is only read. */
  calls?: number;
  /** Leaves out keys of the type whose fields the connector does not have yet: this call finds them. */
  omitsUnfilledKeys?: boolean;
  /** To remove what is registered at the system: possible for a while after the connector was deleted. */
  isRemoval?: boolean;
}

export type LeaseResult =
  /** `moreWaitsMs`: how long the second call has to wait from now on, the third one and so on; those that are missing got no place. */
  | { outcome: 'leased'; lease: ConnectionLease; moreWaitsMs?: number[] }
  /** `message` says what to do; `retryAfterMs` where the system asked to wait longer than a call can. */
  | { outcome: 'refused'; message: string; retryable: boolean; retryAfterMs?: number };

/** The system answered that there were too many calls. */
export interface RateLimitReport {
  ownerUserId: string;
  /** The time from Retry-After; null: there was none. */
  retryAfterMs: number | null;
}

/** Whether the system accepted the credentials of a lease. */
export interface CredentialsReport {
  ownerUserId: string;
  connectorId: string;
  /** Of the lease that the call was made with. */
  revision: number;
  /** The status of the answer that refused them; null: they were accepted. */
  refusedStatus: number | null;
}

/** The part of a connection that what listens for events uses. */
export interface HeldConnection extends LeasingConnection {
  /** Something of this workflow is registered at the system: a deleted connector must not be forgotten before it is removed. */
  hold(workflowId: string): Promise<void>;
  release(workflowId: string): Promise<void>;
}

/** The part of a connection that runs use. */
export interface LeasingConnection {
  lease(request: LeaseRequest): Promise<LeaseResult>;
  /** Slows every call of this connector down. */
  reportRateLimit(report: RateLimitReport): Promise<void>;
  /** Marks the connector as broken, or clears the mark. Reports about credentials that were replaced since are ignored. */
  reportCredentials(report: CredentialsReport): Promise<void>;
}

/** Says in words for a person why a connection cannot be used; thrown only inside the object. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
  readonly retryable: boolean;
  /** The system refused the sign-in with the connector's own credentials. */
  readonly isSignInRefused: boolean;

  constructor(message: string, { retryable = false, isSignInRefused = false }: { retryable?: boolean; isSignInRefused?: boolean } = {}) {
    super(message);
    this.retryable = retryable;
    this.isSignInRefused = isSignInRefused;
  }
}
