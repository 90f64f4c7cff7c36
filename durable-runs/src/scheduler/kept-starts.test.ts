import { expect, test } from 'vitest';
import type { ActiveRun } from '../active-run/active-run.ts';
import { CachedStarts } from './kept-starts.ts';

const start = (bytes: number) => ({ bytes, make: () => ({}) as ActiveRun });

test('keeps a start until it’s taken, once', () => {
  const starts = new CachedStarts(100);
  const first = start(40);
  starts.keep(1, first);
  expect(starts.take(1)).toBe(first);
  expect(starts.take(1)).toBe(null);
  expect(starts.take(2)).toBe(null);
});

test('reads starts that do not fit from disk, and taking one makes room', () => {
  const starts = new CachedStarts(100);
  for (const runKey of [1, 2, 3]) starts.keep(runKey, start(40));
  expect(starts.take(3)).toBe(null);
  starts.take(1);
  starts.keep(4, start(60));
  expect(starts.take(4)?.bytes).toBe(60);
  expect(starts.take(2)?.bytes).toBe(40);
});
