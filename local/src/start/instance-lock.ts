import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity, readIdentity } from '../processes/process-identity.ts';
import { StartError } from '../start-error.ts';
import { finishRestore } from './finish-restore.ts';

interface LockContent extends ProcessIdentity {
  port: number;
  /** The process that started it; Portage stops when that process is gone. */
  launcher: ProcessIdentity | null;
  stopping: boolean;
}

export interface InstanceLock {
  markStopping(): void;
  release(): void;
}

const PATIENCE_MS = 15_000;

/**
 * Ensures that only one Portage uses a data folder. Takes over a killed Portage's lock; waits for a Portage that is stopping;
 * finishes a restore that was killed.
 *
 * @throws StartError while another one runs on the folder
 */
export async function takeInstanceLock(file: string, dataDir: string, port: number): Promise<InstanceLock> {
  const self = readIdentity(process.pid);
  if (!self) throw new StartError('This process cannot be identified.');
  const content: LockContent = { ...self, port, launcher: readIdentity(process.ppid), stopping: false };
  const deadline = Date.now() + PATIENCE_MS;
  while (!tryCreate(file, content)) {
    const holder = readHolder(file);
    if (!holder || !isRunning(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    const isLeaving = holder.stopping || (holder.launcher !== null && !isRunning(holder.launcher));
    if (!isLeaving || Date.now() > deadline) {
      throw new StartError(
        `Portage already runs on ${dataDir} (process ${holder.pid}, http://localhost:${holder.port}): stop it, or set PORTAGE_DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
  // Two processes cleared the same stale lock at once, and the later one replaced the file.
  await sleep(30);
  const winner = readHolder(file);
  if (winner?.pid !== self.pid) throw new StartError(`Another Portage is just starting on ${dataDir}.`);
  finishRestore(dataDir);
  return {
    markStopping: () => writeFileSync(file, JSON.stringify({ ...content, stopping: true })),
    release: () => rmSync(file, { force: true }),
  };
}

function tryCreate(file: string, content: LockContent): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o644);
    writeSync(descriptor, JSON.stringify(content));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whoever holds the lock, or held it when it was killed. */
export function readHolder(file: string): LockContent | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockContent;
  } catch {
    return null;
  }
}
