/** An outside call that belongs to no run and no connector, such as exchanging a code for a token. */
export interface OutsideCall {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | null;
  timeoutMs?: number;
}

export type OutsideResult =
  | { ok: true; status: number; headers: Record<string, string>; url: string; body: Uint8Array }
  /** The call was refused, or got no complete response. */
  | { ok: false; message: string; retryable: boolean };

/** A response whose body is streamed; the body fails with an error at the limits of time and size. */
export type OutsideStream =
  | { ok: true; status: number; body: ReadableStream<Uint8Array> }
  /** The call was refused, or got no response. */
  | { ok: false; message: string };

/** Names (never values) of the settings that durable-runs was started with, for other Workers. */
export interface EngineSettings {
  /** Required settings that are missing or invalid. */
  missing: string[];
  /** Ids of the keys in CONNECTOR_KEYS, the current one first. */
  connectorKeyIds: string[];
}

/** The only way out of Portage, through the service binding to the entrypoint `Egress`. */
export interface EgressRpc {
  send(call: OutsideCall): Promise<OutsideResult>;
  /** The same, without waiting for the end of the response. A redirect is a response, too. */
  stream(call: OutsideCall): Promise<OutsideStream>;
  /** Why no call may go to an address; null: it may. Each call checks where its name resolves. */
  addressProblem(url: string): Promise<string | null>;
  /** Whether the engine behind it can work at all. */
  settings(): Promise<EngineSettings>;
}
