import type { OwnerId } from '../users/owner-id.ts';
export interface BeginAuthorizationRequest {
  ownerUserId: OwnerId;
  connectorId: string;
  redirectUri: string;
}

export type BeginAuthorizationResult =
  /** `browserSecret` stays in the browser that began; the callback must send it back (HOSTILE 27). */
  | { outcome: 'redirect'; redirectUrl: string; browserSecret: string }
  /** The type needs no person: its credential was tested. */
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

/** One call of an operation outside of any run: the choices of a form, fields of the account, a subscription. */
export interface ConnectionCallRequest {
  ownerUserId: OwnerId;
  connectorId: string;
  request: {
    method: string;
    /** A URL that begins with a slash is relative to the connection's base address. */
    url: string;
    headers: Record<string, string>;
    body: string | Uint8Array | null;
    timeoutMs?: number;
  };
  /** Leaves out keys of the type whose fields the connector doesn't have yet: this call finds them. */
  omitsUnfilledKeys?: boolean;
}

export type ConnectionCallResult =
  /** Whatever the status is; the connection's secrets are removed. `url` is where the call went. */
  | { outcome: 'answered'; status: number; headers: Record<string, string>; url: string; body: string }
  /** No call was made, or there was no response; `message` says what to do. */
  | { outcome: 'refused'; message: string; retryable: boolean };

/** One `ConnectionObject` Durable Object: the connection of one connector, named by the connector's id. */
export interface ConnectionObjectRpc {
  /** Makes the address to which a person is sent to authorise the connection. */
  beginAuthorization(request: BeginAuthorizationRequest): Promise<BeginAuthorizationResult>;
  /** Completes an authorization with the parameters that the person came back with. A state is accepted once. */
  finishAuthorization(request: FinishAuthorizationRequest): Promise<FinishAuthorizationResult>;
  testConnection(request: { ownerUserId: OwnerId; connectorId: string }): Promise<TestConnectionResult>;
  /** Makes one call with the connection; if its credential has expired, it is repeated with a newer one. */
  call(request: ConnectionCallRequest): Promise<ConnectionCallResult>;
  /** The connector or its type changed: the object reads them again. */
  changed(): Promise<void>;
  /** The connector is about to be deleted: webhooks registered through it are removed at the system. */
  retire(connectorId: string): Promise<void>;
  /** The connector was deleted: everything is deleted, except what is needed to remove remaining registrations. */
  forget(): Promise<void>;
  /** Reseals values that an older key sealed. */
  reseal(): Promise<void>;
}

/** The cookie that holds the secret of the browser that began an authorization until it is back. */
export const CONNECTION_COOKIE = 'portage-connection';
/** Where systems send people back to; below the type's `callbackUrlRoot`, or the product's own address. */
export const CONNECTION_CALLBACK_PATH = '/api/connectors/callback';
