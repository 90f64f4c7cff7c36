import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops the server that still runs on a cluster whose starter is gone, using its own `postmaster.pid`. A pid that
 * meanwhile belongs to another process is left alone: a postmaster's command line names its data folder.
 *
 * @returns whether a server was running
 */
export async function stopPostmaster(dataDir: string, mode: 'fast' | 'immediate' = 'fast', timeoutMs = 20_000): Promise<boolean> {
  const pid = readPostmasterPid(dataDir);
  if (pid === null || !isPostmaster(pid, dataDir)) return false;
  process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const deadline = Date.now() + timeoutMs;
  while (isPostmaster(pid, dataDir)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGKILL');
      break;
    }
    await sleep(50);
  }
  return true;
}

function readPostmasterPid(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Removes a `postmaster.pid` whose pid now belongs to another process; PostgreSQL would mistake that process for its own. */
export function clearStalePidFile(dataDir: string): void {
  const pid = readPostmasterPid(dataDir);
  if (pid !== null && !isPostmaster(pid, dataDir)) rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

function isPostmaster(pid: number, dataDir: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return commandLine.includes('postgres') && commandLine.includes(dataDir);
  } catch {
    // Without /proc (macOS) we only know that the process is alive.
    return process.platform !== 'linux';
  }
}
