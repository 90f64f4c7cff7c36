import { expect, test } from 'vitest';
import { BusyShards } from './busy-shards.ts';

test('HOSTILE 12: shards whose last turn was before the clock jumped back do not count', () => {
  const shards = new BusyShards(100);
  shards.note({}, 3_600_000);
  shards.note({}, 1_000);
  shards.note({}, 1_050);
  expect(shards.count(1_100)).toBe(2);
  expect(shards.count(1_151)).toBe(1);
});
