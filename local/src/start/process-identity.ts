import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process told apart from a later one with the same number, by when it started. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** When a process started, in the words of the system; null when there is no such process. */
function startTimeOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie is dead, only its exit code has not been read yet.
      return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export function identityOf(pid: number): ProcessIdentity | null {
  const startedAt = startTimeOf(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return startTimeOf(pid) === startedAt;
}

/** Kills exactly this process, when it is still there. @returns whether it was. */
export async function killProcess(identity: ProcessIdentity): Promise<boolean> {
  if (!isRunning(identity)) return false;
  process.kill(identity.pid, 'SIGKILL');
  while (isRunning(identity)) await sleep(20);
  return true;
}
