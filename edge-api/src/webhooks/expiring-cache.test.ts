import { expect, it, vi } from 'vitest';
import { ExpiringCache } from './expiring-cache.ts';

function cacheAt(nowMs: number, maxEntries = 10) {
  const clock = { nowMs };
  const cache = new ExpiringCache<string>({ maxEntries, lifetimeMs: () => 5_000, nowMs: () => clock.nowMs });
  return { cache, clock };
}

it('looks a value up once while it is fresh', async () => {
  const { cache, clock } = cacheAt(0);
  const load = vi.fn(async () => 'known');
  await cache.get('a', load);
  clock.nowMs = 2_999;
  expect(await cache.get('a', load)).toBe('known');
  expect(load).toHaveBeenCalledTimes(1);
});

it('lets one caller refresh an old value while the others go on with the known one', async () => {
  const { cache, clock } = cacheAt(0);
  await cache.get('a', async () => 'old');
  clock.nowMs = 4_000;
  const slow = Promise.withResolvers<string>();
  const refreshing = cache.get('a', () => slow.promise);
  expect(await cache.get('a', async () => 'not asked')).toBe('old');
  slow.resolve('new');
  expect(await refreshing).toBe('new');
  expect(await cache.get('a', async () => 'not asked')).toBe('new');
});

it('never gives a value that is older than its lifetime, even when the refresh died with its request', async () => {
  const { cache, clock } = cacheAt(0);
  await cache.get('a', async () => 'old');
  clock.nowMs = 4_000;
  cache.get('a', () => new Promise(() => {}));
  clock.nowMs = 5_000;
  expect(await cache.get('a', async () => 'new')).toBe('new');
});

it('remembers neither failures nor what was looked up before it was told to forget', async () => {
  const { cache } = cacheAt(0);
  await expect(
    cache.get('a', async () => {
      throw new Error('away');
    }),
  ).rejects.toThrow('away');
  const slow = Promise.withResolvers<string>();
  const early = cache.get('a', () => slow.promise);
  cache.forget('a');
  slow.resolve('stale');
  expect(await early).toBe('stale');
  expect(await cache.get('a', async () => 'fresh')).toBe('fresh');
});

it('forgets the least recently used value first', async () => {
  const { cache } = cacheAt(0, 2);
  const load = (value: string) => async () => value;
  await cache.get('a', load('1'));
  await cache.get('b', load('2'));
  await cache.get('a', load('not asked'));
  await cache.get('c', load('3'));
  expect(await cache.get('a', load('again'))).toBe('1');
  expect(await cache.get('b', load('again'))).toBe('again');
});
