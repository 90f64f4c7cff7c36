import { expect, test } from 'vitest';
import { nextSort, parseSort, sortQuery, sortText } from './table-sort.ts';

test('a sort is read from the address as it was written, and invalid text as none', () => {
  for (const text of ['name', '-lastRunAt']) expect(sortText(parseSort(text) ?? { columnId: '', direction: 'ascending' })).toBe(text);
  for (const text of [null, '', '-', '--name', 'a b', 'name;drop']) expect(parseSort(text)).toBeUndefined();
});

test('a call is never asked to sort by a column that it does not know', () => {
  expect(sortQuery(parseSort('-name'), ['name'])).toEqual({ sort: '-name' });
  expect(sortQuery(parseSort('secret'), ['name'])).toEqual({});
  expect(sortQuery(undefined, ['name'])).toEqual({});
});

function presses(column: { id: string; sortsFirst?: 'descending' }, own?: { columnId: string; direction: 'descending' }) {
  const seen = [];
  let sort = parseSort(null);
  for (let press = 0; press < 4; press += 1) {
    sort = nextSort(column, sort, own);
    seen.push(sort ? sortText(sort) : '');
  }
  return seen;
}

test('pressing a header sorts one way, the other way, and then in the list’s order', () => {
  expect(presses({ id: 'name' })).toEqual(['name', '-name', '', 'name']);
  expect(presses({ id: 'lastRunAt', sortsFirst: 'descending' })).toEqual(['-lastRunAt', 'lastRunAt', '', '-lastRunAt']);
});

test('the first press reverses a list already sorted by that column', () => {
  expect(presses({ id: 'started', sortsFirst: 'descending' }, { columnId: 'started', direction: 'descending' })).toEqual([
    'started',
    '',
    'started',
    '',
  ]);
});
