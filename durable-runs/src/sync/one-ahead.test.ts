import { describe, expect, test } from 'vitest';
import { oneAhead } from './one-ahead.ts';

/** Counts from 1, and notes each number when work on it begins. */
async function* numbers(begun: number[], most: number): AsyncGenerator<number, void> {
  for (let number = 1; number <= most; number += 1) {
    begun.push(number);
    await Promise.resolve();
    yield number;
  }
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('a list prepared one value ahead', () => {
  test('prepares the next value while the caller works on one, and never more than that', async () => {
    const begun: number[] = [];
    const seen: [number, number[]][] = [];
    for await (const number of oneAhead(numbers(begun, 3))) {
      await turns();
      seen.push([number, [...begun]]);
    }
    expect(seen).toEqual([
      [1, [1, 2]],
      [2, [1, 2, 3]],
      [3, [1, 2, 3]],
    ]);
  });

  test('begins no other value once the caller has left', async () => {
    const begun: number[] = [];
    for await (const _ of oneAhead(numbers(begun, 9))) break;
    await turns();
    expect(begun).toEqual([1, 2]);
  });

  test('throws an error in preparation only when its turn comes', async () => {
    const seen: number[] = [];
    async function* failing(): AsyncGenerator<number, void> {
      yield 1;
      throw new Error('broken');
    }
    const read = async () => {
      for await (const number of oneAhead(failing())) {
        await turns();
        seen.push(number);
      }
    };
    await expect(read()).rejects.toThrow('broken');
    expect(seen).toEqual([1]);
  });
});
