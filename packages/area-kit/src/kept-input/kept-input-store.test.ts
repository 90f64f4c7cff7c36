import { expect, test } from 'vitest';
import { forgetAllInput, forgetInput, keepInput, readStoredInput } from './kept-input-store.ts';

const inputKey = { userId: 'u1', address: '/connectors/add?connectorTypeId=x', form: 'connector' };
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
  keepInput(storage, inputKey, input);
  expect([readStoredInput(storage, inputKey), readStoredInput(storage, inputKey)]).toEqual([input, input]);
  for (const other of [{ userId: 'u2' }, { form: 'user' }, { address: '/connectors/add' }]) {
    expect(readStoredInput(storage, { ...inputKey, ...other })).toBeNull();
  }
  forgetInput(storage, inputKey);
  expect(readStoredInput(storage, inputKey)).toBeNull();
});

test('the input of other people, or of everyone, is removed', () => {
  const storage = makeStorage();
  for (const userId of ['u1', 'u2', 'u11']) keepInput(storage, { ...inputKey, userId }, input);
  storage.setItem('portage:theme', 'dark');
  forgetAllInput(storage, 'u1');
  expect(storage.length).toBe(2);
  forgetAllInput(storage);
  expect([storage.length, storage.getItem('portage:theme')]).toEqual([1, 'dark']);
});

test('a full, missing or unreadable storage holds nothing', () => {
  const full = makeStorage(true);
  keepInput(full, inputKey, input);
  expect([readStoredInput(full, inputKey), readStoredInput(null, inputKey)]).toEqual([null, null]);
  const storage = makeStorage();
  keepInput(storage, inputKey, input);
  storage.setItem(storage.key(0) ?? '', '{"values":');
  expect(readStoredInput(storage, inputKey)).toBeNull();
});
