import type { LiveWatcher } from '@portage/contracts';

/** A new watcher of a run: its socket outlives the object's sleep, the run's key is its tag. */
export function acceptWatcher(
  ctx: DurableObjectState,
  runKey: number,
  watcher: LiveWatcher | null,
): { client: WebSocket; server: WebSocket } {
  const { 0: client, 1: server } = new WebSocketPair();
  ctx.acceptWebSocket(server, [String(runKey)]);
  server.serializeAttachment(watcher);
  return { client, server };
}

/** Watchers only listen. Each message would wake the object, so the first one ends the view. */
export function refuseMessage(socket: WebSocket): void {
  // 1003: data of a kind that is not accepted (RFC 6455, 7.4.1).
  socket.close(1003, 'The live view takes no messages.');
}

/** Keys of the runs that have watchers, without the watcher who is just leaving. */
export function watchedRuns(ctx: DurableObjectState, leaving?: WebSocket): Set<number> {
  const watched = new Set<number>();
  for (const socket of ctx.getWebSockets()) {
    if (socket !== leaving) for (const tag of ctx.getTags(socket)) watched.add(Number(tag));
  }
  return watched;
}
