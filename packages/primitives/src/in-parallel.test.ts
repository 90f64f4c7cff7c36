import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('results have the order of the list, and no more tasks run at a time than allowed', async () => {
  let running = 0;
  let mostRunning = 0;
  const results = await inParallel([5, 1, 4, 2, 3], 2, async (number) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    for (let turn = 0; turn < number; turn += 1) await Promise.resolve();
    running -= 1;
    return number * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(mostRunning).toBe(2);
});

test('a failure is thrown only when no task is left', async () => {
  const done: number[] = [];
  const work = inParallel([1, 2, 3, 4], 2, async (number) => {
    if (number === 1) throw new Error('one is broken');
    await Promise.resolve();
    done.push(number);
  });
  await expect(work).rejects.toThrow('one is broken');
  expect(done).toEqual([2, 3, 4]);
});
