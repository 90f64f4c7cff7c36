import type { RunStatus } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { computeStepStates, countTurns, type StepGroup } from './run-states.ts';

const group = (name: string, statuses: RunStatus[], rest: Partial<StepGroup> = {}): StepGroup => ({
  place: name,
  name,
  stepType: 'CustomScript',
  count: statuses.length,
  failedCount: statuses.filter((status) => status === 'Failed').length,
  busyMs: 0,
  turnCount: 0,
  spans: statuses.map((status) => ({ stepInstanceId: '1', startedAt: '', finishedAt: null, count: 1, status })),
  ...rest,
});

describe('the states of a run on the canvas', () => {
  test('is a failure if one iteration failed, otherwise running, otherwise success', () => {
    const states = computeStepStates(
      [
        group('a', ['Succeeded', 'Failed', 'Succeeded']),
        group('b', ['Succeeded', 'InProgress']),
        group('c', ['Succeeded']),
        group('d', ['Cancelled', 'Succeeded']),
        group('e', ['Delayed']),
      ],
      0,
    );
    expect([...states].map(([name, { status, count }]) => [name, status, count])).toEqual([
      ['a', 'Failed', 3],
      ['b', 'InProgress', 2],
      ['c', 'Succeeded', 1],
      ['d', 'Cancelled', 2],
      ['e', 'Delayed', 1],
    ]);
  });

  test('adds up a step that ran at several places', () => {
    const groups = [group('a', ['Failed'], { busyMs: 30, place: 'x/a' }), group('a', ['Succeeded'], { busyMs: 40, place: 'y/a' })];
    expect(computeStepStates(groups, 0).get('a')).toEqual({ status: 'Failed', durationMs: 70, count: 2 });
    expect(countTurns(groups, 'a')).toEqual({ count: 2, failedCount: 1 });
    expect(countTurns(groups, 'b')).toEqual({ count: 0, failedCount: 0 });
  });

  test('counts running time until now, so that a waiting step doesn’t show zero', () => {
    const span = (status: RunStatus, finishedAt: string | null) => ({
      stepInstanceId: '1',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt,
      count: 1,
      status,
    });
    const groups = [
      group('wait', ['Succeeded', 'Delayed'], {
        busyMs: 500,
        spans: [span('Succeeded', '2026-01-01T00:00:00.500Z'), span('Delayed', null)],
      }),
    ];
    expect(computeStepStates(groups, Date.parse('2026-01-01T00:00:07.000Z')).get('wait')?.durationMs).toBe(7_500);
  });
});
