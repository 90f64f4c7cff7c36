import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { round } from './load-client.ts';
import type { Scenario } from './scenario.ts';

/** Time in which memory that only the start needed is freed. */
const SETTLE_MS = 30_000;
const LISTS = ['GET /api/workflows', 'GET /api/workflows/find-instances', 'GET /api/connectors', 'GET /api/playbook-templates'] as const;

/** Memory of all processes of a Portage that was used a little and then left idle (Linux only). Shared pages count once. */
export const idleMemory: Scenario = {
  name: 'idle-memory',
  async run({ portage, api, report }) {
    for (const call of LISTS) await api(call, { query: { pageIndex: 0, pageSize: 10 } } as never);
    await sleep(SETTLE_MS);
    const megabytes: Record<string, number> = {};
    for (const pid of await withDescendants(portage.pid)) {
      const name = getProcessName(await readFile(`/proc/${pid}/cmdline`, 'utf8'));
      megabytes[name] = (megabytes[name] ?? 0) + (await proportionalMb(pid));
    }
    const total = Object.values(megabytes).reduce((sum, mb) => sum + mb, 0);
    const parts = Object.fromEntries(Object.entries(megabytes).map(([name, mb]) => [`${name}Mb`, round(mb, 0)]));
    report({ scenario: 'idle-memory', totalMb: round(total, 0), ...parts });
  },
};

function getProcessName(commandLine: string): string {
  if (commandLine.includes('workerd')) return 'workerd';
  return commandLine.includes('postgres') ? 'postgres' : 'node';
}

/** A process's proportional share of the machine's memory. */
async function proportionalMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024;
}

async function withDescendants(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    // The command's name is in parentheses and may contain spaces.
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}
