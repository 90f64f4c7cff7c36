import { expect, test } from 'vitest';
import { chosenRuns } from './chosen-runs.ts';

test('re-runs only failed runs and cancels only those in progress', () => {
  const chosen = new Map([
    ['a', 'Failed'],
    ['b', 'InProgress'],
    ['c', 'Delayed'],
  ] as const);
  expect(chosenRuns(chosen, [])).toEqual({ toRerun: ['a'], toCancel: ['b', 'c'] });
});

test('uses the newest state of a run on the page, and leaves out one that succeeded meanwhile', () => {
  const chosen = new Map([
    ['a', 'InProgress'],
    ['b', 'InProgress'],
  ] as const);
  const rows = [
    { id: 'a', status: 'Failed' },
    { id: 'b', status: 'Succeeded' },
  ] as const;
  expect(chosenRuns(chosen, rows)).toEqual({ toRerun: ['a'], toCancel: [] });
});
