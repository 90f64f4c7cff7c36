import type { StepGroup, StepStatus } from '@portage/contracts';
import type { StepRecord } from '../core/run-event.ts';
import { hasEnded } from '../core/run-status.ts';
import { findFlowPath, getEnclosingParts, parseIteration, stripNumbers } from '../core/step-path.ts';

/** Spans of one position are merged unless they're at least this fraction of the run apart, so the overview stays small. */
const PARTS = 300;
/** The most positions shown; a workflow has fewer. */
const MOST_PLACES = 1_000;

interface OpenSpan {
  ordinal: number;
  longestMs: number;
  startedMs: number;
  finishedMs: number | null;
  count: number;
  status: StepStatus;
}

interface OpenGroup extends Omit<StepGroup, 'spans'> {
  spans: OpenSpan[];
  /** The newest span that succeeded, and the newest that didn't. */
  last: { good?: OpenSpan; bad?: OpenSpan };
  lastTurn: string;
}

/** Sums up a run from its records, passed in the order in which the steps began. */
export class OverviewBuilder {
  readonly #groups = new Map<string, OpenGroup>();
  readonly #resolutionMs: number;
  #failed: StepRecord | null = null;
  #last: StepRecord | null = null;

  constructor(durationMs: number) {
    this.#resolutionMs = Math.max(0, durationMs) / PARTS;
  }

  take(record: StepRecord): void {
    // A loop fails with the step inside it, which began later.
    if (record.status === 'Failed') this.#failed = record;
    if (record.stepType !== 'EndStep' || !this.#last) this.#last = record;
    const group = this.#groupOf(record);
    if (!group) return;
    const tookMs = record.finishedAt === null ? 0 : Math.max(0, record.finishedAt - record.startedAt);
    group.count += 1;
    group.busyMs += tookMs;
    if (record.status === 'Failed') group.failedCount += 1;
    this.#addSpan(group, record, tookMs);
    this.#countTurn(record.path);
  }

  result(): { groups: StepGroup[]; focus: StepRecord | null } {
    const groups = [...this.#groups.values()].map(({ lastTurn: _lastTurn, last: _last, spans, ...group }) => ({
      ...group,
      spans: spans.map(({ ordinal, startedMs, finishedMs, count, status }) => ({
        stepInstanceId: String(ordinal),
        startedAt: new Date(startedMs).toISOString(),
        finishedAt: finishedMs === null ? null : new Date(finishedMs).toISOString(),
        count,
        status,
      })),
    }));
    return { groups, focus: this.#failed ?? this.#last };
  }

  #groupOf(record: StepRecord): OpenGroup | null {
    const { path, name, stepType } = record;
    // Each flow counts as one position, even over a hundred thousand items.
    const place = stripNumbers(findFlowPath(record) ?? path);
    let group = this.#groups.get(place);
    if (!group && this.#groups.size < MOST_PLACES) {
      group = { place, name, stepType, count: 0, failedCount: 0, busyMs: 0, turnCount: 0, spans: [], last: {}, lastTurn: '' };
      this.#groups.set(place, group);
    }
    return group ?? null;
  }

  /** Failures are kept apart from successes: three failures among a hundred thousand must stay visible. */
  #addSpan(group: OpenGroup, { ordinal, status, startedAt, finishedAt }: StepRecord, tookMs: number): void {
    const kind = status === 'Failed' || status === 'Cancelled' ? 'bad' : 'good';
    const last = group.last[kind];
    const isNear = last && last.finishedMs !== null && hasEnded(status) && startedAt - last.finishedMs < this.#resolutionMs;
    if (!isNear) {
      const span = { ordinal, longestMs: tookMs, startedMs: startedAt, finishedMs: finishedAt, count: 1, status };
      group.spans.push(span);
      group.last[kind] = span;
      return;
    }
    last.count += 1;
    last.finishedMs = finishedAt === null ? null : Math.max(last.finishedMs ?? 0, finishedAt);
    const isWorse = status === 'Failed' && last.status !== 'Failed';
    if (isWorse || (status === last.status && status !== 'Failed' && tookMs > last.longestMs)) {
      last.ordinal = ordinal;
      last.longestMs = tookMs;
    }
    if (isWorse) last.status = status;
  }

  /** The innermost loop around a step has one more iteration if the step is the first in it. */
  #countTurn(path: string): void {
    const around = getEnclosingParts(path);
    for (let depth = around.length - 1; depth >= 0; depth -= 1) {
      const turn = parseIteration(around[depth] ?? '');
      if (!turn) continue;
      const loop = this.#groups.get(stripNumbers([...around.slice(0, depth), turn.loop].join('/')));
      const name = around.slice(0, depth + 1).join('/');
      if (!loop || loop.lastTurn === name) return;
      loop.lastTurn = name;
      loop.turnCount += 1;
    }
  }
}
