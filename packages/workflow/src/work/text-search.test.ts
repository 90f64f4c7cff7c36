import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextSearch } from './text-search.ts';
import { WorkBudget } from './work-budget.ts';

/** Every position of a part, from this search and from the engine's own. */
function findPositions(text: string, part: string): [number[], number[]] {
  const search = new TextSearch(part, new WorkBudget());
  const own: number[] = [];
  const native: number[] = [];
  for (let at = search.next(text); at >= 0; at = search.next(text, at + part.length)) own.push(at);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) native.push(at);
  return [own, native];
}

describe('the search for a part of a text', () => {
  test('finds what indexOf finds', () => {
    const few = (least: number, most: number) => fc.string({ unit: fc.constantFrom('a', 'b'), minLength: least, maxLength: most });
    fc.assert(
      fc.property(few(0, 300), few(1, 20), fc.nat(20), (text, part, repeated) => {
        const [own, native] = findPositions(text + part.repeat(repeated), part);
        expect(own).toEqual(native);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['one letter', (half: number) => 'a'.repeat(half)],
    ['a mark that is wrong in the middle', (half: number) => `${'a'.repeat(half)}b${'a'.repeat(half)}`],
    ['a mark that is wrong at the end', (half: number) => `${'a'.repeat(2 * half)}b`],
    ['a mark that is wrong at the beginning', (half: number) => `b${'a'.repeat(2 * half)}`],
    ['two letters in turn', (half: number) => `${'ab'.repeat(half)}c`],
  ])('HOSTILE 46: the work for %s grows with the sum of the two lengths, not their product', (_name, mark) => {
    const work = (size: number) => {
      const budget = new WorkBudget();
      for (const text of ['a'.repeat(size), 'ab'.repeat(size / 2)]) new TextSearch(mark(size / 20), budget).next(text);
      return budget.used;
    };
    expect(work(400_000) / work(100_000)).toBeLessThan(4.5);
  });
});
