import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from '../processes/process-identity.ts';
import { StartError } from '../start-error.ts';

/** Stops the processes until its stdin ends, which is also when whoever started it is killed. PIPE: then nobody reads its output either. */
export const HOLD = 'trap "" INT HUP TERM PIPE; kill -STOP "$@"; echo stopped; cat > /dev/null; kill -CONT "$@"';
const STOP_PATIENCE_MS = 5_000;
const MOST_ATTEMPTS = 5;
const PAUSE_MS = 500;

/**
 * Does `work` while Portage and its Workers runtime are stopped. Files then look as if both had been killed. Both always
 * continue, even if this process is killed. If workerd was replaced meanwhile, `work` starts over.
 *
 * @param portage stopped first, so that it starts no workerd during the work
 * @param readWorkerd identifies the workerd; null if none was started yet
 * @throws StartError if workerd keeps being replaced
 */
export async function stopForAMoment<Result>(
  portage: ProcessIdentity,
  readWorkerd: () => ProcessIdentity | null,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const workerd = readWorkerd();
    const pids = [portage, ...(workerd ? [workerd] : [])].filter(isRunning).map(({ pid }) => pid);
    const isSame = () => JSON.stringify(readWorkerd()) === JSON.stringify(workerd) && pids.every(isStopped);
    const moment = await whileStopped(pids, async () => {
      const deadline = Date.now() + STOP_PATIENCE_MS;
      while (!isSame() && Date.now() < deadline) await sleep(2);
      if (!isSame()) return null;
      const result = await work();
      return isSame() ? { result } : null;
    });
    if (moment) return moment.result;
    await sleep(PAUSE_MS);
  }
  throw new StartError('The Workers runtime was being replaced the whole time: try again.');
}

async function whileStopped<Result>(pids: number[], work: () => Promise<Result>): Promise<Result> {
  const holder = spawn('/bin/sh', ['-c', HOLD, 'hold', ...pids.map(String)], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve, reject) => holder.once('close', () => resolve()).once('error', reject));
  try {
    await Promise.race([new Promise((resolve) => holder.stdout.once('data', resolve)), ended]);
    return await work();
  } finally {
    holder.stdin.end();
    await ended;
  }
}

/** Whether all its threads are stopped: one may still be writing when the first is. */
function isStopped(pid: number): boolean {
  try {
    if (process.platform !== 'linux') return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T');
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
    });
  } catch {
    return false;
  }
}
