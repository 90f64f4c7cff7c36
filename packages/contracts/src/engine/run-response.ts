import type { RunStatus } from './run-status.ts';

export interface RunResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Text, or base64 of bytes. */
  body: string;
  isBase64?: true;
  /** The body is a file of this name. */
  fileName?: string;
}

/** What a webhook's caller gets at the end of the run. `waits`: the run continues, or this shard no longer knows its response. */
export type AwaitedRunResult =
  | { kind: 'waits' }
  /** The run ended; `response` is what its End step returned. */
  | { kind: 'ended'; status: RunStatus; response: RunResponse | null };

/** What a called run returns to the step that waits for its end. */
export interface CalledRunEnd {
  status: Extract<RunStatus, 'Succeeded' | 'Failed' | 'Cancelled'>;
  response: RunResponse | null;
  errorMessage: string | null;
  /** Values in the response that the called run treats as secrets. */
  secrets?: readonly string[];
}
