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

/** Keys of the runs that have watchers, without the watcher who is just leaving. */
export function watchedRuns(ctx: DurableObjectState, leaving?: WebSocket): Set<number> {
  const watched = new Set<number>();
  for (const socket of ctx.getWebSockets()) {
    if (socket !== leaving) for (const tag of ctx.getTags(socket)) watched.add(Number(tag));
  }
  return watched;
}
