import { describe, expect, test } from 'vitest';
import { buildTimelineBars } from './step-timeline.ts';

const at = (second: number) => new Date(second * 1_000).toISOString();

describe('the timeline of a run', () => {
  test('shows each step with its start and length', () => {
    const bars = buildTimelineBars(
      [
        { startedAt: at(0), finishedAt: at(2) },
        { startedAt: at(2), finishedAt: at(8) },
      ],
      99_000,
    );
    expect(bars).toEqual([
      { start: 0, length: 0.25 },
      { start: 0.25, length: 0.75 },
    ]);
  });

  test('draws an unfinished step until now', () => {
    expect(
      buildTimelineBars(
        [
          { startedAt: at(0), finishedAt: at(5) },
          { startedAt: at(5), finishedAt: null },
        ],
        10_000,
      ),
    ).toEqual([
      { start: 0, length: 0.5 },
      { start: 0.5, length: 0.5 },
    ]);
  });

  test('keeps the shortest step visible, even at the very end', () => {
    const [, last] = buildTimelineBars(
      [
        { startedAt: at(0), finishedAt: at(100) },
        { startedAt: at(100), finishedAt: at(100) },
      ],
      0,
    );
    expect(last).toEqual({ start: 0.99, length: 0.01 });
  });

  test('has no bar for a step that has not started, and never divides by zero', () => {
    expect(buildTimelineBars([{ startedAt: null, finishedAt: null }], 0)).toEqual([null]);
    expect(buildTimelineBars([{ startedAt: at(1), finishedAt: at(1) }], 0)).toEqual([{ start: 0, length: 0.01 }]);
  });
});
