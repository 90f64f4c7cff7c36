import { expect, test } from 'vitest';
import { record, redo, startHistory, undo } from './history.ts';

test('undo reverts changes, and typing in one field is one change', () => {
  let history = startHistory('a');
  for (const [next, key] of [
    ['b', null],
    ['bc', 'title'],
    ['bcd', 'title'],
    ['e', null],
  ] as const)
    history = record(history, next, key);
  history = undo(history);
  expect(history.present).toBe('bcd');
  history = undo(history);
  expect(history.present).toBe('b');
  expect(redo(history).present).toBe('bcd');
  expect(undo(undo(undo(history))).present).toBe('a');
  expect(record(undo(history), 'x').future).toEqual([]);
});
