import { LIVE_RUN_PROTOCOL, LIVE_WATCHER_HEADER, type LiveWatcher, type RunViewer } from '@portage/contracts';
import { LiveHub, type LiveHubPorts } from './live-hub.ts';
import { WatcherSessions, type WatcherSessionsPorts } from './watcher-sessions.ts';

type LiveViewPorts = Omit<LiveHubPorts, 'sockets'> &
  Pick<WatcherSessionsPorts, 'now'> & {
    /** How the run looks to the user of each session today, in order; null: they may no longer watch it. */
    findViewers(watchers: readonly RunWatcher[]): Promise<readonly (RunViewer | null)[]>;
  };

export interface RunWatcher {
  sessionId: string;
  runKey: number;
}

/** The people who watch runs of a shard: their sockets, which survive the object's hibernation, and what is pushed to them. */
export class LiveView {
  readonly #ctx: DurableObjectState;
  readonly #hub: LiveHub;
  readonly #sessions: WatcherSessions;
  /** Keys of the watched runs. */
  #watched: Set<number>;

  constructor(ctx: DurableObjectState, ports: LiveViewPorts) {
    this.#ctx = ctx;
    this.#watched = this.#watchedRuns();
    const sockets = (runKey: number) => (this.#watched.has(runKey) ? ctx.getWebSockets(String(runKey)) : []);
    this.#hub = new LiveHub({ ...ports, sockets });
    this.#sessions = new WatcherSessions({
      now: ports.now,
      sockets: () => ctx.getWebSockets(),
      findViewers: (watchers) =>
        ports.findViewers(
          watchers.map(({ socket, watcher }) => ({ sessionId: watcher.sessionId, runKey: Number(ctx.getTags(socket)[0]) })),
        ),
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  }

  changed(runKey: number, ordinal?: number): void {
    this.#hub.changed(runKey, ordinal);
  }

  /** Accepts a new watcher of a run, who first gets its whole state. @returns the response to the upgrade */
  accept(runKey: number, request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.acceptWebSocket(server, [String(runKey)]);
    server.serializeAttachment(parseWatcher(request));
    this.#watched.add(runKey);
    this.#hub.push(runKey, server);
    // A browser that offers subprotocols hangs up unless the server picks one.
    const isOffered = request.headers.get('sec-websocket-protocol')?.includes(LIVE_RUN_PROTOCOL) ?? false;
    return new Response(null, {
      status: 101,
      webSocket: client,
      ...(isOffered ? { headers: { 'sec-websocket-protocol': LIVE_RUN_PROTOCOL } } : {}),
    });
  }

  /** Watchers only listen. Each message would wake the object, so the first one closes the view. */
  refuseMessage(socket: WebSocket): void {
    // 1003: data of a kind that is not accepted (RFC 6455, 7.4.1).
    socket.close(1003, 'The live view doesn’t accept messages.');
  }

  /** @param code close code from the watcher */
  left(socket: WebSocket, code: number): void {
    this.#watched = this.#watchedRuns(socket);
    try {
      socket.close(code === 1005 || code === 1006 ? 1000 : code);
    } catch {
      // Already closed.
    }
  }

  nextCheck(): number | null {
    return this.#sessions.nextCheck();
  }

  /** Closes the sockets of people who may no longer watch, and hides from others what is hidden today. Never throws. */
  checkSessions(): Promise<void> {
    return this.#sessions.check();
  }

  #watchedRuns(leaving?: WebSocket): Set<number> {
    const sockets = this.#ctx.getWebSockets().filter((socket) => socket !== leaving);
    return new Set(sockets.flatMap((socket) => this.#ctx.getTags(socket).map(Number)));
  }
}

function parseWatcher(request: Request): LiveWatcher | null {
  const text = request.headers.get(LIVE_WATCHER_HEADER);
  return text === null ? null : (JSON.parse(decodeURIComponent(text)) as LiveWatcher);
}
