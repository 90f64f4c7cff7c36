import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readIdentity } from '../processes/process-identity.ts';
import { HOLD, stopForAMoment } from './stop-for-a-moment.ts';

const folder = mkdtempSync(join(tmpdir(), 'portage-stop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function startSleeper(): number {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

const stateOf = (pid: number) => /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('both processes are stopped during the work, and continue after it or its failure', async () => {
  const [portage, workerd] = [startSleeper(), startSleeper()].map((pid) => readIdentity(pid));
  if (!portage || !workerd) throw new Error('The processes did not start.');
  const states = () => [portage, workerd].map(({ pid }) => stateOf(pid));
  expect(
    await stopForAMoment(
      portage,
      () => workerd,
      async () => states(),
    ),
  ).toEqual(['T', 'T']);
  await expect.poll(states).toEqual(['S', 'S']);
  const failing = stopForAMoment(
    portage,
    () => workerd,
    () => Promise.reject(new Error('The disk is full.')),
  );
  await expect(failing).rejects.toThrow('The disk is full.');
  await expect.poll(states).toEqual(['S', 'S']);
});

onLinux('a process continues when the backup is killed before it learns that the process is stopped', async () => {
  const server = createServer({ pauseOnConnect: true }, (backup) => backup.destroy()).listen(join(folder, 'socket'));
  await once(server, 'listening');
  const deaf = connect({ path: join(folder, 'socket'), allowHalfOpen: true });
  await once(deaf.resume(), 'end');
  const pid = startSleeper();
  const holder = spawn('/bin/sh', ['-c', HOLD, 'hold', String(pid)], { stdio: ['pipe', deaf, 'ignore'] });
  children.push(holder);
  await expect.poll(() => stateOf(pid)).toBe('T');
  holder.stdin?.end();
  await expect.poll(() => stateOf(pid)).toBe('S');
  server.close();
});
