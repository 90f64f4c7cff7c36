import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isRunning, type ProcessIdentity, readIdentity } from '../processes/process-identity.ts';

const root = mkdtempSync(join(tmpdir(), 'guard-'));
const files = { workerdPidFile: join(root, 'workerd.json'), postgres: join(root, 'postgres') };
mkdirSync(files.postgres);
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const file of [files.workerdPidFile, join(files.postgres, 'postmaster.pid')]) rmSync(file, { force: true });
});

/** An idle process with these words among its arguments. */
function makeServer(...words: string[]): ProcessIdentity {
  const child = spawn('/bin/sh', ['-c', 'while :; do sleep 1; done', ...words], { stdio: 'ignore' });
  started.push(child);
  const identity = readIdentity(child.pid ?? 0);
  if (!identity) throw new Error('The server did not start');
  return identity;
}

/** Starts a process with the guard and kills it. */
async function killGuarded(): Promise<void> {
  const code = `import(${JSON.stringify(import.meta.resolve('./guard-orphans.ts'))}).then(({ guardOrphans }) => {
    guardOrphans(${JSON.stringify(files)});
    console.log('guarded');
    setInterval(() => {}, 1_000);
  });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  child.kill('SIGKILL');
}

test('a killed process leaves neither workerd nor PostgreSQL running', async () => {
  const [workerd, postgres] = [makeServer('workerd'), makeServer('postgres', '-D', files.postgres)];
  writeFileSync(files.workerdPidFile, JSON.stringify(workerd));
  writeFileSync(join(files.postgres, 'postmaster.pid'), `${postgres.pid}\n${files.postgres}\n`);
  await killGuarded();
  await expect.poll(() => [isRunning(workerd), isRunning(postgres)]).toEqual([false, false]);
});

test('a process that only reuses an earlier server’s pid is left alone', async () => {
  const [other, foreign, workerd] = [makeServer('other'), makeServer('foreign'), makeServer('workerd')];
  writeFileSync(files.workerdPidFile, JSON.stringify({ ...other, startedAt: '1' }));
  writeFileSync(join(files.postgres, 'postmaster.pid'), `${foreign.pid}\n${files.postgres}\n`);
  await killGuarded();
  // The guard is done once it has ended a server again.
  writeFileSync(files.workerdPidFile, JSON.stringify(workerd));
  await killGuarded();
  await expect.poll(() => isRunning(workerd)).toBe(false);
  expect([isRunning(other), isRunning(foreign)]).toEqual([true, true]);
});
