import { describe, expect, test } from 'vitest';
import type { StepGroup } from '../api-types.ts';
import { computeTicks, timelineOfRun } from './run-timeline.ts';

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
const run = (finishedMs: number | null) => ({
  createdAt: at(0),
  finishedAt: finishedMs === null ? null : at(finishedMs),
  status: finishedMs === null ? ('InProgress' as const) : ('Succeeded' as const),
});

describe('the timeline of a run', () => {
  test('puts every step position on one axis, each bar with its start and length', () => {
    const { rows } = timelineOfRun(
      run(1_000),
      [
        group('a', [[0, 250]]),
        group('each', [[250, 1_000]], { turnCount: 2 }),
        group('each[]/b', [
          [250, 500],
          [750, 1_000],
        ]),
      ],
      99_000,
    );
    expect(rows.map(({ depth, bars }) => [depth, bars.map(({ start, length }) => [start, length])])).toEqual([
      [0, [[0, 0.25]]],
      [0, [[0.25, 0.75]]],
      [
        1,
        [
          [0.25, 0.25],
          [0.75, 0.25],
        ],
      ],
    ]);
  });

  test('hatches the time in which a step waits for another run or a decision', () => {
    const groups = ['CallWorkflow', 'WaitForApproval'].map((stepType) => group(stepType, [[0, 100]], { stepType }));
    const { rows } = timelineOfRun(run(1_000), groups, 0);
    expect(rows.map(({ bars }) => bars[0]?.isWaiting)).toEqual([true, true]);
  });

  test('hatches delays, the wait before the first step and the pauses between steps; loops don’t count as work', () => {
    const { rows, pauses } = timelineOfRun(
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
    expect(rows.map(({ bars }) => bars[0]?.isWaiting)).toEqual([false, false, false, true]);
  });

  test('draws unfinished steps until now', () => {
    const { endMs, rows } = timelineOfRun(run(null), [group('a', [[0, null]])], 4_000);
    expect(endMs).toBe(4_000);
    expect(rows[0]?.bars[0]).toMatchObject({ start: 0, length: 1, status: 'InProgress' });
  });

  test('keeps the shortest step visible, even at the very end, and in a run that took no time', () => {
    const { rows } = timelineOfRun(run(100_000), [group('a', [[100_000, 100_000]])], 0);
    const [bar] = rows[0]?.bars ?? [];
    expect(bar?.length).toBeGreaterThan(0);
    expect((bar?.start ?? 0) + (bar?.length ?? 0)).toBeLessThanOrEqual(1);
    expect(timelineOfRun(run(0), [], 0)).toMatchObject({ startMs: 0, endMs: 1, rows: [], pauses: [] });
  });

  test.each([
    [4, [0, 1, 2, 3, 4]],
    [950, [0, 200, 400, 600, 800]],
    [65_000, [0, 15_000, 30_000, 45_000, 60_000]],
    [3 * 86_400_000, [0, 43_200_000, 86_400_000, 129_600_000, 172_800_000, 216_000_000, 259_200_000]],
  ])('has round times on an axis of %i ms', (totalMs, ticks) => {
    expect(computeTicks(totalMs)).toEqual(ticks);
  });
});
