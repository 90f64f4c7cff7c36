import { expect, test, vi } from 'vitest';
import { LookUpCache, SourceAwayError } from './last-known.ts';

function cacheAt(nowMs: number, maxEntries = 10) {
  const clock = { nowMs };
  const cache = new LookUpCache<string>({
    maxEntries,
    lifetimeMs: () => 5_000,
    keptMs: () => 300_000,
    sharedMs: 1_000,
    nowMs: () => clock.nowMs,
  });
  const background: Promise<unknown>[] = [];
  const get = async (key: string, load: () => Promise<string>) => (await cache.get(key, load, (work) => background.push(work))).value;
  return { cache, clock, get, background };
}

const away = async (): Promise<string> => {
  throw new Error('away');
};
const never = () => new Promise<string>(() => {});

test('looks a value up once while it is fresh', async () => {
  const { get, clock } = cacheAt(0);
  const load = vi.fn(async () => 'known');
  await get('a', load);
  clock.nowMs = 2_999;
  expect(await get('a', load)).toBe('known');
  expect(load).toHaveBeenCalledTimes(1);
});

test('returns when a value’s look-up began', async () => {
  const { cache, clock } = cacheAt(100);
  const slow = Promise.withResolvers<string>();
  const asked = cache.get(
    'a',
    () => slow.promise,
    () => {},
  );
  clock.nowMs = 400;
  slow.resolve('known');
  expect((await asked).knownAtMs).toBe(100);
});

test('refreshes an old value once, without making callers wait', async () => {
  const { get, clock, background } = cacheAt(0);
  await get('a', async () => 'old');
  clock.nowMs = 4_000;
  const slow = Promise.withResolvers<string>();
  background.length = 0;
  expect(await get('a', () => slow.promise)).toBe('old');
  clock.nowMs = 5_500;
  expect(await get('a', async () => 'not asked')).toBe('old');
  slow.resolve('new');
  await Promise.all(background);
  expect(background).toHaveLength(1);
  expect(await get('a', async () => 'not asked')).toBe('new');
});

test('looks up a value past its lifetime before returning it, even if a refresh died with its request', async () => {
  const { get, clock } = cacheAt(0);
  await get('a', async () => 'old');
  clock.nowMs = 4_000;
  await get('a', never);
  clock.nowMs = 8_000;
  expect(await get('a', async () => 'new')).toBe('new');
});

test('returns the last known value while the source doesn’t respond, for as long as it is kept', async () => {
  const { get, clock } = cacheAt(0);
  await get('a', async () => 'old');
  clock.nowMs = 60_000;
  expect(await get('a', away)).toBe('old');
  clock.nowMs = 60_500;
  const load = vi.fn(away);
  expect(await get('a', load)).toBe('old');
  expect(load).not.toHaveBeenCalled();
  clock.nowMs = 300_000;
  await expect(get('a', away)).rejects.toThrow('away');
});

test('asks an unresponsive source once a second, in the background, and then uses its response', async () => {
  const { get, clock, background } = cacheAt(0);
  await get('a', async () => 'old');
  clock.nowMs = 60_000;
  await get('a', away);
  const load = vi.fn(async () => 'new');
  for (clock.nowMs = 60_100; clock.nowMs < 61_000; clock.nowMs += 100) expect(await get('a', load)).toBe('old');
  expect(load).not.toHaveBeenCalled();
  clock.nowMs = 61_000;
  expect(await get('a', load)).toBe('old');
  await Promise.all(background);
  expect(await get('a', load)).toBe('new');
  expect(load).toHaveBeenCalledTimes(1);
});

test('refuses unknown keys at once while the source is down, except for one try a second', async () => {
  const { get, clock } = cacheAt(0);
  await expect(get('a', away)).rejects.toThrow('away');
  clock.nowMs = 500;
  await expect(get('b', async () => 'not asked')).rejects.toThrow(SourceAwayError);
  clock.nowMs = 1_000;
  expect(await get('b', async () => 'known')).toBe('known');
  expect(await get('c', async () => 'known, too')).toBe('known, too');
});

test('gives up a look-up after two seconds', async () => {
  vi.useFakeTimers();
  try {
    const { get } = cacheAt(0);
    const refused = expect(get('a', never)).rejects.toThrow('No response within 2000 ms');
    await vi.advanceTimersByTimeAsync(2_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});

test('accepts a response that arrived while the process was held up, however long that was', async () => {
  vi.useFakeTimers();
  try {
    const { get, clock } = cacheAt(0);
    const slow = Promise.withResolvers<string>();
    const asked = expect(Promise.all([get('a', () => slow.promise), get('a', never)])).resolves.toEqual(['known', 'known']);
    clock.nowMs = 60_000;
    // Due timers run first.
    vi.runOnlyPendingTimers();
    slow.resolve('known');
    await vi.advanceTimersByTimeAsync(50);
    await asked;
  } finally {
    vi.useRealTimers();
  }
});

test('doesn’t remember a look-up that began before forget was called', async () => {
  const { get, cache } = cacheAt(0);
  const slow = Promise.withResolvers<string>();
  const early = get('a', () => slow.promise);
  cache.forget('a');
  slow.resolve('stale');
  expect(await early).toBe('stale');
  expect(await get('a', async () => 'fresh')).toBe('fresh');
});

test('asks the source once for all callers that come during a look-up', async () => {
  const { cache, clock, get } = cacheAt(100);
  const slow = Promise.withResolvers<string>();
  const load = vi.fn(() => slow.promise);
  const first = cache.get('a', load, () => {});
  clock.nowMs = 1_099;
  const later = Array.from({ length: 20 }, () => cache.get('a', load, () => {}));
  const other = get('b', async () => 'of its own');
  slow.resolve('known');
  for (const known of await Promise.all([first, ...later])) expect(known).toMatchObject({ value: 'known', knownAtMs: 100 });
  expect(await other).toBe('of its own');
  expect(load).toHaveBeenCalledTimes(1);
});

test('shares no look-up that began too long ago for its value to be remembered', async () => {
  const { get, clock } = cacheAt(0);
  const slow = Promise.withResolvers<string>();
  const first = get('a', () => slow.promise);
  clock.nowMs = 1_000;
  expect(await get('a', async () => 'new')).toBe('new');
  slow.resolve('old');
  expect(await first).toBe('old');
});

test('shares no look-up that began before forget was called', async () => {
  const { get, cache } = cacheAt(0);
  const slow = Promise.withResolvers<string>();
  const early = [get('a', () => slow.promise), get('a', never)];
  cache.forget('a');
  expect(await get('a', async () => 'fresh')).toBe('fresh');
  slow.resolve('stale');
  expect(await Promise.all(early)).toEqual(['stale', 'stale']);
});

test('lets callers that share a look-up fail with it', async () => {
  const { get } = cacheAt(0);
  const slow = Promise.withResolvers<string>();
  const first = get('a', () => slow.promise);
  const shared = get('a', never);
  slow.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect(shared).rejects.toThrow(SourceAwayError);
});

test('lets no caller wait longer than two seconds for a look-up that died with its request', async () => {
  const { get, clock, cache } = cacheAt(0);
  // The look-up of a dead request neither succeeds nor fails.
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce((() => 0) as unknown as typeof setTimeout);
  void cache.get('a', never, () => {});
  vi.restoreAllMocks();
  vi.useFakeTimers();
  try {
    const refused = expect(get('a', async () => 'not asked')).rejects.toThrow(SourceAwayError);
    await vi.advanceTimersByTimeAsync(2_050);
    await refused;
  } finally {
    vi.useRealTimers();
  }
  clock.nowMs = 2_000;
  expect(await get('a', async () => 'new')).toBe('new');
});

test('forgets the least recently used value first', async () => {
  const { get } = cacheAt(0, 2);
  const load = (value: string) => async () => value;
  await get('a', load('1'));
  await get('b', load('2'));
  await get('a', load('not asked'));
  await get('c', load('3'));
  expect(await get('a', load('again'))).toBe('1');
  expect(await get('b', load('again'))).toBe('again');
});
