/** How a call is authorised: what goes along with it, or what signs it. */
export interface ConnectionAuth {
  /** Names in lower case. */
  headers: Record<string, string>;
  query: Record<string, string>;
  /** Signs each call (RFC 5849); null: headers and query are all. */
  oauth1: OAuth1Credentials | null;
}

export interface OAuth1Credentials {
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
  signatureMethod: 'HMAC-SHA1' | 'HMAC-SHA256';
  /** NetSuite wants its account there. */
  realm: string | null;
}

/** How an answer shows something that its status alone does not; every member that is there must hold. */
export interface ConnectionSign {
  status?: number;
  path?: string;
  equals?: string;
  contains?: string;
}

/** The right to make calls with a connector, for one call and its repetition. Never journaled. */
export interface ConnectionLease {
  connectorId: string;
  connectorTypeId: string;
  connectorName: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Only they may be sent the credential (HOSTILE 22). */
  allowedHosts: string[];
  auth: ConnectionAuth;
  /** Values to be redacted wherever they turn up. */
  secrets: string[];
  /** Of the credential: handed back when an answer said it has expired. */
  revision: number;
  /** Whether a newer credential can be had without a person. */
  isRenewable: boolean;
  expirySigns: ConnectionSign[];
  rateLimitSigns: ConnectionSign[];
}

export interface LeaseRequest {
  /** Whose run asks: nobody else gets a lease. */
  ownerUserId: string;
  connectorId: string;
  /** An answer said that the credential of this revision has expired. */
  expiredRevision?: number;
}

export type LeaseResult =
  | { outcome: 'leased'; lease: ConnectionLease }
  /** `message` says what to do; `retryAfterMs` where the system asked to wait longer than a call can. */
  | { outcome: 'refused'; message: string; retryable: boolean; retryAfterMs?: number };

/** The system answered that there were too many calls. */
export interface RateLimitReport {
  ownerUserId: string;
  /** What Retry-After said; null: nothing. */
  retryAfterMs: number | null;
}

export interface BeginAuthorizationRequest {
  ownerUserId: string;
  connectorId: string;
  redirectUri: string;
}

export type BeginAuthorizationResult =
  /** `browserSecret` is kept by the browser that began; the callback must bring it along (HOSTILE 27). */
  | { outcome: 'redirect'; redirectUrl: string; browserSecret: string }
  /** The type needs no person: its credential was tried. */
  | { outcome: 'connected' }
  | { outcome: 'refused'; message: string };

export interface FinishAuthorizationRequest {
  connectorId: string;
  /** The whole query of the callback. */
  query: Record<string, string>;
  browserSecret: string;
}

export type FinishAuthorizationResult = { outcome: 'connected' } | { outcome: 'refused'; message: string };

export interface TestConnectionResult {
  isSuccess: boolean;
  /** What was found, and what to do about it. */
  message: string;
}

/** One `ConnectionObject` Durable Object: the connection of one connector, found by the connector's id as its name. */
export interface ConnectionObjectRpc {
  lease(request: LeaseRequest): Promise<LeaseResult>;
  /** Slows every call of this connector down. */
  reportRateLimit(report: RateLimitReport): Promise<void>;
  /** Makes the address to which a person is sent to allow the connection. */
  beginAuthorization(request: BeginAuthorizationRequest): Promise<BeginAuthorizationResult>;
  /** Takes what that person came back with. A state is taken once. */
  finishAuthorization(request: FinishAuthorizationRequest): Promise<FinishAuthorizationResult>;
  testConnection(request: { ownerUserId: string; connectorId: string }): Promise<TestConnectionResult>;
  /** The connector or its type was changed: what is known of them is read again. */
  changed(): Promise<void>;
  /** The connector was deleted: nothing of it stays. */
  forget(): Promise<void>;
}

/** The browser that began an authorization keeps its secret in this cookie until it is back. */
export const CONNECTION_COOKIE = 'portage-connection';
/** Where systems send people back to; below `callbackUrlRoot` of the type, or the product's own address. */
export const CONNECTION_CALLBACK_PATH = '/api/connectors/callback';
