import { formatErrorCauses, log } from '@portage/contracts/log';
import { HOUR_MS } from '@portage/primitives/durations';
import { hasEnded } from '../core/run-status.ts';
import { runLimits, shardLimits } from '../limits.ts';
import type { RunScheduler } from '../scheduler/run-scheduler.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import type { StepDataRetention } from '../storage/step-data-retention.ts';
import type { ShardAlarm } from './shard-alarm.ts';

interface Sender {
  readonly isEmpty: boolean;
  send(): Promise<unknown>;
}

interface UpkeepParts {
  /** For the log. */
  shardName(): string | undefined;
  scheduler: RunScheduler;
  outbox: Sender & { touch(runKey: number): void; resume(): void };
  messages: Sender;
  calls: { resume(): void };
  live: { nextCheck(): number | null; checkSessions(): Promise<unknown> };
  retention: StepDataRetention;
  alarm: ShardAlarm;
}

/** What a shard does by itself: it continues its runs after a restart, wakes them when they are due, and finally removes itself. */
export class ShardUpkeep {
  readonly #stores: ShardStores;
  readonly #parts: UpkeepParts;

  constructor(stores: ShardStores, parts: UpkeepParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  /** Called when the object has started, perhaps after an abnormal end. */
  resume(): void {
    const { scheduler, calls, retention, outbox } = this.#parts;
    if (!this.#stores.exists) return;
    let suspects = 0;
    for (const { runKey, status, wakeAt, versionId, isParked } of this.#stores.open.inProgress()) {
      // Some runs that look unstarted may have been active, as many as can be active at a time. The disk doesn't show which.
      if (status === 'Scheduled' && suspects >= runLimits.activeRuns) scheduler.takeUp(runKey, versionId);
      else if (isParked) scheduler.waitAgain(runKey, versionId);
      else if (wakeAt === null) scheduler.recover(runKey);
      if (status === 'Scheduled') suspects += 1;
    }
    calls.resume();
    // The retention may have been shortened since the alarm was set.
    retention.removeDue(Date.now());
    if (this.#stores.open.isEmpty()) return;
    outbox.resume();
    void this.#rearm();
  }

  /** Never throws: the platform retries a failing alarm only six times (HOSTILE 2). Ringing twice for the same time changes nothing. */
  async onAlarm(): Promise<void> {
    const { alarm, scheduler, outbox, messages, live, shardName } = this.#parts;
    alarm.rang();
    if (!this.#stores.exists) return;
    try {
      const nowMs = Date.now();
      for (const { runKey, again } of this.#stores.open.due(nowMs, 1_000)) {
        // If this object ends before the run is picked up, the alarm returns for it.
        this.#stores.open.setWake(runKey, nowMs + shardLimits.watchdogMs);
        if (again) scheduler.recover(runKey);
        else scheduler.takeUp(runKey);
      }
      // Not awaited: no other alarm rings before this one has returned, and the database may be slow.
      void outbox.send();
      void messages.send();
      void live.checkSessions();
    } catch (error) {
      log('error', 'The alarm of a run shard failed', { shardName: shardName(), cause: formatErrorCauses(error) });
    } finally {
      await this.#rearm();
    }
  }

  /**
   * Called when the sweep found these runs quiet. The shard picks them up again and resends their summaries. A run in
   * progress that nothing here would ever wake is picked up as after an abnormal end.
   */
  async nudge(runIds: readonly string[]): Promise<number> {
    const rows = runIds.map((runId) => this.#stores.runs.byId(runId)).filter((row) => row !== null);
    for (const row of rows) {
      this.#parts.outbox.touch(row.runKey);
      if (!hasEnded(row.status) && this.#stores.open.wakeOf(row.runKey) === null) this.#parts.scheduler.recover(row.runKey);
    }
    await this.#rearm();
    return rows.length;
  }

  /** People are watching runs: sets the alarm to check later whether they are still allowed to. */
  lookAfterWatchers(): void {
    const nextCheck = this.#parts.live.nextCheck();
    if (nextCheck !== null) this.#parts.alarm.wakeBy(nextCheck);
  }

  async #rearm(): Promise<void> {
    const { alarm, scheduler, outbox, messages, retention, shardName } = this.#parts;
    const nowMs = Date.now();
    try {
      const nextWake = this.#stores.open.nextWake();
      if (nextWake !== null) alarm.wakeBy(Math.max(nowMs, nextWake));
      this.lookAfterWatchers();
      const nextRemoval = retention.removeDue(nowMs);
      if (nextRemoval !== null) alarm.wakeBy(nextRemoval);
      if (!scheduler.isIdle || !outbox.isEmpty || !messages.isEmpty) alarm.wakeBy(nowMs + shardLimits.watchdogMs);
      else if (nextWake === null) await this.#retire(nowMs);
    } catch (error) {
      log('error', 'The alarm of a run shard could not be set to the next due time', {
        shardName: shardName(),
        cause: formatErrorCauses(error),
      });
      alarm.wakeBy(nowMs + shardLimits.watchdogMs);
    }
  }

  /** Past retention and with nothing open, the shard removes everything it holds, including itself. */
  async #retire(nowMs: number): Promise<void> {
    const { alarm, retention } = this.#parts;
    const last = this.#stores.runs.lastChange();
    const endsAt = last === null ? this.#stores.triggerChanges.endsAt() : retention.shardEndsAt(last);
    if (endsAt === null) return;
    if (nowMs >= endsAt && this.#stores.open.isEmpty()) await this.#stores.removeEverything();
    else alarm.wakeBy(last === null ? endsAt : Math.max(endsAt, nowMs + HOUR_MS));
  }
}
