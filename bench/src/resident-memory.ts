import { readFile } from 'node:fs/promises';
import { round } from './load-client.ts';

const SAMPLE_EVERY_MS = 100;

/** Resident memory of a process in MB, as the system counts it (Linux only). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Samples a process's memory ten times a second while something runs. */
export async function whilePeakingMb<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; beforeMb: number; peakMb: number }> {
  const beforeMb = await residentMb(pid);
  let peakMb = beforeMb;
  const timer = setInterval(() => {
    residentMb(pid).then(
      (mb) => {
        peakMb = Math.max(peakMb, mb);
      },
      // The process ended; the work reports it.
      () => undefined,
    );
  }, SAMPLE_EVERY_MS);
  try {
    return { result: await work(), beforeMb: round(beforeMb, 1), peakMb: round(peakMb, 1) };
  } finally {
    clearInterval(timer);
  }
}
