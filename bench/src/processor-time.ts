import { readFile } from 'node:fs/promises';

/** The system counts in hundredths of a second (Linux: `getconf CLK_TCK` is 100 on every machine that runs workerd). */
const TICK_MS = 10;

/** Processor time that a process has used so far. On a shared machine, it says more than wall time. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may contain spaces: state is the first field, then user and system time are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
