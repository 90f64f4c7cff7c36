import { describe, expect, it } from 'vitest';
import { placeOfPath } from './step-place.ts';

describe('where a step ran', () => {
  it('is the outermost level if nothing is around it', () => {
    expect(placeOfPath('start')).toEqual({ around: [], depth: 0, words: '' });
  });

  it('names loops with the item, counted from 1, and branches with the group', () => {
    expect(placeOfPath('each line[1]/large?.Yes/tell')).toEqual({
      around: [
        { name: 'each line', item: 2 },
        { name: 'large?', group: 'Yes' },
      ],
      depth: 2,
      words: 'each line, item 2 › large? Yes',
    });
  });

  it('says how many items each loop has, if known', () => {
    const path = 'orders[2]/large?.Yes/each line[1]/tell';
    expect(placeOfPath(path, [{ count: 5 }, { count: 4 }]).words).toBe('orders, item 3 of 5 › large? Yes › each line, item 2 of 4');
    expect(placeOfPath(path, [{ count: null }, { count: 4 }]).words).toBe('orders, item 3 › large? Yes › each line, item 2 of 4');
  });

  it('says that a loop collected an iteration’s result there, or combined its results', () => {
    expect(placeOfPath('each line[1]/%result').words).toBe('each line, item 2 › collected');
    expect(placeOfPath('%result').words).toBe('collected');
    expect(placeOfPath('orders[0]/each line%results').words).toBe('orders, item 1 › results');
  });

  it('shows slashes and percent signs of names unescaped', () => {
    expect(placeOfPath('in%2Fout 100%25[0]/%252F').words).toBe('in/out 100%, item 1');
  });
});
