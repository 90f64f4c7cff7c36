import type { SyncCounts } from '@portage/database';
import { expect, test } from 'vitest';
import { addOutcome, combineCounts, noCounts, type RecordOutcome, takeBack, wholeCounts } from './sync-progress.ts';

const outcomes: RecordOutcome[] = ['created', 'updated', 'archived', 'unchanged', 'skipped', 'waiting', 'failed'];
const sum = ({ read: _, ...counts }: SyncCounts) => Object.values(counts).reduce((all, count) => all + count, 0);

test('each outcome counts as one record read, and a waiting record isn’t counted as skipped', () => {
  const counts = { ...noCounts };
  for (const outcome of outcomes) addOutcome(counts, outcome);
  expect(counts).toEqual({ read: 7, created: 1, updated: 2, unchanged: 1, skipped: 1, waiting: 1, failed: 1 });
});

test.each(outcomes)('a record counted as %s is subtracted, and never more than that', (outcome) => {
  const counts = { ...noCounts };
  addOutcome(counts, outcome);
  takeBack(counts, outcome);
  takeBack(counts, outcome);
  expect(counts).toEqual(noCounts);
});

test('two readings of a flow count an unchanged record once, and read remains the sum', () => {
  const earlier = { startedAtMs: 0, counts: { read: 6, created: 2, updated: 0, unchanged: 3, skipped: 0, waiting: 1, failed: 0 } };
  const counts = { read: 5, created: 0, updated: 1, unchanged: 4, skipped: 0, waiting: 0, failed: 0 };
  const both = combineCounts({ earlier, counts });
  expect(both).toEqual({ read: 8, created: 2, updated: 1, unchanged: 4, skipped: 0, waiting: 1, failed: 0 });
  expect(sum(both)).toBe(both.read);
});

test('a run’s state from an earlier version has no count of waiting records', () => {
  const { waiting: _, ...old } = { ...noCounts, read: 2, created: 2 };
  expect(wholeCounts(old as SyncCounts)).toEqual({ ...noCounts, read: 2, created: 2 });
  expect(combineCounts({ earlier: { startedAtMs: 0, counts: old as SyncCounts }, counts: { ...noCounts } }).waiting).toBe(0);
});
