import type { RunViewer } from './run-views.ts';

/**
 * The live view's WebSocket: `GET /api/workflows/instances/{id}/live`, upgraded. A browser can't set headers on it, so the access token
 * travels as a subprotocol and never in an address, which would end up in logs. The messages are LiveRunMessage as JSON text.
 */

/** The subprotocol the server picks. */
export const LIVE_RUN_PROTOCOL = 'portage.live';

/** Why the server closes a live view. After `tokenExpired` it may be reopened with a fresh token; after `sessionEnded` it may not. */
export const LIVE_CLOSE_CODES = { tokenExpired: 4401, sessionEnded: 4403 } as const;

/** The watcher, as the API reports it to the run's shard. */
export interface LiveWatcher {
  sessionId: string;
  tokenExpiresAtMs: number;
  /** Absent: hidden steps stay hidden. */
  viewer?: RunViewer;
}

/** Header that carries a `LiveWatcher`: JSON, percent-encoded, since it has names that people chose. */
export const LIVE_WATCHER_HEADER = 'x-portage-watcher';

const TOKEN_PREFIX = 'portage.bearer.';

/** Path of the live view of a run. */
export function liveRunPath(runId: string): string {
  return `/api/workflows/instances/${encodeURIComponent(runId)}/live`;
}

/** Second argument of `new WebSocket`. */
export function liveRunProtocols(accessToken: string): string[] {
  return [LIVE_RUN_PROTOCOL, `${TOKEN_PREFIX}${accessToken}`];
}

/** @returns the access token in a `Sec-WebSocket-Protocol` header, or null. */
export function accessTokenOfProtocols(header: string | null): string | null {
  for (const protocol of (header ?? '').split(',')) {
    const name = protocol.trim();
    if (name.startsWith(TOKEN_PREFIX)) return name.slice(TOKEN_PREFIX.length) || null;
  }
  return null;
}
