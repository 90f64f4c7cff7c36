import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessSample } from './hang-detector.ts';

/** The time unit in `/proc`, the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** Null: there is no such process. */
export function sampleProcess(pid: number): ProcessSample | null {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return null;
  }
}

function fromProc(pid: number): ProcessSample | null {
  // Only the main thread: others collect garbage in the meantime.
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  const tracer = /^TracerPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { pid, state, cpuMs: (Number(fields[10]) + Number(fields[11])) * TICK_MS, isTraced: tracer !== '0' };
}

/** `  R    01:02.03`, or `1-02:03:04` after a day. */
function fromPs(pid: number): ProcessSample | null {
  const line = execFileSync('ps', ['-o', 'stat=,time=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [stat = '', time = ''] = line.split(/ +/);
  if (stat === '' || stat.startsWith('Z')) return null;
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time];
  const seconds = (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { pid, state: stat.charAt(0), cpuMs: (Number(days) * 86_400 + seconds) * 1_000, isTraced: stat.includes('X') };
}
