import { type CalledRunEnd, parseRunId, type RunShardRpc } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { shardLimits } from '../limits.ts';
import type { ShardMessage } from '../storage/call-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';

const MOST_AT_ONCE = 50;
/** The end of a run, stored until the waiting run has received it. */
export const END_CHUNK = 'called-end';

export interface MessagePorts {
  shard(shardName: string): Pick<RunShardRpc, 'tellCalledRunEnd' | 'cancelCalledRun'>;
  /** Calls back after a delay. Forgotten when the object ends, so an alarm is set as well. */
  later(ms: number, callback: () => void): void;
  wakeBy(atMs: number): void;
  now(): number;
}

/**
 * Notifies other shards how runs ended. A message is stored together with what it reports, is sent as often as needed, and is removed
 * once the other shard has stored it. Receiving it twice does no harm.
 */
export class ShardMessages {
  readonly #stores: ShardStores;
  readonly #ports: MessagePorts;
  #mayHaveSome = false;
  #isSending = false;
  #isScheduled = false;
  #failures = 0;

  constructor(stores: ShardStores, ports: MessagePorts) {
    this.#stores = stores;
    this.#ports = ports;
  }

  get isEmpty(): boolean {
    return !this.#mayHaveSome;
  }

  /** There is something to send, or there may be after a restart. */
  schedule(): void {
    this.#mayHaveSome = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const pauseMs = this.#failures === 0 ? 0 : Math.min(shardLimits.outboxRetryLongestMs, 250 * 2 ** Math.min(10, this.#failures));
    this.#ports.later(pauseMs, () => {
      this.#isScheduled = false;
      void this.send();
    });
    this.#ports.wakeBy(this.#ports.now() + pauseMs + shardLimits.watchdogMs);
  }

  /** Never throws. */
  async send(): Promise<void> {
    if (this.#isSending || !this.#mayHaveSome) return;
    this.#isSending = true;
    try {
      for (;;) {
        const messages = this.#stores.calls.messages(MOST_AT_ONCE);
        if (messages.length === 0) {
          this.#mayHaveSome = false;
          this.#failures = 0;
          return;
        }
        const results = await Promise.all(messages.map((message) => this.#deliver(message)));
        if (!results.every(Boolean)) {
          this.#failures += 1;
          return;
        }
        this.#failures = 0;
      }
    } finally {
      this.#isSending = false;
      if (this.#mayHaveSome) this.schedule();
    }
  }

  async #deliver(message: ShardMessage): Promise<boolean> {
    const { id, kind, runId, ref, runKey } = message;
    try {
      const shard = this.#ports.shard(parseRunId(runId)?.shardName ?? '');
      const json = runKey === null ? null : this.#stores.chunks.read(runKey, END_CHUNK);
      if (kind === 'cancel') await shard.cancelCalledRun(runId);
      else if (ref !== null && json !== null) await shard.tellCalledRunEnd(runId, ref, JSON.parse(json) as CalledRunEnd);
      this.#stores.calls.removeMessage(id);
      if (runKey !== null) this.#stores.chunks.remove(runKey, END_CHUNK);
      return true;
    } catch (error) {
      log('warn', 'Another shard could not be notified of a run', { runId, kind, cause: formatErrorCauses(error) });
      return false;
    }
  }
}
