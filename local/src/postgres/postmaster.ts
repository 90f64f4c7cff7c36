import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops the server that still runs on a cluster whose starter is gone, going by its own `postmaster.pid`.
 * A pid that meanwhile belongs to something else is left alone: a postmaster's working directory is its data folder.
 *
 * @returns whether one was running.
 */
export async function stopPostmaster(dataDir: string, mode: 'fast' | 'immediate' = 'fast', timeoutMs = 20_000): Promise<boolean> {
  const pid = readPostmasterPid(dataDir);
  if (pid === null || !isPostgres(pid)) return false;
  process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const deadline = Date.now() + timeoutMs;
  while (isPostgres(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGKILL');
      break;
    }
    await sleep(50);
  }
  return true;
}

/** The pid in `postmaster.pid`, or null where there is none. */
export function readPostmasterPid(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    // No /proc (macOS): alive is all that can be told.
    return process.platform !== 'linux';
  }
}
