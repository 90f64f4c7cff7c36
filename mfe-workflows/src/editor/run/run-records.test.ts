import { describe, expect, it } from 'vitest';
import type { StepSummary } from '../../api-types.ts';
import { pagesToRead, statesOf } from './run-records.ts';

const record = (name: string, status: StepSummary['status']) => ({ name, status }) as StepSummary;

describe('the records of a run on the flowchart', () => {
  it.each([
    [0, [0]],
    [100, [0]],
    [101, [0, 1]],
    [600, [0, 1, 2, 3, 4, 5]],
    [100_000, [0, 1, 2, 997, 998, 999]],
  ])('of %i records reads the pages %j', (totalCount, pages) => {
    expect(pagesToRead(totalCount)).toEqual(pages);
  });

  it('show a step inside a loop as failed when one of its turns failed, else as under way while one is', () => {
    const states = statesOf([
      record('a', 'Succeeded'),
      record('b', 'Succeeded'),
      record('a', 'Failed'),
      record('a', 'Succeeded'),
      record('b', 'InProgress'),
      record('c', 'Succeeded'),
    ]);
    expect([...states].map(([name, { status, count }]) => [name, status, count])).toEqual([
      ['a', 'Failed', 3],
      ['b', 'InProgress', 2],
      ['c', 'Succeeded', 1],
    ]);
  });

  it('add up the time that finished turns took', () => {
    const at = (ms: number) => new Date(ms).toISOString();
    const turns = [
      { ...record('a', 'Succeeded'), startedAt: at(0), finishedAt: at(30) },
      { ...record('a', 'Succeeded'), startedAt: at(100), finishedAt: at(140) },
      { ...record('a', 'InProgress'), startedAt: at(200), finishedAt: null },
    ];
    expect(statesOf(turns).get('a')).toEqual({ status: 'InProgress', durationMs: 70, count: 3 });
  });
});
