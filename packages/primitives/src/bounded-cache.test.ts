import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  test('drops the least recently used entry', () => {
    const cache = new BoundedCache<number>({ maxSize: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  test('counts sizes, and may evict an entry that grows', () => {
    const cache = new BoundedCache<string>({ maxSize: 10 });
    cache.set('a', 'a', { size: 6 });
    cache.set('b', 'b', { size: 3 });
    cache.grow('b', 2);
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'b']);
    cache.grow('b', 100);
    expect(cache.get('b')).toBeUndefined();
    cache.grow('b', 1);
    cache.set('c', 'c', { size: 10 });
    expect(cache.get('c')).toBe('c');
  });

  test('keeps an entry for its lifetime', () => {
    const cache = new BoundedCache<string>({ maxSize: 10, livesMs: 60_000 });
    cache.set('a', 'a', { nowMs: 1_000 });
    expect(cache.get('a', 60_999)).toBe('a');
    expect(cache.get('a', 61_000)).toBeUndefined();
    expect(cache.get('a', 1_000)).toBeUndefined();
  });

  test('returns the last value set, and never exceeds its limit', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.integer({ min: 0, max: 7 }) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cache = new BoundedCache<{ at: number; size: number }>({ maxSize: 10 });
        const last = new Map<string, { at: number; size: number }>();
        for (const [at, { key, size }] of steps.entries()) {
          cache.set(key, { at, size }, { size });
          last.set(key, { at, size });
          const held = ['a', 'b', 'c', 'd'].flatMap((one) => {
            const value = cache.get(one);
            if (value) expect(value).toEqual(last.get(one));
            return value ? [value.size] : [];
          });
          expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(10);
          expect(cache.get(key)).toEqual({ at, size });
        }
      }),
    );
  });
});
