import { startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';
import { startTargetServer } from './target-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    neonProxyUrl: string;
    targetOrigin: string;
  }
}

/** A real PostgreSQL and a server to call, for all Workers tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, target] = await Promise.all([startTestDatabase(), startTargetServer()]);
  project.provide('databaseUrl', database.databaseUrl);
  project.provide('neonProxyUrl', database.neonProxyUrl);
  project.provide('targetOrigin', target.origin);
  return async () => {
    await Promise.all([database.stop(), target.stop()]);
  };
}
