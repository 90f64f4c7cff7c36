import type { RecordedCall } from './recorded-calls.ts';

/** A started run: the id in the payload, and the calls that it must have made. */
export interface ExpectedRun {
  id: string;
  calls: readonly string[];
}

export interface CallTally {
  /** Calls that never came although the run had to make them. */
  callsMissing: number;
  /** Calls repeated although their response was on disk: must be 0. */
  finishedStepsRepeated: number;
  /** Calls in progress at a kill that were sent again with the same idempotency key: allowed. */
  callsRepeatedWithSameKey: number;
  /** Calls repeated with another key, which the receiver can't recognise: must be 0. */
  callsRepeatedWithAnotherKey: number;
  /** The evidence for each finished step that was repeated. */
  repeats: string[];
}

/** One kill of the Workers runtime. */
export interface Kill {
  atMs: number;
  /** By then every call of the killed process had been recorded, including calls that the network still held. */
  settledAtMs: number;
  /** Idempotency keys of the steps that the journals held as finished at the kill. */
  finished: ReadonlySet<string>;
}

/**
 * Counts repeated and missing calls. Three facts show that a step had finished, and time is none of them: a later call
 * of the same run had been sent before (a call leaves only when everything earlier is on disk), nothing was killed
 * since the call came, or the journal said so at a kill.
 *
 * @param calls in order of arrival
 * @param kills in order
 */
export function tallyCalls(runs: readonly ExpectedRun[], calls: readonly RecordedCall[], kills: readonly Kill[]): CallTally {
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
        const why = furthest > place ? 'after a later step' : whyRecorded(last, call, kills);
        if (why) {
          tally.finishedStepsRepeated += 1;
          tally.repeats.push(`${run.id} ${call.step} ${why}: ${describe(last, call, kills)}`);
        }
      }
      if (last && last.idempotencyKey !== call.idempotencyKey) tally.callsRepeatedWithAnotherKey += 1;
      furthest = Math.max(furthest, place);
    }
    tally.callsMissing += run.calls.filter((step) => !earlier.has(step)).length;
  }
  return tally;
}

/** @returns null if the response was not on disk at a kill */
function whyRecorded(last: RecordedCall, again: RecordedCall, kills: readonly Kill[]): string | null {
  const between = kills.filter(({ atMs, settledAtMs }) => settledAtMs >= last.atMs && atMs <= again.atMs);
  if (between.length === 0) return 'without a kill';
  return between.some(({ finished }) => finished.has(last.idempotencyKey)) ? 'although the journal had it' : null;
}

function describe(last: RecordedCall, again: RecordedCall, kills: readonly Kill[]): string {
  const from = (atMs: number | null) => (atMs === null ? 'never' : `${atMs - last.atMs} ms`);
  const near = kills.filter(({ atMs }) => atMs > last.atMs - 5_000 && atMs < again.atMs);
  return `answered after ${from(last.answeredAtMs)}, again after ${from(again.atMs)}, kills at ${near.map(({ atMs }) => from(atMs)).join(', ')}`;
}
