import { expect, test } from 'vitest';
import { listBetween, listSelected } from './use-row-selection.tsx';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const read = (fromId: string | null, toId: string) =>
  listBetween(rows, fromId, toId)
    .map(({ id }) => id)
    .join('');

test('a range includes both ends, downward and upward', () => {
  expect(read('b', 'd')).toBe('bcd');
  expect(read('d', 'b')).toBe('bcd');
  expect(read('c', 'c')).toBe('c');
});

test('a range from a row that is no longer listed is only the row it ends at', () => {
  expect(read(null, 'c')).toBe('c');
  expect(read('gone', 'a')).toBe('a');
});

test('a selected row is as the page shows it now, and one of another page as it was', () => {
  const chosen = new Map([
    ['a', { id: 'a', status: 'InProgress' }],
    ['z', { id: 'z', status: 'Failed' }],
  ]);
  expect(listSelected(chosen, [{ id: 'a', status: 'Succeeded' }])).toEqual([
    { id: 'a', status: 'Succeeded' },
    { id: 'z', status: 'Failed' },
  ]);
});
