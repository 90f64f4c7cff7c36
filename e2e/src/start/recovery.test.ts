import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { freePort, killHard, type Stack, type StackSettings, startStack, stillRunning } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'double' },
  { stepId: 'double', type: 'CustomScript', script: 'return Steps["start"].Payload.number * 2' },
];

let folder: Awaited<ReturnType<typeof startedDataDir>>;
let settings: StackSettings;
let stack: Stack;
let account: { email: string; password: string };
let webhookUrl: string;

beforeAll(async () => {
  folder = await startedDataDir();
  settings = { dataDir: folder.dataDir, port: await freePort(), env: { PORTAGE_SEED_DEMO: 'false' } };
  stack = await startStack(settings);
  const { api, ...rest } = await signUp(stack.baseUrl);
  account = rest;
  ({ webhookUrl } = await activeWebhook(api, 'Doubles', steps));
});
afterAll(async () => {
  await stack.stop();
  await folder.remove();
});

/** Posts without a pause, before, during and after `kill`. @returns the acknowledged runs */
async function underLoad(kill: () => Promise<void>): Promise<string[]> {
  const acknowledged: string[] = [];
  let isOver = false;
  const load = async () => {
    for (let number = 0; !isOver; number++) {
      // A call that is refused or cut off while Portage is down was never promised to the caller.
      await postWebhook(webhookUrl, { number }).then(
        (id) => acknowledged.push(id),
        () => pause(50),
      );
      await pause(10);
    }
  };
  const loads = [load(), load()];
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
  await kill();
  isOver = true;
  await Promise.all(loads);
  return acknowledged;
}

async function expectAllThere(runIds: string[]): Promise<void> {
  expect(runIds.length).toBeGreaterThan(10);
  const api: Client<Calls> = await signIn(stack.baseUrl, account);
  for (const id of runIds) expect(await waitForRun(api, id)).toMatchObject({ status: 'Succeeded' });
}

async function healthyAgain(): Promise<void> {
  const status = () =>
    fetch(`${stack.baseUrl}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe(200);
}

describe('kill -9 under load loses no acknowledged webhook', () => {
  test('of the Workers runtime: the running Portage brings it back', async () => {
    const runIds = await underLoad(async () => {
      const killed = workerdPid();
      killHard(killed);
      await expect.poll(workerdPid).not.toBe(killed);
      await healthyAgain();
    });
    await expectAllThere(runIds);
    expect(stillRunning([workerdPid()])).toHaveLength(1);
  });

  test('of the Workers runtime again and again, even while it is coming back', async () => {
    const runIds = await underLoad(async () => {
      for (let kills = 0; kills < 5; kills++) {
        const before = workerdPid();
        killHard(before);
        await expect.poll(workerdPid, { timeout: 60_000, interval: 5 }).not.toBe(before);
      }
      await healthyAgain();
    });
    await expectAllThere(runIds);
  });

  test('of PostgreSQL: the running Portage brings it back', async () => {
    const before = postmasterPid();
    const runIds = await underLoad(async () => {
      killHard(before);
      await expect.poll(() => postmasterPid(), { timeout: 60_000, interval: 50 }).not.toBe(before);
      await healthyAgain();
    });
    await expectAllThere(runIds);
  });

  test('of the start process: the rest stops by itself, and the next start has everything', async () => {
    const pids = stack.pids();
    const runIds = await underLoad(async () => killHard(pids[0] ?? 0));
    await expect.poll(() => stillRunning(pids)).toEqual([]);
    stack = await startStack(settings);
    await expectAllThere(runIds);
  });

  test('of the local Portage: the next start cleans up after it and has everything', async () => {
    const [, local] = stack.pids();
    const runIds = await underLoad(async () => killHard(local ?? 0));
    stack = await startStack(settings);
    await expectAllThere(runIds);
  });

  test('of everything at once: the next start has everything', async () => {
    const runIds = await underLoad(() => stack.kill());
    stack = await startStack(settings);
    await expectAllThere(runIds);
  });
});

function workerdPid(): number {
  return Number(/"pid":(\d+)/.exec(readFileSync(join(folder.dataDir, 'workerd.pid'), 'utf8'))?.[1]);
}

/** NaN while there is no pid. */
function postmasterPid(): number {
  try {
    return Number.parseInt(readFileSync(join(folder.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
