import { runInDurableObject } from 'cloudflare:test';
import { LIVE_CLOSE_CODES, LIVE_WATCHER_HEADER, type LiveWatcher, makeRunId, type OwnerId, toOwnerId } from '@portage/contracts';
import { ADMIN_ROLE, endSession, insertSession, insertUser, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { chain, getShardStub, newVersion, randomText, start, until } from '../../test/harness.ts';
import { startInOwnShard } from '../../test/own-shard.ts';
import { db, publish } from '../../test/schedule-harness.ts';
import { WatcherSessions } from './watcher-sessions.ts';

async function signedIn(roles = [ADMIN_ROLE]): Promise<{ userId: OwnerId; sessionId: string }> {
  const [userId, sessionId, now] = [toOwnerId(crypto.randomUUID()), crypto.randomUUID(), new Date()];
  await insertUser(db(), { id: userId, email: `${userId}@example.test`, passwordHash: 'x', roles, createdAt: now });
  await insertSession(db(), {
    id: sessionId,
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    ipAddress: null,
    userAgent: null,
    refreshToken: { id: crypto.randomUUID(), tokenHash: crypto.randomUUID() },
  });
  return { userId, sessionId };
}

/** In its own shard, which no other test's watchers share. */
async function waitingRun(): Promise<string> {
  const runId = await startInOwnShard(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }));
  await until(runId, ['Delayed']);
  return runId;
}

async function watch(runId: string, watcher: LiveWatcher) {
  const response = await getShardStub(runId).fetch(`https://shard/live?runId=${runId}`, {
    headers: { upgrade: 'websocket', [LIVE_WATCHER_HEADER]: encodeURIComponent(JSON.stringify(watcher)) },
  });
  const view: { code: number | null; messages: string[] } = { code: null, messages: [] };
  response.webSocket?.addEventListener('close', ({ code }) => {
    view.code = code;
  });
  response.webSocket?.addEventListener('message', ({ data }) => void view.messages.push(String(data)));
  response.webSocket?.accept();
  return view;
}

/** How far the clock of these runs' shards has been moved forward. */
let ahead = 0;

/** Lets the object check its watchers as if the pause between checks had passed. */
async function lookLater(runId: string): Promise<void> {
  ahead += 11_000;
  await runInDurableObject(getShardStub(runId), async (shard) => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ahead);
    try {
      await shard.alarm();
    } finally {
      now.mockRestore();
    }
  });
}

/** The sessions of watchers that the run's object has not disconnected. */
function listSessions(runId: string): Promise<string[]> {
  return runInDurableObject(getShardStub(runId), (_shard, state) => {
    const open = state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
    return open.map((socket) => socket.deserializeAttachment().sessionId);
  });
}

describe('a watcher of a run', () => {
  test('is disconnected at the moment the access token expires', async () => {
    const runId = await waitingRun();
    const { sessionId } = await signedIn();
    const [brief, long] = [
      await watch(runId, { sessionId, tokenExpiresAtMs: Date.now() + 500 }),
      await watch(runId, { sessionId, tokenExpiresAtMs: Date.now() + 900_000 }),
    ];
    await expect.poll(() => brief.code).toBe(LIVE_CLOSE_CODES.tokenExpired);
    expect(long.code).toBeNull();
  });

  test.each(['signs out', 'is deleted', 'is no longer an admin'])('is disconnected within 10 seconds when the person %s', async (how) => {
    const runId = await waitingRun();
    const [gone, stays] = [await signedIn(), await signedIn()];
    const watcherOf = ({ sessionId }: { sessionId: string }) => watch(runId, { sessionId, tokenExpiresAtMs: Date.now() + 900_000 });
    const [left, right] = [await watcherOf(gone), await watcherOf(stays)];
    await lookLater(runId);
    expect(await listSessions(runId)).toEqual(expect.arrayContaining([gone.sessionId, stays.sessionId]));
    if (how === 'signs out') await endSession(db(), gone.sessionId, 'signed-out', new Date());
    else {
      const change = how === 'is deleted' ? { isDeleted: true } : { roles: [] };
      await db().update(schema.users).set(change).where(eq(schema.users.id, gone.userId));
    }
    await lookLater(runId);
    await expect.poll(() => left.code).toBe(LIVE_CLOSE_CODES.sessionEnded);
    expect(await listSessions(runId)).toContain(stays.sessionId);
    expect(right.code).toBeNull();
  });

  test('sees nothing of a step that an admin hides meanwhile', async () => {
    const { userId, sessionId } = await signedIn([]);
    const workflowId = crypto.randomUUID();
    const steps = (isHiddenFromCustomer: boolean) =>
      chain({ clientId: 'wait', stepId: 'secretly waiting', type: 'DelayStep', delayValue: 1, delayType: 'Hours', isHiddenFromCustomer });
    const runId = makeRunId(userId, Date.now(), 0, randomText());
    const { shard } = await start(steps(false), {}, { runId, ownerUserId: userId }, { ownerUserId: userId, workflowId });
    await until(runId, ['Delayed']);
    const view = await watch(runId, { sessionId, tokenExpiresAtMs: Date.now() + 900_000, viewer: { seesHidden: false, hiding: null } });
    await expect.poll(() => view.messages.join()).toContain('secretly waiting');

    await publish(newVersion(steps(true), { ownerUserId: userId, workflowId }));
    await lookLater(runId);
    const viewers = () =>
      runInDurableObject(getShardStub(runId), (_shard, state) => state.getWebSockets().map((socket) => socket.deserializeAttachment()));
    await expect.poll(viewers).toMatchObject([{ viewer: { hiding: { stepIds: ['wait'] } } }]);
    view.messages.length = 0;
    await shard.cancelRun(runId);
    await expect.poll(() => view.messages.join()).toContain('Cancelled');
    expect(view.messages.join()).not.toContain('secretly waiting');
  });

  test('wakes the object for the next check only while there are watchers', async () => {
    const runId = await waitingRun();
    const { sessionId } = await signedIn();
    await watch(runId, { sessionId, tokenExpiresAtMs: Date.now() + 900_000 });
    const alarm = await runInDurableObject(getShardStub(runId), (_shard, state) => state.storage.getAlarm());
    expect(alarm).toBeLessThanOrEqual(Date.now() + ahead + 10_000);
  });
});

describe('checking sessions', () => {
  test('checks no session without watchers, and keeps watchers while the database is down', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let nowMs = 0;
    const sockets: { readyState: number; deserializeAttachment(): LiveWatcher; close: (code: number) => void; code?: number }[] = [];
    const findViewers = vi.fn(async () => {
      throw new Error('away');
    });
    const sessions = new WatcherSessions({ now: () => nowMs, sockets: () => sockets as unknown as WebSocket[], findViewers });
    expect(sessions.nextCheck()).toBeNull();
    await sessions.check();
    expect(findViewers).not.toHaveBeenCalled();
    const socket: (typeof sockets)[number] = {
      readyState: 1,
      deserializeAttachment: () => ({ sessionId: 's', tokenExpiresAtMs: 50_000 }),
      close: (code) => Object.assign(socket, { code, readyState: 2 }),
    };
    sockets.push(socket);
    nowMs = 20_000;
    await sessions.check();
    expect(findViewers).toHaveBeenCalledTimes(1);
    expect(socket.code).toBeUndefined();
    nowMs = 50_000;
    await sessions.check();
    expect(socket.code).toBe(LIVE_CLOSE_CODES.tokenExpired);
  });
});
