import { describe, expect, test } from 'vitest';
import { jsonRows, MOST_ROWS, type OpenState } from './json-rows.ts';
import { type JsonMatch, MOST_MATCHES, openTo, searchJson } from './json-search.ts';
import { findPositions, rowAt, textRows } from './text-rows.ts';

const first: OpenState = { rule: 'first', toggled: new Set(), openLevels: 2 };

function search(value: unknown, text: string): JsonMatch[] {
  const found: JsonMatch[] = [];
  for (const _ of searchJson(value, text, found)) {
    // Scrolls to the end.
  }
  return found;
}

describe('the rows of a JSON tree', () => {
  test('are the open members in order, with their depth', () => {
    const rows = jsonRows({ a: { b: [1] }, c: 'text' }, first);
    expect(rows.map(({ name, depth, kind }) => [name, depth, kind])).toEqual([
      [undefined, 0, 'branch'],
      ['a', 1, 'branch'],
      ['b', 2, 'branch'],
      ['c', 1, 'leaf'],
    ]);
  });

  test('show the lines of a long text below it once it is opened', () => {
    const value = { log: 'one\ntwo' };
    const closed = jsonRows(value, first);
    expect(closed.map(({ kind }) => kind)).toEqual(['branch', 'text']);
    const open = jsonRows(value, { ...first, toggled: new Set([closed[1]?.node as object]) });
    expect(open.slice(2).map(({ value: line }) => line)).toEqual(['one', 'two']);
  });

  test('end with a message, however much is opened', () => {
    const rows = jsonRows(
      Array.from({ length: 500_000 }, () => 1),
      { ...first, rule: 'all' },
    );
    expect(rows.length).toBeLessThanOrEqual(MOST_ROWS + 60);
    expect(rows.filter(({ kind }) => kind === 'rest')).toHaveLength(1);
  });
});

describe('searching JSON', () => {
  const value = { orders: Array.from({ length: 5_000 }, (_, index) => ({ id: `order-${index}`, Paid: index % 2 === 0 })) };

  test('finds names and values in any letter case, in document order', () => {
    expect(search(value, 'ORDER-4999').map((way) => way?.name)).toEqual(['id']);
    expect(search({ paid: 1, b: { c: 'paid' } }, 'PAID').map((way) => way?.name)).toEqual(['paid', 'c']);
    expect(search(value, 'paid').length).toBe(5_000);
    expect(search(value, 'order').length).toBe(MOST_MATCHES);
  });

  test('opens all ancestors of a match, including ranges of long lists', () => {
    const [match] = search(value, 'order-4999');
    const rows = jsonRows(value, openTo(match as JsonMatch, first));
    expect(rows.some(({ value: text }) => text === 'order-4999')).toBe(true);
    expect(rows.length).toBeLessThan(1_000);
  });

  test('opens what a person had closed', () => {
    const closed = { ...first, toggled: new Set<object>([value, value.orders]) };
    const [match] = search(value, 'order-3');
    expect(jsonRows(value, openTo(match as JsonMatch, closed)).some(({ value: text }) => text === 'order-3')).toBe(true);
  });
});

describe('rows of a text', () => {
  test('break long lines at the width, and number lines, not rows', () => {
    const rows = textRows('abcdef\n\ngh', 4);
    expect(rows).toEqual({ starts: [0, 4, 7, 8], ends: [4, 6, 7, 10], lines: [1, 1, 2, 3] });
    expect(rowAt(rows, 5)).toBe(1);
    expect(rowAt(rows, 9)).toBe(3);
  });

  test('split five million letters without a line break', () => {
    expect(textRows('x'.repeat(5_000_000), 1_000_000).starts.length).toBe(1_000);
  });

  test('report where a text occurs, up to the requested number', () => {
    expect(findPositions('Ab ab AB', 'ab', 10)).toEqual([0, 3, 6]);
    expect(findPositions('aaaa', 'a', 2)).toEqual([0, 1]);
  });
});
