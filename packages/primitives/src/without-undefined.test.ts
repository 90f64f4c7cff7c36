import { describe, expect, expectTypeOf, it } from 'vitest';
import { withoutUndefined } from './without-undefined.ts';

describe('withoutUndefined', () => {
  it('drops undefined members and keeps null, false and empty ones', () => {
    expect(Object.keys(withoutUndefined({ a: undefined, b: null, c: false, d: '', e: 0 }))).toEqual(['b', 'c', 'd', 'e']);
  });

  it('makes only the members optional that may be undefined', () => {
    const given: { name: string; note: string | undefined } = { name: 'a', note: undefined };
    expectTypeOf(withoutUndefined(given)).toExtend<{ name: string; note?: string }>();
  });
});
