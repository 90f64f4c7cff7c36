/** A call to the outside that belongs to no run and no connector, such as the trade of a code for a token. */
export interface OutsideCall {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | null;
  timeoutMs?: number;
}

export type OutsideAnswer =
  | { ok: true; status: number; headers: Record<string, string>; url: string; body: Uint8Array }
  /** The call was refused, or got no whole answer. */
  | { ok: false; message: string; retryable: boolean };

/** An answer whose body comes bit by bit; the body breaks off with an error at the limits of time and size. */
export type OutsideStream =
  | { ok: true; status: number; body: ReadableStream<Uint8Array> }
  /** The call was refused, or got no answer. */
  | { ok: false; message: string };

/** Names (never values) of the settings that durable-runs was started with, for other Workers. */
export interface EngineSettings {
  /** Settings that it needs and has not, or that make no sense. */
  missing: string[];
  /** Ids of the keys in CONNECTOR_KEYS, the current one first. */
  connectorKeyIds: string[];
}

/** The only way out of Portage, as the service binding to the entrypoint `Egress` gives it. */
export interface EgressRpc {
  send(call: OutsideCall): Promise<OutsideAnswer>;
  /** The same, without waiting for the end of the answer. A redirect is an answer, too. */
  stream(call: OutsideCall): Promise<OutsideStream>;
  /** Why no call may go to an address; null: it may. Where its name leads is looked at by each call. */
  addressProblem(url: string): Promise<string | null>;
  /** Whether the engine behind it can work at all. */
  settings(): Promise<EngineSettings>;
}
