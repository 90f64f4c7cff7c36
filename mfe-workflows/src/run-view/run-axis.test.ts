import { describe, expect, test } from 'vitest';
import type { StepGroup } from '../api-types.ts';
import { buildRunAxis, computeTicks, findFailuresInside, placeStep } from './run-axis.ts';

const at = (ms: number) => new Date(ms).toISOString();
function group(place: string, spans: [startMs: number, endMs: number | null][], more: Partial<StepGroup> = {}): StepGroup {
  return {
    place,
    name: place,
    stepType: 'CustomScript',
    count: spans.length,
    failedCount: 0,
    turnCount: 0,
    busyMs: 0,
    spans: spans.map(([startMs, endMs], index) => ({
      stepInstanceId: String(index),
      startedAt: at(startMs),
      finishedAt: endMs === null ? null : at(endMs),
      count: 1,
      status: endMs === null ? 'InProgress' : 'Succeeded',
    })),
    ...more,
  };
}
const run = (finishedMs: number | null) => ({ createdAt: at(0), finishedAt: finishedMs === null ? null : at(finishedMs) });
const step = (startMs: number, endMs: number | null) => ({ startedAt: at(startMs), finishedAt: endMs === null ? null : at(endMs) });

describe('the time axis of a run', () => {
  test('places each step with its start and length', () => {
    const axis = buildRunAxis(run(1_000), [group('a', [[0, 250]]), group('b', [[250, 1_000]])], 99_000);
    const bars = [placeStep(axis, step(0, 250), 99_000), placeStep(axis, step(250, 1_000), 99_000)];
    expect(bars.map((bar) => [bar?.start, bar?.length])).toEqual([
      [0, 0.25],
      [0.25, 0.75],
    ]);
  });

  test('has the wait before the first step and the pauses between steps; loops don’t count as work', () => {
    const { pauses } = buildRunAxis(
      run(1_000),
      [
        group('a', [[100, 200]]),
        group('each', [[200, 900]], { turnCount: 1 }),
        group('each[]/b', [
          [200, 300],
          [600, 900],
        ]),
        group('wait', [[900, 1_000]], { stepType: 'DelayStep' }),
      ],
      0,
    );
    expect(pauses.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 100],
      [300, 600],
    ]);
  });

  test('finds the failures inside a loop, also inside its inner loops, and nowhere else', () => {
    const groups = [
      group('each', [[0, 1_000]], { turnCount: 2 }),
      group('each[]/b', [[100, 200]]),
      group('each[]/inner[]/c', [[500, 600]]),
      group('each2[]/d', [[700, 800]]),
    ].map((one) => (one.place === 'each[]/b' ? one : { ...one, spans: one.spans.map((span) => ({ ...span, status: 'Failed' as const })) }));
    const axis = buildRunAxis(run(1_000), groups, 0);
    expect(findFailuresInside(axis, groups, 'each').map(({ startMs }) => startMs)).toEqual([500]);
    expect(findFailuresInside(axis, groups, 'each[7]/inner').map(({ startMs }) => startMs)).toEqual([500]);
  });

  test('draws unfinished steps until now', () => {
    const axis = buildRunAxis(run(null), [group('a', [[0, null]])], 4_000);
    expect(axis.endMs).toBe(4_000);
    expect(placeStep(axis, step(0, null), 4_000)).toMatchObject({ start: 0, length: 1 });
  });

  test('keeps the shortest step visible, even at the very end, and has no bar for a step that hasn’t started', () => {
    const axis = buildRunAxis(run(100_000), [group('a', [[100_000, 100_000]])], 0);
    expect(placeStep(axis, step(100_000, 100_000), 0)).toMatchObject({ start: 0.99, length: 0.01 });
    expect(placeStep(axis, { startedAt: null, finishedAt: null }, 0)).toBeNull();
    expect(buildRunAxis(run(0), [], 0)).toEqual({ startMs: 0, endMs: 1, pauses: [] });
  });

  test.each([
    [4, [0, 1, 2, 3, 4]],
    [950, [0, 200, 400, 600, 800]],
    [65_000, [0, 15_000, 30_000, 45_000, 60_000]],
    [3 * 86_400_000, [0, 43_200_000, 86_400_000, 129_600_000, 172_800_000, 216_000_000, 259_200_000]],
  ])('has round times on an axis of %i ms', (totalMs, ticks) => {
    expect(computeTicks(totalMs, 6)).toEqual(ticks);
  });
});
