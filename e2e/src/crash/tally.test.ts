import { describe, expect, it } from 'vitest';
import type { RecordedCall } from './recorded-calls.ts';
import { tallyCalls } from './tally.ts';

const RUNS = [{ id: 'r', calls: ['a', 'b'] }];

function call(step: string, atMs: number, more: Partial<RecordedCall> = {}): RecordedCall {
  return { run: 'r', step, idempotencyKey: `key-${step}`, atMs, answeredAtMs: atMs + 10, status: 200, ...more };
}

describe('the tally of the crash harness', () => {
  it('finds nothing wrong with calls that came once', () => {
    expect(tallyCalls(RUNS, [call('a', 0), call('b', 50)], [30])).toEqual({
      callsMissing: 0,
      finishedStepsRepeated: 0,
      callsRepeatedWithSameKey: 0,
      callsRepeatedWithAnotherKey: 0,
      repeats: [],
    });
  });

  it('allows a call that was under way at a kill to come again', () => {
    const calls = [call('a', 0, { answeredAtMs: null }), call('a', 2_000), call('b', 2_100)];
    expect(tallyCalls(RUNS, calls, [5])).toMatchObject({ callsRepeatedWithSameKey: 1, finishedStepsRepeated: 0 });
  });

  it('finds a finished step that was repeated after a later one, without any kill, or long after its answer', () => {
    expect(tallyCalls(RUNS, [call('a', 0), call('b', 20), call('a', 900)], [25]).finishedStepsRepeated).toBe(1);
    expect(tallyCalls(RUNS, [call('a', 0), call('a', 90), call('b', 120)], []).finishedStepsRepeated).toBe(1);
    expect(tallyCalls(RUNS, [call('a', 0), call('a', 9_000), call('b', 9_100)], [5_000]).finishedStepsRepeated).toBe(1);
  });

  it('finds another key, and a call that is missing', () => {
    const calls = [call('a', 0, { answeredAtMs: null }), call('a', 2_000, { idempotencyKey: 'another' })];
    expect(tallyCalls(RUNS, calls, [5])).toMatchObject({ callsRepeatedWithAnotherKey: 1, callsMissing: 1 });
  });

  it('takes the next attempt after a 503 for what it is', () => {
    const calls = [call('a', 0, { status: 503 }), call('a', 1_000), call('b', 1_100)];
    expect(tallyCalls(RUNS, calls, [])).toMatchObject({ callsRepeatedWithSameKey: 0, finishedStepsRepeated: 0 });
  });
});
