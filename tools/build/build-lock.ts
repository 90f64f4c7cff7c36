import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE } from '@portage/build-output';

const LOCK = join(CACHE, 'build.lock');
const HEARTBEAT_MS = 1_000;
/** A holder that is silent for this long was killed, even if another process now has its pid. */
const SILENCE_MS = 20_000;

/** Allows one build at a time in a clone: two would write the same output. Waits for the running one. @returns the release */
export async function takeBuildLock(): Promise<() => void> {
  mkdirSync(CACHE, { recursive: true });
  for (let isTold = false; !tryCreate(); await sleep(100)) {
    if (isStale()) rmSync(LOCK, { force: true });
    else if (!isTold) {
      console.log('Waiting for another build …');
      isTold = true;
    }
  }
  const heartbeat = setInterval(() => utimesSync(LOCK, new Date(), new Date()), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(heartbeat);
    rmSync(LOCK, { force: true });
  };
}

function tryCreate(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(): boolean {
  try {
    if (Date.now() - statSync(LOCK).mtimeMs > SILENCE_MS) return true;
    const holder = Number(readFileSync(LOCK, 'utf8'));
    // Empty for the moment between creating and writing the file.
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
