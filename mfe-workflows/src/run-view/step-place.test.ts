import { describe, expect, test } from 'vitest';
import { parseStepPath } from './step-place.ts';

describe('where a step ran', () => {
  test('is the outermost level if nothing is around it', () => {
    expect(parseStepPath('start')).toEqual({ around: [], depth: 0, words: '' });
  });

  test('names loops with the item, counted from 1, and branches with the group', () => {
    expect(parseStepPath('each line[1]/large?.Yes/tell')).toEqual({
      around: [
        { name: 'each line', item: 2 },
        { name: 'large?', group: 'Yes' },
      ],
      depth: 2,
      words: 'each line, item 2 › large? Yes',
    });
  });

  test('says how many items each loop has, if known', () => {
    const path = 'orders[2]/large?.Yes/each line[1]/tell';
    expect(parseStepPath(path, [{ count: 5 }, { count: 4 }]).words).toBe('orders, item 3 of 5 › large? Yes › each line, item 2 of 4');
    expect(parseStepPath(path, [{ count: null }, { count: 4 }]).words).toBe('orders, item 3 › large? Yes › each line, item 2 of 4');
  });

  test('says that a loop collected an iteration’s result there, or combined its results', () => {
    expect(parseStepPath('each line[1]/%result').words).toBe('each line, item 2 › collected');
    expect(parseStepPath('%result').words).toBe('collected');
    expect(parseStepPath('orders[0]/each line%results').words).toBe('orders, item 1 › results');
  });

  test('shows slashes and percent signs of names unescaped', () => {
    expect(parseStepPath('in%2Fout 100%25[0]/%252F').words).toBe('in/out 100%, item 1');
  });
});
