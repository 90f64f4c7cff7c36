import type { OwnerId, RunShardRpc } from '@portage/contracts';
import { formatErrorCauses } from '@portage/contracts/log';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { inTime } from '@portage/primitives/in-time';
import type { Admission } from '../quota/admit-fire.ts';
import type { EventContext } from './event-context.ts';
import { EventRefused } from './event-refused.ts';
import { pauseMs, type WantedEvent } from './event-state.ts';
import type { EventStore, WaitingEvent } from './event-store.ts';
import { fetchPage, recounted, takePage } from './read-news.ts';
import { runIdOfEvent, startEventRun } from './start-event-run.ts';
import { problemAfter } from './transitions.ts';

/** Pause between two polls of a system that should have announced its news. */
const UNANNOUNCED_NEWS_MS = HOUR_MS;
/** Pages and starts per alarm; then others get their turn. */
const PAGES_A_TURN = 20;
const STARTS_A_TURN = 200;
/** Polling pauses while more events than this wait for their runs to start. */
const MOST_WAITING = 2_000;
const START_MS = 30_000;
const RETRY_MS = MINUTE_MS;

export interface PollingPorts {
  shard(shardName: string): Pick<RunShardRpc, 'startRun'>;
  admit(ownerUserId: OwnerId): Promise<Admission>;
  transaction(work: () => void): void;
}

/** Polls a system: reads page by page with a stored cursor, and starts a run for each new item. */
export class Polling {
  readonly #context: EventContext;
  readonly #store: EventStore;
  readonly #ports: PollingPorts;

  constructor(context: EventContext, store: EventStore, ports: PollingPorts) {
    this.#context = context;
    this.#store = store;
    this.#ports = ports;
  }

  async readWhereDue(): Promise<void> {
    for (let pages = 0; pages < PAGES_A_TURN; pages += 1) {
      const { wanted, subscription, reading, pings } = this.#context.state();
      const definition = wanted?.definition.poll ?? wanted?.definition.fetch;
      if (!wanted || !subscription || !reading || !definition) return;
      if (reading.nextReadMs === null || reading.nextReadMs > Date.now() || this.#store.waitingCount() >= MOST_WAITING) return;
      const everyMs = wanted.definition.poll ? wanted.definition.poll.everySeconds * 1_000 : UNANNOUNCED_NEWS_MS;
      try {
        const page = await fetchPage(subscription, definition, reading, this.#context.adapters.ports(wanted.ownerUserId));
        const nowMs = Date.now();
        // The page's events and the poll's progress are stored together or not at all.
        this.#ports.transaction(() => {
          const taken = takePage(definition, reading, page, this.#sink(wanted, nowMs), nowMs);
          const isAskedAgain = taken.goesOn || this.#context.state().pings !== pings;
          const nextReadMs = isAskedAgain ? nowMs : nowMs + everyMs;
          this.#context.keep({ ...this.#context.state(), reading: { ...taken.state, failures: 0, message: null, nextReadMs } });
        });
      } catch (error) {
        if (!(error instanceof EventRefused)) throw error;
        const state = this.#context.state();
        const failures = reading.failures + 1;
        const nextReadMs = Date.now() + pauseMs(failures, error.retryAfterMs, Math.min(everyMs, RETRY_MS));
        // A row beyond the end of the sheet can't be requested.
        const isGone = definition.rows !== undefined && error.status === 400 && (reading.reached ?? 1) > 1;
        const known = isGone ? recounted(reading, this.#store) : reading;
        this.#context.keep({ ...state, reading: { ...known, failures, message: error.message, nextReadMs } });
        this.#context.log('warn', 'The new items of a system could not be read', { cause: error.message });
        return;
      }
    }
  }

  #sink(wanted: WantedEvent, nowMs: number) {
    return {
      see: (key: string, place: number | null) => this.#store.see(key, place),
      forgetSeenBefore: (place: number) => this.#store.forgetSeenBefore(place),
      add: (key: string, payload: unknown) => this.#store.addWaiting(key, runIdOfEvent(wanted, key, nowMs), payload),
    };
  }

  /** Starts a run for each event that was read, in order. */
  async startWaiting(): Promise<void> {
    for (let starts = 0; starts < STARTS_A_TURN; starts += 1) {
      const { wanted, startProblem } = this.#context.state();
      const event = this.#store.firstWaiting();
      if (!wanted || !event || (startProblem && startProblem.nextMs > Date.now())) return;
      try {
        await inTime(this.#start(wanted, event), START_MS, () => new Error('The run shard did not respond in time'));
      } catch (error) {
        const refused =
          error instanceof EventRefused
            ? error
            : new EventRefused('The run of an event could not be started right now.', { retryable: true });
        this.#context.log('warn', 'The run of an event could not be started', { runId: event.runId, cause: formatErrorCauses(error) });
        this.#context.keep({ ...this.#context.state(), startProblem: problemAfter(startProblem, refused, Date.now()) });
        return;
      }
      this.#store.removeWaiting(event);
      if (startProblem) this.#context.keep({ ...this.#context.state(), startProblem: null });
    }
  }

  async #start(wanted: WantedEvent, event: WaitingEvent): Promise<void> {
    const admission = await this.#ports.admit(wanted.ownerUserId);
    if (!admission.isAdmitted) throw new EventRefused(admission.message, { retryable: true });
    const ports = {
      shard: this.#ports.shard,
      version: () => this.#context.adapters.version(wanted),
      renewRunId: async () => {
        const runId = runIdOfEvent(wanted, event.key, Date.now());
        this.#store.changeRunId(event, runId);
        await this.#context.onDisk();
        return runId;
      },
    };
    const refused = await startEventRun(ports, wanted, event, this.#store.payloadOf(event), admission.quota);
    if (refused !== null) this.#context.log('warn', 'An event cannot start a run', { runId: event.runId, cause: refused });
  }
}
