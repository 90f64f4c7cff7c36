import { ApiError } from '@portage/contracts';
import { MINUTE_MS } from '@portage/primitives/durations';
import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { storedUser } from '../../test/session/people.ts';
import { Session } from './session.ts';
import { USER_KEY } from './stored-user.ts';
import { type CopiesChannel, TabCopies } from './tab-copies.ts';
import { type FreshTokens, TokenRefresher } from './token-refresher.ts';

/** A browser with impersonated tabs that share local storage; each has its own user. */
function browser() {
  const local = new MemoryStorage();
  const clock = { nowMs: Date.parse('2026-11-21T00:00:00Z') };
  let [queue, issued]: [Promise<unknown>, number] = [Promise.resolve(), 1];
  const listeners = new Map<CopiesChannel, (event: { data: unknown }) => void>();
  const refresh = vi.fn(async (refreshToken: string): Promise<FreshTokens> => {
    if (refreshToken !== `refresh-${issued}`) throw new ApiError(401, null, 'reused');
    issued += 1;
    const expiresAt = new Date(clock.nowMs + 15 * MINUTE_MS).toISOString();
    return { accessToken: { value: `access-${issued}`, expiresAt }, refreshToken: { value: `refresh-${issued}` } };
  });
  function openTab(userText: string, place: 'tab' | 'local' = 'tab') {
    const tab = new MemoryStorage();
    (place === 'tab' ? tab : local).setItem(USER_KEY, userText);
    const session = new Session({ local, tab });
    const onRefused = vi.fn(() => session.clear());
    const channel: CopiesChannel = {
      postMessage: (data) => {
        // Like the browser: to all others, asynchronously.
        for (const [other, listener] of listeners) if (other !== channel) queueMicrotask(() => listener({ data: structuredClone(data) }));
      },
      addEventListener: (_, listener) => void listeners.set(channel, listener),
    };
    const copies = new TabCopies(session, () => session.clear(), channel);
    const refresher = new TokenRefresher({
      session,
      now: () => clock.nowMs,
      isActive: () => true,
      refresh,
      onRefused,
      alone: (work) => {
        const turn = queue.then(work, work);
        queue = turn.catch(() => {});
        return turn;
      },
      copies,
    });
    return { session, refresher, onRefused, tab, copies, close: () => listeners.delete(channel) };
  }
  return { clock, refresh, openTab };
}

test('copies of an impersonated tab continue together: a refresh token is used once, and every copy has the newest', async () => {
  const { clock, refresh, openTab } = browser();
  const text = JSON.stringify(storedUser({ nowMs: clock.nowMs, lifeMs: 15 * MINUTE_MS }));
  const copies = [openTab(text), openTab(text), openTab(text)];
  for (let round = 1; round <= 3; round += 1) {
    clock.nowMs += 13 * MINUTE_MS;
    const tokens = await Promise.all(copies.map(({ refresher }) => refresher.getAccessToken()));
    expect(tokens).toEqual(copies.map(() => `access-${round + 1}`));
    expect(refresh).toHaveBeenCalledTimes(round);
  }
  for (const { onRefused, tab } of copies) {
    expect(onRefused).not.toHaveBeenCalled();
    expect(tab.getItem(USER_KEY)).toContain('refresh-4');
  }
});

test('a copy that is opened later, or was in the background for a while, continues as well', async () => {
  const { clock, openTab } = browser();
  const text = JSON.stringify(storedUser({ nowMs: clock.nowMs, lifeMs: 15 * MINUTE_MS }));
  const first = openTab(text);
  const sleeping = openTab(text);
  clock.nowMs += 13 * MINUTE_MS;
  await first.refresher.getAccessToken();
  const later = openTab(first.tab.getItem(USER_KEY) ?? '');
  first.close();
  clock.nowMs += 13 * MINUTE_MS;
  expect(await later.refresher.getAccessToken()).toBe('access-3');
  expect(await sleeping.refresher.getAccessToken()).toBe('access-3');
  for (const { onRefused } of [sleeping, later]) expect(onRefused).not.toHaveBeenCalled();
});

test('copies are signed out together, whatever the server knows; other tabs stay', async () => {
  const { clock, openTab } = browser();
  const text = JSON.stringify(storedUser({ nowMs: clock.nowMs, lifeMs: 15 * MINUTE_MS }));
  const [leaving, copy, other] = [
    openTab(text),
    openTab(text),
    openTab(JSON.stringify(storedUser({ id: 'u3', nowMs: clock.nowMs, lifeMs: 15 * MINUTE_MS, refreshToken: { value: 'other' } }))),
  ];
  clock.nowMs += 13 * MINUTE_MS;
  await leaving.refresher.getAccessToken();
  leaving.copies.end();
  leaving.session.clear();
  await vi.waitFor(() => expect(copy.session.getUser()).toBeNull());
  expect(other.session.getUser()).toMatchObject({ id: 'u3' });
});

test('tabs of other people, and the admin’s own, adopt nothing', async () => {
  const { clock, openTab } = browser();
  const person = (id: string, refresh: string) =>
    JSON.stringify(storedUser({ id, nowMs: clock.nowMs, lifeMs: 15 * MINUTE_MS, refreshToken: { value: refresh } }));
  const acting = openTab(person('u2', 'refresh-1'));
  const other = openTab(person('u3', 'other'));
  const own = openTab(person('u1', 'refresh-1'), 'local');
  clock.nowMs += 13 * MINUTE_MS;
  expect(await acting.refresher.getAccessToken()).toBe('access-2');
  expect(other.session.stored?.refreshToken.value).toBe('other');
  expect(own.session.stored?.refreshToken.value).toBe('refresh-1');
});

test('a copy whose token was used up by a closed tab is signed out, and nothing else happens', async () => {
  const { clock, refresh, openTab } = browser();
  const copy = openTab(JSON.stringify(storedUser({ nowMs: clock.nowMs, lifeMs: 15 * MINUTE_MS })));
  await refresh('refresh-1');
  clock.nowMs += 13 * MINUTE_MS;
  expect(await copy.refresher.getAccessToken()).toBeNull();
  expect(copy.onRefused).toHaveBeenCalledTimes(1);
  expect(copy.session.getUser()).toBeNull();
});
