import { describe, expect, test } from 'vitest';
import type { RecordedCall } from './recorded-calls.ts';
import { type Kill, tallyCalls } from './tally.ts';

const RUNS = [{ id: 'r', calls: ['a', 'b'] }];

function call(step: string, atMs: number, more: Partial<RecordedCall> = {}): RecordedCall {
  return { run: 'r', step, idempotencyKey: `key-${step}`, atMs, answeredAtMs: atMs + 10, status: 200, ...more };
}

function killAt(atMs: number, more: Partial<Kill> = {}): Kill {
  return { atMs, settledAtMs: atMs + 5, finished: new Set(), ...more };
}

describe('the tally of the crash harness', () => {
  test('finds nothing wrong with calls that arrived once', () => {
    expect(tallyCalls(RUNS, [call('a', 0), call('b', 50)], [killAt(30)])).toEqual({
      callsMissing: 0,
      finishedStepsRepeated: 0,
      callsRepeatedWithSameKey: 0,
      callsRepeatedWithAnotherKey: 0,
      repeats: [],
    });
  });

  test('allows a call in progress at a kill to arrive again', () => {
    const calls = [call('a', 0, { answeredAtMs: null }), call('a', 2_000), call('b', 2_100)];
    expect(tallyCalls(RUNS, calls, [killAt(5)])).toMatchObject({ callsRepeatedWithSameKey: 1, finishedStepsRepeated: 0 });
  });

  test('finds a finished step that was repeated after a later one, without any kill, or although the journal had it', () => {
    expect(tallyCalls(RUNS, [call('a', 0), call('b', 20), call('a', 900)], [killAt(25)]).finishedStepsRepeated).toBe(1);
    expect(tallyCalls(RUNS, [call('a', 0), call('a', 90), call('b', 120)], []).finishedStepsRepeated).toBe(1);
    const journaled = killAt(30, { finished: new Set(['key-a']) });
    expect(tallyCalls(RUNS, [call('a', 0), call('a', 90), call('b', 120)], [journaled]).finishedStepsRepeated).toBe(1);
    expect(tallyCalls(RUNS, [call('a', 0), call('a', 90), call('b', 120)], [killAt(10), journaled]).finishedStepsRepeated).toBe(1);
  });

  test('allows a repeated call whose response was not in the journal at the kill, however old it was', () => {
    const calls = [call('a', 0), call('a', 9_000), call('b', 9_100)];
    expect(tallyCalls(RUNS, calls, [killAt(5_000)])).toMatchObject({ callsRepeatedWithSameKey: 1, finishedStepsRepeated: 0 });
  });

  test('attributes a call that the network still held at the kill to the killed process', () => {
    const calls = [call('a', 1_200, { answeredAtMs: null }), call('a', 5_000), call('b', 5_100)];
    const kill = killAt(1_000, { settledAtMs: 1_300 });
    expect(tallyCalls(RUNS, calls, [kill])).toMatchObject({ callsRepeatedWithSameKey: 1, finishedStepsRepeated: 0 });
  });

  test('finds another key, and a missing call', () => {
    const calls = [call('a', 0, { answeredAtMs: null }), call('a', 2_000, { idempotencyKey: 'another' })];
    expect(tallyCalls(RUNS, calls, [killAt(5)])).toMatchObject({ callsRepeatedWithAnotherKey: 1, callsMissing: 1 });
  });

  test('recognises the next attempt after a 503', () => {
    const calls = [call('a', 0, { status: 503 }), call('a', 1_000), call('b', 1_100)];
    expect(tallyCalls(RUNS, calls, [])).toMatchObject({ callsRepeatedWithSameKey: 0, finishedStepsRepeated: 0 });
  });
});
