import { ApiError } from '@portage/contracts';
import { MINUTE_MS } from '@portage/primitives/durations';
import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { storedUser } from '../../test/session/people.ts';
import { Session } from './session.ts';
import { USER_KEY } from './stored-user.ts';
import { type FreshTokens, TokenRefresher, type TokenRefresherSettings } from './token-refresher.ts';

const START_MS = Date.parse('2026-11-21T00:00:00Z');

/** The browser: tabs that share storage and a lock, a clock, and a server that accepts a refresh token once. */
function browser({ lifeMs = 15 * MINUTE_MS } = {}) {
  const local = new MemoryStorage();
  const clock = { nowMs: START_MS, isActive: true };
  let queue: Promise<unknown> = Promise.resolve();
  let issued = 1;
  const server = {
    refresh: vi.fn(async (refreshToken: string): Promise<FreshTokens> => {
      if (refreshToken !== `refresh-${issued}`) throw new ApiError(401, null, 'reused');
      issued += 1;
      await Promise.resolve();
      const expiresAt = new Date(clock.nowMs + lifeMs).toISOString();
      return { accessToken: { value: `access-${issued}`, expiresAt }, refreshToken: { value: `refresh-${issued}` } };
    }),
  };
  function openTab({ storage = local, ...ports }: { storage?: MemoryStorage } & Pick<TokenRefresherSettings, 'used' | 'pause'> = {}) {
    const session = new Session({ local: storage, tab: new MemoryStorage() });
    const onRefused = vi.fn(() => session.clear());
    const refresher = new TokenRefresher({
      session,
      now: () => clock.nowMs,
      isActive: () => clock.isActive,
      refresh: (token) => server.refresh(token),
      onRefused,
      alone: (work) => {
        const turn = queue.then(work, work);
        queue = turn.catch(() => {});
        return turn;
      },
      ...ports,
    });
    return { session, refresher, onRefused };
  }
  return { clock, server, openTab };
}

test('a token with three minutes left is used unchanged; with less it is refreshed first', async () => {
  const { clock, server, openTab } = browser();
  const { session, refresher } = openTab();
  session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));

  clock.nowMs = START_MS + 12 * MINUTE_MS;
  expect(await refresher.getAccessToken()).toBe('access-1');
  expect(server.refresh).not.toHaveBeenCalled();

  clock.nowMs += 1;
  expect(await refresher.getAccessToken()).toBe('access-2');
  expect(session.stored?.refreshToken.value).toBe('refresh-2');
});

test('calls of an idle page use a token until it expires, and renew it only then', async () => {
  const { clock, server, openTab } = browser();
  const { session, refresher } = openTab();
  session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  clock.isActive = false;

  clock.nowMs = START_MS + 15 * MINUTE_MS;
  expect(await refresher.getAccessToken()).toBe('access-1');
  expect(server.refresh).not.toHaveBeenCalled();

  clock.nowMs += 1;
  expect(await refresher.getAccessToken()).toBe('access-2');
});

test('HOSTILE 24: fifty calls in three tabs find an expiring token, and the refresh token is used once', async () => {
  const { clock, server, openTab } = browser();
  const tabs = [openTab(), openTab(), openTab()];
  tabs[0]?.session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  for (const { session } of tabs) session.reread();

  clock.nowMs = START_MS + 14 * MINUTE_MS;
  const tokens = await Promise.all(Array.from({ length: 50 }, (_, index) => tabs[index % 3]?.refresher.getAccessToken()));
  expect(new Set(tokens)).toEqual(new Set(['access-2']));
  expect(server.refresh).toHaveBeenCalledTimes(1);
  for (const { onRefused } of tabs) expect(onRefused).not.toHaveBeenCalled();
});

test('HOSTILE 24: a tab whose storage is late doesn’t use a token that another tab has used', async () => {
  const { clock, server, openTab } = browser();
  const used = new Set<string>();
  const ports = { mark: async (token: string) => void used.add(token), has: async (token: string) => used.has(token) };
  const first = openTab({ used: ports });
  first.session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  // The second tab's process gets the first one's writes only after several reads.
  const late = new MemoryStorage();
  const signedIn = JSON.stringify(first.session.stored);
  late.setItem(USER_KEY, signedIn);
  let looks = 0;
  const second = openTab({
    storage: late,
    used: ports,
    pause: async () => {
      looks += 1;
      if (looks === 3) late.setItem(USER_KEY, JSON.stringify(first.session.stored));
    },
  });

  clock.nowMs = START_MS + 14 * MINUTE_MS;
  const tokens = await Promise.all([first.refresher.getAccessToken(), second.refresher.getAccessToken()]);
  expect(tokens).toEqual(['access-2', 'access-2']);
  expect(server.refresh).toHaveBeenCalledTimes(1);
  expect(looks).toBe(3);
  expect(second.onRefused).not.toHaveBeenCalled();
});

test('a refused refresh ends the session', async () => {
  const { clock, server, openTab } = browser();
  const { session, refresher, onRefused } = openTab();
  session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  clock.nowMs = START_MS + 14 * MINUTE_MS;
  server.refresh.mockRejectedValueOnce(new ApiError(401, null, 'revoked'));
  expect(await refresher.getAccessToken()).toBeNull();
  expect(onRefused).toHaveBeenCalledTimes(1);
});

test.for([new ApiError(0, null, 'offline'), new ApiError(503, null, 'busy'), new ApiError(429, null, 'slow down')])(
  'a server that could not respond ($message) ends nothing, and the next check tries again',
  async (error) => {
    const { clock, server, openTab } = browser();
    const { session, refresher, onRefused } = openTab();
    session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
    clock.nowMs = START_MS + 14 * MINUTE_MS;
    server.refresh.mockRejectedValueOnce(error);
    expect(await refresher.getAccessToken()).toBe('access-1');
    expect(onRefused).not.toHaveBeenCalled();
    expect(await refresher.getAccessToken()).toBe('access-2');
  },
);

test('a refused token is renewed, even if this machine’s clock says that it is valid', async () => {
  const { server, openTab } = browser();
  const { session, refresher, onRefused } = openTab();
  session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  const both = await Promise.all([refresher.renewAccessToken('access-1'), refresher.renewAccessToken('access-1')]);
  expect(both).toEqual(['access-2', 'access-2']);
  // A call that was sent before the refresh is refused only now.
  expect(await refresher.renewAccessToken('access-1')).toBe('access-2');
  expect(server.refresh).toHaveBeenCalledOnce();
  expect(onRefused).not.toHaveBeenCalled();
});

test('while a woken machine has no network yet, a refused token ends no session; a refused refresh does', async () => {
  const { server, openTab } = browser();
  const { session, refresher, onRefused } = openTab();
  session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  server.refresh.mockRejectedValueOnce(new ApiError(0, null, 'no network'));
  await expect(refresher.renewAccessToken('access-1')).rejects.toMatchObject({ status: 0 });
  expect([session.stored?.accessToken.value, onRefused.mock.calls.length]).toEqual(['access-1', 0]);
  server.refresh.mockRejectedValueOnce(new ApiError(401, null, 'ended'));
  expect(await refresher.renewAccessToken('access-1')).toBeNull();
  expect(onRefused).toHaveBeenCalledOnce();
});

test('tokens that arrive after a sign-out are dropped', async () => {
  const { clock, server, openTab } = browser();
  const { session, refresher } = openTab();
  session.signIn(storedUser({ nowMs: START_MS, lifeMs: 15 * MINUTE_MS }));
  clock.nowMs = START_MS + 14 * MINUTE_MS;
  server.refresh.mockImplementationOnce(async () => {
    session.clear();
    return { accessToken: { value: 'late', expiresAt: new Date(clock.nowMs + MINUTE_MS).toISOString() }, refreshToken: { value: 'late' } };
  });
  expect(await refresher.getAccessToken()).toBeNull();
  expect(session.stored).toBeNull();
});

test('without a signed-in person there is no token and no call', async () => {
  const { server, openTab } = browser();
  expect(await openTab().refresher.getAccessToken()).toBeNull();
  expect(server.refresh).not.toHaveBeenCalled();
});
