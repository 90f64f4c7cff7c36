import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sign } from '@octokit/webhooks-methods';
import { afterEach, describe, expect, test } from 'vitest';
import { readStep, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { seededRandom } from '../crash/random.ts';
import { freePort, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { API_KEY, startEventSystem } from './event-system.ts';
import { makeEventType, makeEventWorkflow } from './make-event-type.ts';

const KILLS = 12;
const SEED = 7;

describe('events under kill -9', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test('HOSTILE 1: the runtime is killed while news is read and its runs are started: each item starts one run, none is lost', {
    timeout: 400_000,
  }, async () => {
    const random = seededRandom(SEED);
    const system = await startEventSystem();
    cleanups.push(() => system.close());
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
    cleanups.push(() => stack.stop());
    const connectorTypeId = await makeEventType(stack.baseUrl, system.url, 'github');
    const { api, email, password } = await signUp(stack.baseUrl);
    const { connector } = await api('POST /api/connectors', { body: { name: 'Orders', connectorTypeId, apiKey: API_KEY } });
    const of = { connectorId: connector.id, connectorTypeId };
    const told = await makeEventWorkflow(api, of, 'feed.news');
    const polled = await makeEventWorkflow(api, of, 'order.changed');
    for (const { id } of [told, polled]) await api('POST /api/workflows/{id}/activate', { params: { id } });
    // The dates of the system's responses are whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100));

    // Repeated until it is accepted, as a system does.
    const ping = async () => {
      const [hook] = [...system.hooks.values()];
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': await sign(hook?.secret ?? '', '{}') };
      const response = await fetch(hook?.url ?? '', { method: 'POST', headers, body: '{}' }).catch(() => null);
      return response?.status === 200;
    };
    let kills = 0;
    for (let turn = 0; turn < KILLS; turn += 1) {
      for (let more = 0; more < 9; more += 1) {
        system.feed.push({ id: `n-${system.feed.length}`, n: system.feed.length });
        system.addOrder();
      }
      await expect.poll(ping, { timeout: 60_000, interval: 100 }).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, random() * 120));
      const { pid } = JSON.parse(await readFile(join(dataDir, 'workerd.pid'), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGKILL');
      kills += 1;
      await expect.poll(() => isUp(stack.baseUrl), { timeout: 60_000, interval: 100 }).toBe(true);
    }
    expect(kills).toBe(KILLS);
    await expect.poll(ping, { timeout: 60_000, interval: 200 }).toBe(true);

    const again = await signIn(stack.baseUrl, { email, password });
    const runsOf = async (workflowId: string) => {
      const found = [];
      for (let pageIndex = 0; ; pageIndex += 1) {
        const query = { workflowId, pageSize: 100, pageIndex };
        const { workflowInstances, totalCount } = await again('GET /api/workflows/find-instances', { query });
        found.push(...workflowInstances);
        if (found.length >= totalCount || workflowInstances.length === 0) return found;
      }
    };
    const expected = KILLS * 9;
    for (const { id } of [told, polled]) {
      await expect.poll(async () => (await runsOf(id)).length, { timeout: 150_000, interval: 1_000 }).toBeGreaterThanOrEqual(expected);
    }
    const idsOf = async (workflowId: string) => {
      const ids: string[] = [];
      for (const run of await runsOf(workflowId)) {
        await waitForRun(again, run.id);
        const body = (await readStep(again, run.id, 'read')).stepData?.response?.body;
        ids.push((body as { id: string }).id);
      }
      return ids.sort();
    };
    expect(await idsOf(told.id)).toEqual(system.feed.map(({ id }) => id).sort());
    expect(await idsOf(polled.id)).toEqual(system.orders.map(({ id }) => id).sort());
  });
});

async function isUp(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
