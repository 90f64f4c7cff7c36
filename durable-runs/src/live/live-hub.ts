import type { LiveRunMessage, LiveWatcher, RunViewer } from '@portage/contracts';
import { shardLimits } from '../limits.ts';

/** The most steps one message carries; a watcher reads again what it shows. */
const MOST_STEPS = 50;

export interface LiveHubPorts {
  /** Open sockets of a run, including those that hibernated with the object. */
  sockets(runKey: number): readonly WebSocket[];
  later(ms: number, callback: () => void): void;
  /** The current run, written to disk first; null if it's gone. */
  read(runKey: number, changedFrom: ReadonlySet<number>, viewer: RunViewer): { run: LiveRunMessage; steps: LiveRunMessage } | null;
}

/** Pushes a run's changes to its watchers, at most a few times a second. */
export class LiveHub {
  readonly #ports: LiveHubPorts;
  readonly #changed = new Map<number, Set<number>>();

  constructor(ports: LiveHubPorts) {
    this.#ports = ports;
  }

  /** @param ordinal of the step that changed; absent if only the run did. */
  changed(runKey: number, ordinal?: number): void {
    let ordinals = this.#changed.get(runKey);
    if (!ordinals) {
      if (this.#ports.sockets(runKey).length === 0) return;
      ordinals = new Set();
      this.#changed.set(runKey, ordinals);
      this.#ports.later(shardLimits.livePushMs, () => this.push(runKey));
    }
    if (ordinal === undefined) return;
    ordinals.add(ordinal);
    // If there are very many, the newest are enough: the count says how many there are.
    if (ordinals.size > MOST_STEPS) ordinals.delete(ordinals.values().next().value as number);
  }

  /** Sends the changes since the last push, or the whole current state to a new watcher. */
  push(runKey: number, only?: WebSocket): void {
    const ordinals = this.#changed.get(runKey) ?? new Set<number>();
    if (!only) this.#changed.delete(runKey);
    const sockets = only ? [only] : this.#ports.sockets(runKey);
    if (sockets.length === 0) return;
    // Owners and admins who act for them may see different steps of the same run.
    const byViewer = Map.groupBy(sockets, (socket) => JSON.stringify(getViewer(socket)));
    for (const [viewer, group] of byViewer) {
      const messages = this.#ports.read(runKey, ordinals, JSON.parse(viewer) as RunViewer);
      if (messages) send(group, messages);
    }
  }
}

function getViewer(socket: WebSocket): RunViewer {
  return (socket.deserializeAttachment() as LiveWatcher | null)?.viewer ?? { seesHidden: false };
}

function send(sockets: readonly WebSocket[], messages: { run: LiveRunMessage; steps: LiveRunMessage }): void {
  for (const socket of sockets) {
    try {
      socket.send(JSON.stringify(messages.run));
      socket.send(JSON.stringify(messages.steps));
    } catch {
      // A closing socket has no reader who would miss the message.
    }
  }
}
