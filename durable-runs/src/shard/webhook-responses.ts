import type { AwaitedRunResult } from '@portage/contracts';
import type { ActiveRun } from '../active-run/active-run.ts';
import { findResponse } from '../active-run/run-response.ts';
import { hasEnded } from '../core/run-status.ts';

/** Callers beyond this number get the run's id instead of its response. */
const MOST_EXPECTED = 2_000;
/** How long a response is kept after its deadline, for the call that asks for it and for a duplicate delivery. */
const KEPT_MS = 5_000;

interface Expected {
  result: AwaitedRunResult | null;
  untilMs: number;
  waiting: Set<(result: AwaitedRunResult) => void>;
}

/**
 * Responses of runs for webhook callers that wait for the run's end. Only in memory: after the object has restarted, the caller gets the
 * run's id, as at the deadline.
 */
export class WebhookResponses {
  readonly #expected = new Map<string, Expected>();

  /** @returns false if too many callers already wait */
  expect(runId: string, withinMs: number, nowMs: number): boolean {
    for (const [oldRunId, { untilMs }] of this.#expected) {
      // In the order of their starts. Deadlines differ by at most a minute.
      if (untilMs >= nowMs) break;
      this.#expected.delete(oldRunId);
    }
    if (this.#expected.size >= MOST_EXPECTED) return false;
    this.#expected.set(runId, { result: null, untilMs: nowMs + withinMs + KEPT_MS, waiting: new Set() });
    return true;
  }

  isExpected(runId: string): boolean {
    return this.#expected.has(runId);
  }

  onSaved(run: ActiveRun): void {
    const expected = this.#expected.get(run.row.runId);
    if (expected && hasEnded(run.row.status))
      this.#settle(expected, { kind: 'ended', status: run.row.status, response: findResponse(run) });
  }

  onSealed(runId: string, status: Extract<AwaitedRunResult, { kind: 'ended' }>['status']): void {
    const expected = this.#expected.get(runId);
    if (expected) this.#settle(expected, { kind: 'ended', status, response: null });
  }

  /** @returns `waits` at the deadline, and for a run that `expect` was not called for */
  wait(runId: string, withinMs: number): Promise<AwaitedRunResult> {
    const expected = this.#expected.get(runId);
    if (!expected) return Promise.resolve({ kind: 'waits' });
    if (expected.result) return Promise.resolve(expected.result);
    return new Promise((resolve) => {
      const settle = (result: AwaitedRunResult): void => {
        clearTimeout(timer);
        expected.waiting.delete(settle);
        resolve(result);
      };
      const timer = setTimeout(() => settle({ kind: 'waits' }), withinMs);
      expected.waiting.add(settle);
    });
  }

  #settle(expected: Expected, result: AwaitedRunResult): void {
    expected.result ??= result;
    for (const settle of [...expected.waiting]) settle(expected.result);
  }
}
