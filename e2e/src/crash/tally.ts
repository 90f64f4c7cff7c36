import type { RecordedCall } from './recorded-calls.ts';

/** What a series started: the id in the payload, and the calls its run must have made. */
export interface ExpectedRun {
  id: string;
  calls: readonly string[];
}

export interface CallTally {
  /** Calls that never came although the run was to make them. */
  callsMissing: number;
  /** Calls that came again although their answer was on disk: must be 0. */
  finishedStepsRepeated: number;
  /** Calls that were under way at a kill and went out again with the same idempotency key: allowed. */
  callsRepeatedWithSameKey: number;
  /** Calls repeated with another key, which the receiver cannot recognise: must be 0. */
  callsRepeatedWithAnotherKey: number;
  /** What is known of each finished step that was repeated. */
  repeats: string[];
}

/** An answer this much older than the kill is on disk on any machine. */
const SURELY_RECORDED_MS = 1_000;
/** A call that the network still held when its sender was killed is noted after the kill. */
const STILL_ARRIVING_MS = 300;

/**
 * Counts what was doubled or is missing. That an answer was on disk shows in three ways: a later call of the same run
 * had gone out before (nothing leaves before what came earlier is on disk), nothing was killed since the call came, or
 * the answer was a second older than the kill.
 *
 * @param calls in the order in which they came.
 * @param killsAtMs in order.
 */
export function tallyCalls(runs: readonly ExpectedRun[], calls: readonly RecordedCall[], killsAtMs: readonly number[]): CallTally {
  const byRun = Map.groupBy(calls, (call) => call.run);
  const tally: CallTally = {
    callsMissing: 0,
    finishedStepsRepeated: 0,
    callsRepeatedWithSameKey: 0,
    callsRepeatedWithAnotherKey: 0,
    repeats: [],
  };
  for (const run of runs) {
    const earlier = new Map<string, RecordedCall[]>();
    let furthest = -1;
    for (const call of byRun.get(run.id) ?? []) {
      const place = run.calls.indexOf(call.step);
      const before = earlier.get(call.step) ?? [];
      earlier.set(call.step, [...before, call]);
      const last = before.at(-1);
      // After a 503 the step tries again, as it should.
      if (last && !(last.status === 503 && last.answeredAtMs !== null)) {
        if (last.idempotencyKey === call.idempotencyKey) tally.callsRepeatedWithSameKey += 1;
        const why = furthest > place ? 'after a later step' : whyRecorded(last, call, killsAtMs);
        if (why) {
          tally.finishedStepsRepeated += 1;
          tally.repeats.push(`${run.id} ${call.step} ${why}: ${describe(last, call, killsAtMs)}`);
        }
      }
      if (last && last.idempotencyKey !== call.idempotencyKey) tally.callsRepeatedWithAnotherKey += 1;
      furthest = Math.max(furthest, place);
    }
    tally.callsMissing += run.calls.filter((step) => !earlier.has(step)).length;
  }
  return tally;
}

/** @returns null when the answer may have been on its way at the kill. */
function whyRecorded(last: RecordedCall, again: RecordedCall, killsAtMs: readonly number[]): string | null {
  const kill = killsAtMs.find((atMs) => atMs + STILL_ARRIVING_MS >= last.atMs);
  if (kill === undefined || kill > again.atMs) return 'without a kill';
  if (last.answeredAtMs !== null && kill - last.answeredAtMs > SURELY_RECORDED_MS) return 'long after its answer';
  return null;
}

function describe(last: RecordedCall, again: RecordedCall, killsAtMs: readonly number[]): string {
  const from = (atMs: number | null) => (atMs === null ? 'never' : `${atMs - last.atMs} ms`);
  const kills = killsAtMs.filter((atMs) => atMs > last.atMs - 5_000 && atMs < again.atMs);
  return `answered after ${from(last.answeredAtMs)}, again after ${from(again.atMs)}, kills at ${kills.map(from).join(', ')}`;
}
