import { LIVE_CLOSE_CODES, type LiveWatcher, type RunViewer } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { isSameJson } from '@portage/primitives/json';

/** An ended session, a lost role and a newly hidden step are noticed at most this late. */
const CHECK_EVERY_MS = 10_000;

export interface WatcherSessionsPorts {
  now(): number;
  /** Every open socket of the object. */
  sockets(): readonly WebSocket[];
  /** How each watcher sees the watched run today, in order; null: they may no longer watch it. */
  findViewers(watchers: readonly Watcher[]): Promise<readonly (RunViewer | null)[]>;
}

export interface Watcher {
  socket: WebSocket;
  watcher: LiveWatcher;
}

/**
 * Closes the sockets of people who may no longer watch: their access token expired, they signed out, or their account or the role that let
 * them is gone. The others see what they may see today. The token's expiry needs no database; while the database is down, everything else
 * stays as it is until then.
 */
export class WatcherSessions {
  readonly #ports: WatcherSessionsPorts;
  #checkedAt: number;

  constructor(ports: WatcherSessionsPorts) {
    this.#ports = ports;
    this.#checkedAt = ports.now();
  }

  /** When the object must wake to check; null: there are no watchers. */
  nextCheck(): number | null {
    const ends = this.#watchers().map(({ watcher }) => watcher.tokenExpiresAtMs);
    return ends.length === 0 ? null : Math.min(this.#checkedAt + CHECK_EVERY_MS, ...ends);
  }

  /** Checks if it's time to. Never throws. */
  async check(): Promise<void> {
    const nowMs = this.#ports.now();
    const dueMs = this.nextCheck();
    if (dueMs === null || nowMs < dueMs) return;
    for (const { socket, watcher } of this.#watchers()) {
      if (watcher.tokenExpiresAtMs <= nowMs) close(socket, LIVE_CLOSE_CODES.tokenExpired, 'The access token has expired.');
    }
    const watchers = this.#watchers();
    this.#checkedAt = nowMs;
    if (watchers.length === 0) return;
    try {
      const viewers = await this.#ports.findViewers(watchers);
      for (const [at, { socket, watcher }] of watchers.entries()) {
        const viewer = viewers[at];
        if (!viewer) close(socket, LIVE_CLOSE_CODES.sessionEnded, 'The session has ended.');
        else if (!isSameJson(viewer, watcher.viewer)) socket.serializeAttachment({ ...watcher, viewer } satisfies LiveWatcher);
      }
    } catch (error) {
      log('warn', 'The sessions of watchers could not be looked at', { watchers: watchers.length, cause: formatErrorCauses(error) });
    }
  }

  #watchers(): Watcher[] {
    const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.READY_STATE_OPEN;
    return this.#ports
      .sockets()
      .filter(isOpen)
      .flatMap((socket) => {
        const watcher = socket.deserializeAttachment() as LiveWatcher | null;
        return watcher ? [{ socket, watcher }] : [];
      });
  }
}

function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Already closed.
  }
}
