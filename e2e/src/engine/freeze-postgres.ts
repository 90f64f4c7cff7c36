import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Stack } from '../stack/stack.ts';

/** Freezes every PostgreSQL process: connections stay open and silent, which is worse than a refusal. */
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
        // The process has ended.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}
