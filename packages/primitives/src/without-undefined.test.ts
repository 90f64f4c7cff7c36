import { describe, expect, expectTypeOf, test } from 'vitest';
import { withoutUndefined } from './without-undefined.ts';

describe('withoutUndefined', () => {
  test('drops undefined members and keeps null, false and empty ones', () => {
    expect(Object.keys(withoutUndefined({ a: undefined, b: null, c: false, d: '', e: 0 }))).toEqual(['b', 'c', 'd', 'e']);
  });

  test('makes only the members optional that may be undefined', () => {
    const given: { name: string; note: string | undefined } = { name: 'a', note: undefined };
    expectTypeOf(withoutUndefined(given)).toExtend<{ name: string; note?: string }>();
  });
});
