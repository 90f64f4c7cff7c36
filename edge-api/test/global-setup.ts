import { startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    neonProxyUrl: string;
  }
}

/** One PostgreSQL for the whole run; tests keep apart by making users of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  project.provide('databaseUrl', database.databaseUrl);
  project.provide('neonProxyUrl', database.neonProxyUrl);
  return () => database.stop();
}
