import { describe, expect, test } from 'vitest';
import { countPages, pageMarks, parsePage, rangeText, toPageIndex } from './page-numbers.ts';

describe('pages of a list (SHELL-43)', () => {
  test('count from 1 for people and from 0 in calls', () => {
    expect(toPageIndex(1)).toBe(0);
    expect(toPageIndex(7)).toBe(6);
    expect(toPageIndex(-3)).toBe(0);
    expect(toPageIndex(Number.NaN)).toBe(0);
  });

  test('treat an invalid page in the address as the first one', () => {
    expect(['3', '0', '-1', '1.5', 'abc', '', null, '99999999999'].map(parsePage)).toEqual([3, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('number at least one', () => {
    expect([countPages(0, 10), countPages(10, 10), countPages(11, 10)]).toEqual([1, 1, 2]);
  });

  test('show first, last and the neighbours, with a gap in between', () => {
    expect(pageMarks(1, 1)).toEqual([1]);
    expect(pageMarks(2, 3)).toEqual([1, 2, 3]);
    expect(pageMarks(1, 25)).toEqual([1, 2, 'gap', 25]);
    expect(pageMarks(12, 25)).toEqual([1, 'gap', 11, 12, 13, 'gap', 25]);
    expect(pageMarks(25, 25)).toEqual([1, 'gap', 24, 25]);
  });

  test('never show a gap where one page would fit', () => {
    expect(pageMarks(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('show the range of rows', () => {
    expect(rangeText(2, 10, 43)).toBe('11–20 of 43');
    expect(rangeText(5, 10, 43)).toBe('41–43 of 43');
    expect(rangeText(1, 10, 0)).toBe('0 of 0');
    expect(rangeText(9, 10, 43)).toBe('0 of 43');
    expect(rangeText(1, 10, 12_345)).toBe('1–10 of 12,345');
  });
});
