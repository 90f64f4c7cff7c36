import { runInDurableObject } from 'cloudflare:test';
import { connectHttp, deleteConnector } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getConnectionObject, tryLease } from '../../test/connection-harness.ts';
import { changeWorkflow, getEventObject, makeListening, readAlarm, readSystem, ring, syncEvent } from '../../test/event-harness.ts';
import { OWNER, testEnv } from '../../test/harness.ts';
import { oddPages } from '../../test/odd-pages.ts';
import { sweepEvents } from './sweep-events.ts';

function letTimePass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

afterEach(() => vi.useRealTimers());

const readStored = (workflowId: string) =>
  runInDurableObject(getEventObject(workflowId), (_object, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('listening', 'seen', 'waiting')").toArray().length,
    text: JSON.stringify(
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'listening'").toArray().length > 0
        ? storage.sql.exec('SELECT state FROM listening').toArray()
        : [],
    ),
  }));

describe('what is registered at a system', () => {
  test('is registered once however often it’s requested, stored sealed, and removed completely with the workflow', async () => {
    const listening = await makeListening('plain');
    const { workflowId, webhookUrl } = listening;
    expect(await syncEvent(workflowId)).toMatchObject({ state: 'listening', mode: 'registered', message: null });
    await Promise.all([syncEvent(workflowId), syncEvent(workflowId), ring(workflowId)]);
    const { hooks, calls } = await readSystem(listening);
    expect(hooks).toEqual([{ id: 'hook-1', url: webhookUrl, secret: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(calls).toEqual(['POST /hooks']);
    expect((await getEventObject(workflowId).receiver())?.secrets).toEqual([hooks[0]?.secret]);
    const { text } = await readStored(workflowId);
    expect(text).toContain('v1.test.');
    expect(text).not.toContain(hooks[0]?.secret);

    await changeWorkflow(workflowId, { isDeleted: true });
    expect(await syncEvent(workflowId)).toMatchObject({ state: 'off', pendingRemovals: 0 });
    expect((await readSystem(listening)).hooks).toEqual([]);
    expect((await readStored(workflowId)).tables).toBe(0);
    expect(await readAlarm(workflowId)).toBeNull();
    expect(await getEventObject(workflowId).receiver()).toBeNull();
  });

  test('by hand: registers nothing and uses the type’s secret', async () => {
    const listening = await makeListening('byHand');
    expect(await syncEvent(listening.workflowId)).toMatchObject({ state: 'listening', mode: 'by-hand' });
    expect((await readSystem(listening)).calls).toEqual([]);
    expect(await getEventObject(listening.workflowId).receiver()).toMatchObject({ scheme: 'stripe', secrets: ['of the type'] });
  });

  test('follows another public URL: removes the old registration first', async () => {
    const listening = await makeListening('plain');
    await syncEvent(listening.workflowId);
    await getEventObject(listening.workflowId).sync({ workflowId: listening.workflowId, publicOrigin: 'https://moved.test' });
    const { hooks, calls } = await readSystem(listening);
    expect(hooks.map(({ url }) => url)).toEqual([listening.webhookUrl.replace('portage.test', 'moved.test')]);
    expect(calls).toEqual(['POST /hooks', 'DELETE /hooks/hook-1', 'POST /hooks']);
  });

  test('HOSTILE 1: an interrupted attempt is searched for and removed, so nothing is registered twice', async () => {
    const listening = await makeListening('plain');
    await readSystem(listening, { mood: { 'POST /hooks': 'cut' } });
    expect(await syncEvent(listening.workflowId)).toMatchObject({ state: 'failing', retryable: true });
    expect((await readSystem(listening)).hooks).toHaveLength(1);
    letTimePass(60_000);
    await ring(listening.workflowId);
    const { hooks, calls } = await readSystem(listening);
    expect(hooks).toHaveLength(1);
    expect(calls).toEqual(['POST /hooks', 'GET /hooks', 'DELETE /hooks/hook-1', 'POST /hooks']);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ state: 'listening', message: null });
  });

  test.each(Object.entries(oddPages))('HOSTILE 47: %s instead of the list doesn’t mean that nothing is registered', async (_name, odd) => {
    const listening = await makeListening('plain');
    await readSystem(listening, { mood: { 'POST /hooks': 'cut' }, odd: { ...odd, read: 1 } });
    await syncEvent(listening.workflowId);
    letTimePass(60_000);
    await ring(listening.workflowId);
    letTimePass(60_000);
    await ring(listening.workflowId);
    letTimePass(DAY_MS);
    await ring(listening.workflowId);
    expect((await readSystem(listening)).hooks).toHaveLength(1);
  });

  test('removes everything broken attempts left, however many the system lists', async () => {
    const listening = await makeListening('plain');
    await readSystem(listening, { mood: { 'POST /hooks': 'cut' } });
    await syncEvent(listening.workflowId);
    const other = { id: 'other', url: 'https://elsewhere.test/hook' };
    const left = Array.from({ length: 25 }, (_, at) => ({ id: `left-${at}`, url: listening.webhookUrl }));
    await readSystem(listening, { hooks: [other, ...left] });
    letTimePass(60_000);
    await ring(listening.workflowId);
    const { hooks } = await readSystem(listening);
    expect(hooks.map(({ url }) => url)).toEqual([other.url, listening.webhookUrl]);
  });

  test('HOSTILE 1: an interrupted attempt that is no longer wanted is searched for and removed, too', async () => {
    const listening = await makeListening('plain');
    await readSystem(listening, { mood: { 'POST /hooks': 'cut' } });
    await syncEvent(listening.workflowId);
    await changeWorkflow(listening.workflowId, { isActive: false });
    expect(await syncEvent(listening.workflowId)).toMatchObject({ state: 'off', pendingRemovals: 0 });
    expect((await readSystem(listening)).hooks).toEqual([]);
  });

  test('repeats an attempt with the same key and secret if the system has no list', async () => {
    const listening = await makeListening('withoutFind');
    await readSystem(listening, { mood: { 'POST /hooks': 'cut' } });
    await syncEvent(listening.workflowId);
    letTimePass(60_000);
    await ring(listening.workflowId);
    const { hooks } = await readSystem(listening);
    expect(hooks).toHaveLength(2);
    // A system that knows idempotency keys gives the second call the same response as the first.
    expect(hooks[0]?.secret).toBe(hooks[1]?.secret);
  });

  test.each([
    [401, true],
    [403, true],
    [422, false],
  ] as const)(
    'a response with status %i says whether the connector is allowed to do this: %s (EDIT-67)',
    async (status, isUnauthorized) => {
      const listening = await makeListening('plain');
      await readSystem(listening, { mood: { 'POST /hooks': status } });
      expect(await syncEvent(listening.workflowId)).toMatchObject({ state: 'failing', isUnauthorized });
    },
  );

  test('retries a refusing system ever more slowly, and reports its message', async () => {
    const listening = await makeListening('plain');
    await readSystem(listening, { mood: { 'POST /hooks': 422 } });
    expect(await syncEvent(listening.workflowId)).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('The system says 422'),
    });
    const pauses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const alarm = (await readAlarm(listening.workflowId)) ?? 0;
      pauses.push(Math.round((alarm - Date.now()) / 1_000));
      letTimePass(alarm - Date.now() + 1);
      await ring(listening.workflowId);
    }
    expect(pauses[0]).toBeLessThanOrEqual(30);
    expect(pauses[4]).toBeGreaterThan(200);
  });
});

describe('removal', () => {
  test('is retried while the system is down, and given up after a week', async () => {
    const listening = await makeListening('plain');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { workflowId } = listening;
    await syncEvent(workflowId);
    await readSystem(listening, { mood: { 'DELETE /hooks': 503 } });
    await changeWorkflow(workflowId, { isActive: false });
    expect(await syncEvent(workflowId)).toMatchObject({ state: 'off', pendingRemovals: 1 });
    letTimePass(3_600_000);
    await ring(workflowId);
    expect(await getEventObject(workflowId).status()).toMatchObject({ pendingRemovals: 1 });
    letTimePass(8 * DAY_MS);
    await ring(workflowId);
    expect(await getEventObject(workflowId).status()).toMatchObject({ pendingRemovals: 0 });
    expect((await readStored(workflowId)).tables).toBe(0);
    vi.restoreAllMocks();
  });

  test('is done when the system says nothing is registered', async () => {
    const listening = await makeListening('plain');
    await syncEvent(listening.workflowId);
    await readSystem(listening, { hooks: [] });
    await changeWorkflow(listening.workflowId, { isActive: false });
    expect(await syncEvent(listening.workflowId)).toMatchObject({ state: 'off', pendingRemovals: 0 });
  });

  test('continues after the connector was deleted: its credential is kept only for this', async () => {
    const listening = await makeListening('plain');
    const { workflowId, connectorId } = listening;
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await syncEvent(workflowId);
    await readSystem(listening, { mood: { 'DELETE /hooks': 503 } });
    await changeWorkflow(workflowId, { isActive: false });
    await syncEvent(workflowId);
    // The way edge-api deletes it.
    await getConnectionObject(connectorId).retire(connectorId);
    await deleteConnector(connectHttp(testEnv), OWNER, connectorId, new Date());
    await getConnectionObject(connectorId).forget();
    letTimePass(60_000);
    expect(await tryLease(connectorId)).toMatchObject({ outcome: 'refused' });
    await ring(workflowId);
    expect((await readSystem(listening)).hooks).toHaveLength(1);

    await readSystem(listening, { mood: {} });
    letTimePass(3_600_000);
    await ring(workflowId);
    expect((await readSystem(listening)).hooks).toEqual([]);
    const left = await runInDurableObject(getConnectionObject(connectorId), (_object, { storage }) => [...storage.kv.list()]);
    expect(left).toEqual([]);
    vi.restoreAllMocks();
  });

  test('a connector that nothing holds on to is forgotten at once', async () => {
    const listening = await makeListening('plain');
    const { workflowId, connectorId } = listening;
    await syncEvent(workflowId);
    await changeWorkflow(workflowId, { isActive: false });
    await syncEvent(workflowId);
    const held = () =>
      runInDurableObject(getConnectionObject(connectorId), (_object, { storage }) => [...storage.kv.list()].map(([key]) => key));
    expect(await held()).toEqual([]);
    await getConnectionObject(connectorId).retire(connectorId);
    await getConnectionObject(connectorId).forget();
    expect(await held()).toEqual([]);
  });
});

describe('renewal', () => {
  test('renews before the subscription expires (Airtable: seven days)', async () => {
    const listening = await makeListening('refreshed');
    const { workflowId } = listening;
    const { renewsAt } = await syncEvent(workflowId);
    expect(Date.parse(renewsAt ?? '') - Date.now()).toBeGreaterThan(4.9 * DAY_MS);
    expect((await getEventObject(workflowId).receiver())?.secrets).toEqual(['made by the system for hook-1']);
    letTimePass(5 * DAY_MS);
    await ring(workflowId);
    expect((await readSystem(listening)).calls).toEqual(['POST /hooks', 'POST /hooks/hook-1/refresh']);
    expect(Date.parse((await getEventObject(workflowId).status()).renewsAt ?? '') - Date.now()).toBeGreaterThan(4.9 * DAY_MS);
  });

  test('registers a webhook again that is gone at the system', async () => {
    const listening = await makeListening('refreshed');
    await syncEvent(listening.workflowId);
    await readSystem(listening, { hooks: [] });
    letTimePass(5 * DAY_MS);
    await ring(listening.workflowId);
    expect((await readSystem(listening)).hooks).toHaveLength(1);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ state: 'listening', message: null });
  });

  test('registers a new webhook first if the system can’t renew; calls of both count for a while', async () => {
    const listening = await makeListening('registeredAgain');
    const { workflowId } = listening;
    await syncEvent(workflowId);
    letTimePass(5 * DAY_MS);
    await ring(workflowId);
    const { calls, hooks } = await readSystem(listening);
    expect(calls).toEqual(['POST /hooks', 'POST /hooks', 'DELETE /hooks/hook-1']);
    expect(hooks.map(({ id }) => id)).toEqual(['hook-2']);
    expect((await getEventObject(workflowId).receiver())?.secrets).toEqual([
      'made by the system for hook-2',
      'made by the system for hook-1',
    ]);
    letTimePass(11 * 60_000);
    expect((await getEventObject(workflowId).receiver())?.secrets).toEqual(['made by the system for hook-2']);
  });
});

describe('the safety net', () => {
  test('the sweep applies a change that got lost between the database and the system', async () => {
    const listening = await makeListening('plain');
    const { workflowId } = listening;
    await syncEvent(workflowId);
    await changeWorkflow(workflowId, { isActive: false, lastUpdatedAt: new Date() });
    const recheck = (id: string) => (id === workflowId ? getEventObject(id).recheck(id) : Promise.resolve());
    expect(await sweepEvents({ db: connectHttp(testEnv), nowMs: Date.now(), recheck })).toBeGreaterThan(0);
    expect((await readSystem(listening)).hooks).toEqual([]);
  });

  test('a test ends by itself when its window closes', async () => {
    const listening = await makeListening('plain');
    const { workflowId } = listening;
    await changeWorkflow(workflowId, { isActive: false, testUntil: new Date(Date.now() + 600_000) });
    expect((await syncEvent(workflowId)).state).toBe('listening');
    letTimePass(600_001);
    expect(await getEventObject(workflowId).receiver()).toBeNull();
    await ring(workflowId);
    expect((await readSystem(listening)).hooks).toEqual([]);
  });
});
