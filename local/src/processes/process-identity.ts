import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies a process by its pid and start time, so that a later process with the same pid isn't mistaken for it. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** When a process started, as the system writes it; null if there is no such process. */
function readStartTime(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie is dead; only its exit code hasn't been read yet.
      return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export function readIdentity(pid: number): ProcessIdentity | null {
  const startedAt = readStartTime(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return readStartTime(pid) === startedAt;
}

/** Kills exactly this process if it still exists. @returns whether it did */
export async function killProcess(identity: ProcessIdentity): Promise<boolean> {
  if (!isRunning(identity)) return false;
  process.kill(identity.pid, 'SIGKILL');
  while (isRunning(identity)) await sleep(20);
  return true;
}
