import { expect, test } from 'vitest';
import { keepChoiceName, readChoiceName } from './kept-choice-names.ts';

function makeStorage() {
  const entries = new Map<string, string>();
  return { getItem: (key: string) => entries.get(key) ?? null, setItem: (key: string, value: string) => void entries.set(key, value) };
}

test('remembers the name of a chosen value, only for its connector and field', () => {
  const storage = makeStorage();
  keepChoiceName(storage, 'c1', 'body.customerId', '"42"', 'Ada');
  keepChoiceName(storage, 'c1', 'body.customerId', '"42"', 'Ada Lovelace');
  expect(readChoiceName(storage, 'c1', 'body.customerId', '"42"')).toBe('Ada Lovelace');
  expect(readChoiceName(storage, 'c2', 'body.customerId', '"42"')).toBeUndefined();
  expect(readChoiceName(storage, 'c1', 'body.ownerId', '"42"')).toBeUndefined();
});

test('drops the oldest names first, and ignores unreadable entries', () => {
  const storage = makeStorage();
  for (let id = 0; id < 250; id += 1) keepChoiceName(storage, 'c1', 'body.id', String(id), `Name ${id}`);
  expect([readChoiceName(storage, 'c1', 'body.id', '249'), readChoiceName(storage, 'c1', 'body.id', '0')]).toEqual(['Name 249', undefined]);
  storage.setItem('portage:choice-names:c1', '{"a":');
  expect(readChoiceName(storage, 'c1', 'body.id', '249')).toBeUndefined();
});
