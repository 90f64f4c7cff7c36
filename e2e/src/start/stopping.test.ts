import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type Stack, type StackSettings, startStack, startToEnd, stillRunning, temporaryDataDir } from '../stack/stack.ts';

let folder: Awaited<ReturnType<typeof temporaryDataDir>>;
let settings: StackSettings;

beforeAll(async () => {
  folder = await temporaryDataDir();
  settings = { dataDir: folder.dataDir, port: await freePort(), env: { PORTAGE_SEED_DEMO: 'false' } };
});
afterAll(() => folder.remove());

/** The processes of a running Portage: launcher, local Portage, PostgreSQL's, workerd. */
function listProcesses(stack: Stack): number[] {
  const pids = stack.pids();
  expect(pids.length).toBeGreaterThanOrEqual(4);
  return pids;
}

describe('stopping', () => {
  test('a second Portage on the same data folder is refused; an interrupted one leaves no process behind', async () => {
    const stack = await startStack(settings);
    const second = await startToEnd({ ...settings, port: await freePort() });
    expect(second).toEqual({ code: 1, lines: [expect.stringMatching(/^Portage already runs on .*: stop it, or set PORTAGE_DATA_DIR/)] });
    expect((await fetch(`${stack.baseUrl}/api/health`)).status).toBe(200);

    const pids = listProcesses(stack);
    expect(await stack.stop()).toBe(0);
    expect(stillRunning(pids)).toEqual([]);
    expect(existsSync(join(folder.dataDir, 'running.json'))).toBe(false);
    expect(existsSync(join(folder.dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('Ctrl-C on `npm start` reaches the whole process group, parts of it twice, and stops everything in order', async () => {
    const stack = await startStack({ ...settings, throughNpm: true });
    const pids = listProcesses(stack);
    process.kill(-(stack.process.pid ?? 0), 'SIGINT');
    await stack.stop();
    await settled(pids);
    expect(existsSync(join(folder.dataDir, 'running.json'))).toBe(false);
    expect(existsSync(join(folder.dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('a Portage whose data folder was removed still stops completely', async () => {
    const fresh = await temporaryDataDir();
    const stack = await startStack({ ...settings, dataDir: fresh.dataDir });
    const pids = listProcesses(stack);
    await fresh.remove();
    await stack.stop();
    await settled(pids);
  });

  test('an interrupt during the start also stops what has started', async () => {
    const fresh = await temporaryDataDir();
    for (const afterMs of [500, 1_500, 3_000]) {
      const starting = startStack({
        ...settings,
        dataDir: fresh.dataDir,
        onSpawn: (child) => setTimeout(() => child.kill('SIGINT'), afterMs),
      });
      // A fast machine is ready before the interrupt arrives.
      await starting.then((stack) => stack.stop()).catch((error: Error) => expect(error.message).toContain('before it was ready'));
      expect(existsSync(join(fresh.dataDir, 'running.json'))).toBe(false);
      expect(existsSync(join(fresh.dataDir, 'postgres/postmaster.pid'))).toBe(false);
    }
    await fresh.remove();
  });
});

/** npm may end before the processes it started; none may stay for long. */
async function settled(pids: number[]): Promise<void> {
  await expect.poll(() => stillRunning(pids), { timeout: 60_000, interval: 200 }).toEqual([]);
}
