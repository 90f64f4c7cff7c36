import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MiniflareOptions } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../postgres/free-port.ts';
import { readIdentity } from '../processes/process-identity.ts';
import { startRuntime, type WorkersRuntime } from './workers-runtime.ts';

let folder: string;
let port: number;
let runtime: WorkersRuntime;
const failures: string[] = [];
let hangs = 0;

function buildOptions(answer: string): MiniflareOptions {
  const contents = `export default { fetch: () => new Response('${answer}') }`;
  return {
    host: '127.0.0.1',
    port: 0,
    cf: false,
    workers: [
      {
        config: {
          name: 'answers',
          compatibilityDate: '2026-11-01',
          manifest: { mainModule: 'worker.js', modulesRoot: folder, modules: { 'worker.js': { type: 'esm', contents } } },
        },
        dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port }] },
      },
    ],
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portage-runtime-'));
  port = await findFreePort();
  runtime = await startRuntime({
    options: buildOptions('first'),
    port,
    listen: '127.0.0.1',
    pidFile: join(folder, 'workerd.pid'),
    afterHang: () => buildOptions('after a hang'),
    onHang: () => {
      hangs += 1;
    },
    onLog: () => {},
    onRestart: () => {},
    onFailing: (reason) => failures.push(reason),
  });
});
afterAll(async () => {
  await runtime?.stop();
  rmSync(folder, { recursive: true });
});

function workerd(): number {
  return (JSON.parse(readFileSync(join(folder, 'workerd.pid'), 'utf8')) as { pid: number }).pid;
}

/** Sends a request on its own connection. Returns the body, or the error code. */
function ask(): Promise<string> {
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, agent: false }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve(text);
    });
    call.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end();
  });
}

/** Several callers send one request after another while `work` runs. */
async function askDuring(work: () => Promise<unknown>): Promise<string[]> {
  const answers: string[] = [];
  let isOver = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      answers.push(await ask());
      await sleep(2);
    }
  });
  await work();
  isOver = true;
  await Promise.all(callers);
  return answers;
}

describe('the Workers runtime', () => {
  test('makes callers wait while Workers are replaced, and refuses no call', async () => {
    const answers = await askDuring(() => runtime.replace(buildOptions('second')));
    expect(answers.at(-1)).toBe('second');
    // The old workerd cuts off its current responses; the port has no listener for a millisecond or two.
    const refused = answers.filter((answer) => answer === 'ECONNREFUSED');
    expect(refused.length).toBeLessThanOrEqual(8);
    expect(await ask()).toBe('second');
  });

  test('runs the previous Workers again if the new ones don’t start; callers wait in the meantime', async () => {
    const broken = buildOptions("'); syntax error (");
    const answers = await askDuring(() => expect(runtime.replace(broken)).rejects.toThrow());
    expect(answers.at(-1)).toBe('second');
    expect(await ask()).toBe('second');
    expect(failures).toEqual([]);
  });

  test('HOSTILE 46: a workerd that no longer responds is replaced', async () => {
    process.kill(workerd(), 'SIGSTOP');
    await expect.poll(() => hangs, { timeout: 150_000 }).toBe(1);
    await expect.poll(ask).toBe('after a hang');
  });

  test('HOSTILE 46: it stops although workerd doesn’t respond', async () => {
    const pid = workerd();
    process.kill(pid, 'SIGSTOP');
    await runtime.stop();
    expect(readIdentity(pid)).toBeNull();
  });
});
