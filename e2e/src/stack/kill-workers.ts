import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { killHard, type Stack } from './stack.ts';

/** The process that runs all Workers. */
export async function workersRuntimePid({ dataDir }: Stack): Promise<number> {
  return (JSON.parse(await readFile(join(dataDir, 'workerd.pid'), 'utf8')) as { pid: number }).pid;
}

/** kill -9 of only workerd; Miniflare restarts it. */
export async function killWorkersRuntime(stack: Stack): Promise<void> {
  killHard(await workersRuntimePid(stack));
}
