import type { RunTag, RunWaiting } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import type { RunContent } from '@portage/database';
import { hasEnded } from '../core/run-status.ts';
import { shardLimits } from '../limits.ts';
import type { ShardMetrics } from '../metrics/shard-metrics.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import type { InstanceSummary, WriteSummaries } from './instance-summary.ts';

/** Keys of runs loaded into memory after a restart. */
const MOST_PENDING = 10_000;

export interface OutboxPorts {
  now(): number;
  write: WriteSummaries;
  /** Lost when the object ends, hence the alarm. */
  later(ms: number, callback: () => void): void;
  wakeBy(atMs: number): void;
  /** Its counts are sent with the summaries. */
  metrics?: ShardMetrics;
  isFlood?(): boolean;
}

/**
 * Reports the status of runs to PostgreSQL, at the start and at the end, many runs per statement. A run that ends before its start
 * was sent costs one summary. Whatever couldn't be sent stays open on disk and is sent later, with growing pauses (HOSTILE 10).
 */
export class Outbox {
  readonly #stores: ShardStores;
  readonly #ports: OutboxPorts;
  readonly #pending = new Set<number>();
  /** Runs that have only started, and when PostgreSQL gets them. Most end before that, so one summary is enough. */
  readonly #started = new Map<number, number>();
  #hasMore = false;
  #isScheduled = false;
  #isSending = false;
  #failures = 0;
  #notBefore = 0;

  constructor(stores: ShardStores, ports: OutboxPorts) {
    this.#stores = stores;
    this.#ports = ports;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0 && this.#started.size === 0 && !this.#isSending;
  }

  touch(runKey: number): void {
    this.#started.delete(runKey);
    this.#pending.add(runKey);
    this.#schedule();
  }

  /** Notes a run that has started and that nobody is looking for yet. */
  touchStart(runKey: number): void {
    const delayMs = this.#ports.isFlood?.() ? shardLimits.outboxFloodDelayMs : shardLimits.outboxStartDelayMs;
    this.#started.set(runKey, this.#ports.now() + delayMs);
    this.#schedule();
  }

  /** Notes a change that may be over before a list would show it. */
  touchLater(runKey: number): void {
    if (!this.#pending.has(runKey) && !this.#started.has(runKey)) this.touchStart(runKey);
  }

  /** After a restart: picks up unsent summaries from disk. */
  resume(): void {
    const unsent = this.#stores.open.unsent(MOST_PENDING);
    for (const runKey of unsent) this.#pending.add(runKey);
    this.#hasMore = unsent.length === MOST_PENDING;
    this.#schedule();
  }

  /** Sends everything that is due. Never throws. */
  async send(): Promise<void> {
    if (this.#isSending || this.#ports.now() < this.#notBefore) return;
    this.#isSending = true;
    this.#takeStarted();
    try {
      while (this.#pending.size > 0) {
        const batch = [...this.#pending].slice(0, shardLimits.outboxBatch);
        for (const runKey of batch) this.#pending.delete(runKey);
        if (!(await this.#sendBatch(batch))) return;
      }
      if (this.#hasMore) this.resume();
    } finally {
      this.#isSending = false;
      this.#schedule();
    }
  }

  /** Takes the due runs. Starts of a flood are due later than starts that come after it. */
  #takeStarted(): void {
    const nowMs = this.#ports.now();
    for (const [runKey, dueMs] of this.#started) {
      if (dueMs > nowMs) continue;
      this.#started.delete(runKey);
      this.#pending.add(runKey);
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isSending || (this.#pending.size === 0 && this.#started.size === 0)) return;
    this.#isScheduled = true;
    const pauseMs = Math.max(shardLimits.outboxDelayMs, this.#notBefore - this.#ports.now());
    this.#ports.later(pauseMs, () => {
      this.#isScheduled = false;
      void this.send();
    });
    this.#ports.wakeBy(this.#ports.now() + pauseMs + shardLimits.watchdogMs);
  }

  async #sendBatch(batch: readonly number[]): Promise<boolean> {
    const rows = this.#stores.runs.byKeys(batch);
    const summaries = rows.map((row) => this.#summary(row)).filter((summary) => summary !== null);
    const { metrics } = this.#ports;
    const deltas = summaries.length > 0 ? (metrics?.take() ?? []) : [];
    try {
      if (summaries.length > 0) await this.#ports.write(summaries, deltas);
      if (summaries.length > 0) metrics?.count('portage_summary_writes_total', { outcome: 'written' });
    } catch (error) {
      metrics?.giveBack(deltas);
      metrics?.count('portage_summary_writes_total', { outcome: 'failed' });
      const { 0: first, length } = summaries;
      log('error', 'Run summaries could not be sent', {
        runId: first?.id,
        summaries: length,
        unsent: length + this.#pending.size,
        cause: formatErrorCauses(error),
      });
      for (const runKey of batch) this.#pending.add(runKey);
      const pauseMs = Math.min(shardLimits.outboxRetryLongestMs, shardLimits.outboxRetryFirstMs * 2 ** this.#failures);
      this.#failures += 1;
      this.#notBefore = this.#ports.now() + pauseMs;
      return false;
    }
    this.#failures = 0;
    this.#notBefore = 0;
    // Runs may have advanced since; `rows` is what PostgreSQL has now.
    const present = this.#stores.runs.revisions(batch);
    const isOver = (row: RunRow) => hasEnded(row.status) && present.get(row.runKey) === row.revision;
    const over = rows.filter(isOver).map((row) => row.runKey);
    if (over.length > 0) this.#stores.open.close(over);
    for (const row of rows) if (!isOver(row)) this.#stores.open.markSent(row.runKey, row.revision);
    return true;
  }

  #summary(row: RunRow): InstanceSummary | null {
    const version = this.#stores.runs.version(row.versionId);
    // A step tested alone isn't listed.
    if (!version || version.given) return null;
    const { runKey, runId, versionId, updatedAt, continuedAt, startedByHand, callDepth, tagsJson, contentJson, waitingJson, ...shared } =
      row;
    return {
      ...shared,
      id: runId,
      ownerUserId: version.ownerUserId,
      workflowId: version.workflowId,
      workflowVersionId: versionId,
      name: version.name,
      lastUpdatedAt: updatedAt,
      stoodFailedMs: continuedAt === null ? 0 : this.#stores.runAttempts.stoodFailedMs(runKey),
      waiting: waitingJson === null ? null : (JSON.parse(waitingJson) as RunWaiting),
      tags: tagsJson === null ? [] : (JSON.parse(tagsJson) as RunTag[]),
      content: contentJson === null ? null : (JSON.parse(contentJson) as RunContent),
    };
  }
}
