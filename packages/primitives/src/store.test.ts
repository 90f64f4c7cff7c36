import { expect, test } from 'vitest';
import { createStore } from './store.ts';

test('a store tells its listeners about each new value, and only about new ones', () => {
  const { get, set, subscribe } = createStore('a');
  const seen: string[] = [];
  const stop = subscribe(() => seen.push(get()));
  set('b');
  set('b');
  set('c');
  stop();
  set('d');
  expect(seen).toEqual(['b', 'c']);
  expect(get()).toBe('d');
});
