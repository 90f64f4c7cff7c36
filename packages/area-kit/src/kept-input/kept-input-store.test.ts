import { expect, test } from 'vitest';
import { forgetAllInput, forgetInput, keepInput, keptInput } from './kept-input-store.ts';

const place = { userId: 'u1', address: '/connectors/add?connectorTypeId=x', form: 'connector' };
const input = { values: { name: 'Shop' }, lacksSecrets: true };

/** A tab's storage. @param isFull it stores nothing */
function makeStorage(isFull = false) {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key: string) => void entries.delete(key),
    key: (at: number) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
  };
}

test('input is restored for the same person, form and address, as many times as requested', () => {
  const storage = makeStorage();
  keepInput(storage, place, input);
  expect([keptInput(storage, place), keptInput(storage, place)]).toEqual([input, input]);
  for (const other of [{ userId: 'u2' }, { form: 'user' }, { address: '/connectors/add' }]) {
    expect(keptInput(storage, { ...place, ...other })).toBeNull();
  }
  forgetInput(storage, place);
  expect(keptInput(storage, place)).toBeNull();
});

test('the input of other people, or of everyone, is removed', () => {
  const storage = makeStorage();
  for (const userId of ['u1', 'u2', 'u11']) keepInput(storage, { ...place, userId }, input);
  storage.setItem('portage:theme', 'dark');
  forgetAllInput(storage, 'u1');
  expect(storage.length).toBe(2);
  forgetAllInput(storage);
  expect([storage.length, storage.getItem('portage:theme')]).toEqual([1, 'dark']);
});

test('a full, missing or unreadable storage holds nothing', () => {
  const full = makeStorage(true);
  keepInput(full, place, input);
  expect([keptInput(full, place), keptInput(null, place)]).toEqual([null, null]);
  const storage = makeStorage();
  keepInput(storage, place, input);
  storage.setItem(storage.key(0) ?? '', '{"values":');
  expect(keptInput(storage, place)).toBeNull();
});
