/**
 * The live view's WebSocket: `GET /api/workflows/instances/{id}/live`, upgraded. A browser cannot set headers on it, so
 * the access token travels as a subprotocol; it never stands in an address, where logs would keep it.
 * The messages are LiveRunMessage as JSON text.
 */

/** The subprotocol the server picks. */
export const LIVE_RUN_PROTOCOL = 'portage.live';

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
