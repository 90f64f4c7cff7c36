import { describe, expect, test } from 'vitest';
import { WaitingRuns } from './waiting-runs.ts';

const takeAll = (waiting: WaitingRuns): number[] => {
  const taken: number[] = [];
  for (let runKey = waiting.next(); runKey !== null; runKey = waiting.next()) taken.push(runKey);
  return taken;
};

describe('runs that wait on disk', () => {
  test('get their turn in the order in which they came, each once', () => {
    const waiting = new WaitingRuns();
    for (const runKey of [3, 1, 2, 1]) waiting.add(runKey, 'a');
    expect(waiting.size).toBe(3);
    expect(waiting.has(1)).toBe(true);
    expect(takeAll(waiting)).toEqual([3, 1, 2]);
    expect(waiting.size).toBe(0);
    expect(waiting.has(1)).toBe(false);
    expect(waiting.next()).toBe(null);
  });

  test('HOSTILE 40: a flood of one workflow delays one run of another by one run', () => {
    const waiting = new WaitingRuns();
    for (let runKey = 0; runKey < 5_000; runKey += 1) waiting.add(runKey, 'flood');
    for (let at = 0; at < 10; at += 1) waiting.next();
    waiting.add(9_001, 'lone');
    expect([waiting.next(), waiting.next()]).toContain(9_001);
  });

  test('take turns by workflow, each in its own order', () => {
    const waiting = new WaitingRuns();
    for (const runKey of [1, 2, 3]) waiting.add(runKey, 'a');
    for (const runKey of [11, 12]) waiting.add(runKey, 'b');
    waiting.add(21, 'c');
    expect(takeAll(waiting)).toEqual([1, 11, 21, 2, 12, 3]);
  });

  test('keep their order when very many come and go', () => {
    const waiting = new WaitingRuns();
    const taken: number[] = [];
    let next = 0;
    for (let round = 0; round < 40; round += 1) {
      for (let at = 0; at < 500; at += 1) waiting.add(next++, 'a');
      for (let at = 0; at < 400; at += 1) taken.push(waiting.next() as number);
    }
    taken.push(...takeAll(waiting));
    expect(taken).toEqual(Array.from({ length: next }, (_, at) => at));
  });
});
