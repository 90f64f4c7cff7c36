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
  /** The finding, and the action that it calls for. */
  message: string;
}

/** One call of an operation outside of any run: the choices of a form, fields of the account, a subscription. */
export interface ConnectionCallRequest {
  ownerUserId: string;
  connectorId: string;
  request: {
    method: string;
    /** A URL that begins with a slash is relative to the connection's base address. */
    url: string;
    headers: Record<string, string>;
    body: string | Uint8Array | null;
    timeoutMs?: number;
  };
  /** Leaves out keys of the type whose fields the connector does not have yet: this call finds them. */
  omitsUnfilledKeys?: boolean;
}

export type ConnectionCallResult =
  /** Whatever the status is; the connection's secrets are taken out. `url` is where the call went. */
  | { outcome: 'answered'; status: number; headers: Record<string, string>; url: string; body: string }
  /** No call was made, or there was no answer; `message` says what to do. */
  | { outcome: 'refused'; message: string; retryable: boolean };

/** One `ConnectionObject` Durable Object: the connection of one connector, found by the connector's id as its name. */
export interface ConnectionObjectRpc {
  /** Makes the address to which a person is sent to allow the connection. */
  beginAuthorization(request: BeginAuthorizationRequest): Promise<BeginAuthorizationResult>;
  /** Completes an authorization with the parameters that the person came back with. A state is taken once. */
  finishAuthorization(request: FinishAuthorizationRequest): Promise<FinishAuthorizationResult>;
  testConnection(request: { ownerUserId: string; connectorId: string }): Promise<TestConnectionResult>;
  /** Makes one call with the connection; one whose credential has expired is made again with a newer one. */
  call(request: ConnectionCallRequest): Promise<ConnectionCallResult>;
  /** The connector or its type was changed: the object reads them again. */
  changed(): Promise<void>;
  /** The connector is about to be deleted: webhooks that were registered through it are removed at the system. */
  retire(connectorId: string): Promise<void>;
  /** The connector was deleted: everything goes, except what is needed to remove remaining registrations. */
  forget(): Promise<void>;
  /** Seals values again that an older key sealed. */
  reseal(): Promise<void>;
}

/** The browser that began an authorization keeps its secret in this cookie until it is back. */
export const CONNECTION_COOKIE = 'portage-connection';
/** Where systems send people back to; below `callbackUrlRoot` of the type, or the product's own address. */
export const CONNECTION_CALLBACK_PATH = '/api/connectors/callback';
