import { runInDurableObject } from 'cloudflare:test';
import type { RunShardRpc } from '@portage/contracts';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  changeWorkflow,
  getEventObject,
  holdAlarm,
  type ListeningWorkflow,
  makeListening,
  readSystem,
  ring,
  syncEvent,
} from '../../test/event-harness.ts';
import { testEnv } from '../../test/harness.ts';
import { oddPages } from '../../test/odd-pages.ts';
import { listRunIds } from '../../test/schedule-harness.ts';
import { readableForms, unreadableForms } from '../../test/wire-forms.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Rings the next alarm, a minute later. */
async function nextPoll({ workflowId }: ListeningWorkflow, ms = MINUTE_MS + 1): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  await ring(workflowId);
  await holdAlarm(workflowId);
}

/** Adds items by the test's clock, which may have been set forward. */
async function addItems(listening: ListeningWorkflow, ...ids: string[]): Promise<void> {
  const { items } = await readSystem(listening);
  await readSystem(listening, { items: [...items, ...ids.map((id) => ({ id, at: new Date(Date.now() + 3_000).toISOString() }))] });
}

async function listeningTo(): Promise<ListeningWorkflow> {
  const listening = await makeListening('polled');
  await readSystem(listening, {
    items: Array.from({ length: 12 }, (_, at) => ({ id: `old-${at}`, at: new Date(Date.now() - 60_000 + at).toISOString() })),
  });
  expect(await syncEvent(listening.workflowId)).toMatchObject({ state: 'listening', mode: 'polled' });
  await holdAlarm(listening.workflowId);
  return listening;
}

/** Routes the object's calls to run shards through this function from now on. */
async function intercept(workflowId: string, startRun: (shard: RunShardRpc, request: Parameters<RunShardRpc['startRun']>[0]) => unknown) {
  await runInDurableObject(getEventObject(workflowId), (object) => {
    const get = (id: DurableObjectId) => {
      const shard = testEnv.RUN_SHARDS.get(id) as unknown as RunShardRpc;
      return { startRun: (request: never) => startRun(shard, request) };
    };
    const RUN_SHARDS = { idFromName: (name: string) => testEnv.RUN_SHARDS.idFromName(name), get };
    Object.defineProperty(object, 'env', { value: { ...testEnv, RUN_SHARDS }, configurable: true });
  });
}

describe('a polled event', () => {
  test('starts one run for each new item, and none for existing ones', async () => {
    const listening = await listeningTo();
    await nextPoll(listening);
    expect(listRunIds(listening.workflowId)).toEqual([]);
    await addItems(listening, 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    await nextPoll(listening);
    await nextPoll(listening);
    await expect.poll(() => listRunIds(listening.workflowId)).toHaveLength(7);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ waitingEvents: 0, state: 'listening' });
  });

  test.each(Object.entries(oddPages))(
    'HOSTILE 47: %s instead of a page stops the poll there, and the next poll reads everything',
    async (_name, odd) => {
      const listening = await listeningTo();
      await nextPoll(listening);
      await addItems(listening, 'a', 'b', 'c', 'd', 'e', 'f', 'g');
      // The second of the two or three pages.
      await readSystem(listening, { odd: { ...odd, read: 2 } });
      await nextPoll(listening);
      expect(await getEventObject(listening.workflowId).status()).toMatchObject({
        message: expect.stringMatching(/Page 2 of GET \/items isn't what its document declares/),
      });
      await nextPoll(listening);
      await nextPoll(listening);
      await expect.poll(() => listRunIds(listening.workflowId)).toHaveLength(7);
      expect(await getEventObject(listening.workflowId).status()).toMatchObject({ message: null });
    },
  );

  test('HOSTILE 48: pages are read to the last letter, however the system encodes and packs them', async () => {
    const listening = await listeningTo();
    await nextPoll(listening);
    // The same start may be requested twice.
    const started = new Set<string>();
    await intercept(listening.workflowId, (shard, request) => {
      started.add(JSON.parse(request.triggerJson).payload.id);
      return shard.startRun(request);
    });
    for (const [name, wire] of Object.entries(readableForms)) {
      await addItems(listening, `J\u00fcrgen \u00e9 in ${name}`);
      await readSystem(listening, { wire });
      await nextPoll(listening);
      expect([name, (await getEventObject(listening.workflowId).status()).message]).toEqual([name, null]);
    }
    await nextPoll(listening);
    await expect.poll(() => [...started]).toEqual(Object.keys(readableForms).map((name) => `J\u00fcrgen \u00e9 in ${name}`));
  });

  test('HOSTILE 48: a page that isn’t in its charset or coding stops the poll, and a later one reads everything', async () => {
    const listening = await listeningTo();
    await nextPoll(listening);
    await addItems(listening, 'J\u00fcrgen', '\u00e9');
    for (const [name, wire] of Object.entries(unreadableForms)) {
      await readSystem(listening, { wire });
      // The pause after a failure grows.
      await nextPoll(listening, DAY_MS);
      expect([name, (await getEventObject(listening.workflowId).status()).message]).toEqual([name, expect.stringMatching(/\.$/)]);
    }
    expect(listRunIds(listening.workflowId)).toEqual([]);
    await readSystem(listening, { wire: null });
    for (let turn = 0; turn < 2; turn += 1) await nextPoll(listening, DAY_MS);
    await expect.poll(() => listRunIds(listening.workflowId)).toHaveLength(2);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ message: null });
  });

  test('is polled at most once a minute', async () => {
    const listening = await listeningTo();
    const { calls } = await readSystem(listening);
    for (let turn = 0; turn < 5; turn += 1) await nextPoll(listening, 5_000);
    expect((await readSystem(listening)).calls).toHaveLength(calls.length);
    await nextPoll(listening);
    expect((await readSystem(listening)).calls.length).toBeGreaterThan(calls.length);
  });

  test('HOSTILE 1, 2: runs whose start fails, or whose response is lost, eventually start once, in order', async () => {
    const listening = await listeningTo();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await addItems(listening, 'a', 'b', 'c');
    let failures = 0;
    const started: string[] = [];
    await intercept(listening.workflowId, async (shard, request) => {
      if (failures < 3) {
        failures += 1;
        throw new Error('The shard fell over');
      }
      const result = await shard.startRun(request);
      if (result.outcome === 'accepted') {
        const { id } = JSON.parse(request.triggerJson).payload;
        // The same run id is accepted once more.
        if (started.at(-1) !== id) started.push(id);
        if (failures < 6) {
          failures += 1;
          throw new Error('The answer got lost');
        }
      }
      return result;
    });
    await nextPoll(listening);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ state: 'failing', waitingEvents: 3 });
    for (let turn = 0; turn < 12; turn += 1) await nextPoll(listening, 10 * MINUTE_MS);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ state: 'listening', waitingEvents: 0 });
    expect(started).toEqual(['a', 'b', 'c']);
    expect(listRunIds(listening.workflowId)).toHaveLength(3);
  });

  test('HOSTILE 2: alarms that ring twice, at the same time, start nothing twice', async () => {
    const listening = await listeningTo();
    await addItems(listening, 'a', 'b');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS + 1 });
    await runInDurableObject(getEventObject(listening.workflowId), async (object) => {
      await Promise.all([object.alarm(), object.alarm(), object.alarm()]);
    });
    expect(listRunIds(listening.workflowId)).toHaveLength(2);
  });

  test('reports the problem and the length of its pause, and loses nothing meanwhile', async () => {
    const listening = await listeningTo();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await readSystem(listening, { mood: { 'GET /items': 500 } });
    await nextPoll(listening);
    const failing = await getEventObject(listening.workflowId).status();
    expect(failing).toMatchObject({ state: 'failing', retryable: true, message: expect.stringContaining('The system says 500') });
    expect(Date.parse(failing.nextReadAt ?? '')).toBeGreaterThan(Date.now());
    await addItems(listening, 'a');
    for (let turn = 0; turn < 3; turn += 1) await nextPoll(listening, 10 * MINUTE_MS);
    await addItems(listening, 'b');
    await readSystem(listening, { mood: {} });
    await nextPoll(listening, 60 * MINUTE_MS);
    expect(await getEventObject(listening.workflowId).status()).toMatchObject({ state: 'listening', message: null });
    expect(listRunIds(listening.workflowId)).toHaveLength(2);
  });

  test('doesn’t make up for events missed while the workflow was inactive', async () => {
    const listening = await listeningTo();
    const { workflowId } = listening;
    await changeWorkflow(workflowId, { isActive: false });
    expect(await syncEvent(workflowId)).toMatchObject({ state: 'off' });
    const { items } = await readSystem(listening);
    await readSystem(listening, { items: [...items, { id: 'missed', at: new Date().toISOString() }] });
    // The dates of its responses are whole seconds.
    await readSystem(listening, { aheadMs: 2_100 });
    await changeWorkflow(workflowId, { isActive: true });
    await syncEvent(workflowId);
    await nextPoll(listening);
    expect(listRunIds(workflowId)).toEqual([]);
  });
});
