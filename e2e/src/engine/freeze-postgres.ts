import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Stack } from '../stack/stack.ts';

/** Every process of PostgreSQL stands still: connections stay open and say nothing, which is worse than a refusal. */
export function freezePostgres(stack: Stack): () => void {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => {
    const [pid, parent, ...args] = row.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), args: args.join(' ') };
  });
  const own = new Set(processes.filter(({ args }) => args.includes('postgres') && args.includes(stack.dataDir)).map(({ pid }) => pid));
  for (const { pid, parent } of processes) if (own.has(parent)) own.add(pid);
  expect(own.size).toBeGreaterThan(1);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of own) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}
