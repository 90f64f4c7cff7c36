import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';

/**
 * Ends workerd and PostgreSQL when this process is killed and can't stop them itself. The guard is a shell in its own
 * session. It waits for the end of a pipe, which the system closes with the process.
 */
export function guardOrphans({ workerdPidFile, postgres }: { workerdPidFile: string; postgres: string }): { stop(): void } {
  if (process.platform === 'win32') return { stop: () => {} };
  const script = join(ROOT, 'local', 'src', 'start', 'end-orphans.sh');
  const guard = spawn('/bin/sh', [script, workerdPidFile, postgres], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a guard, the next start cleans up.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return { stop: () => void guard.kill('SIGKILL') };
}
