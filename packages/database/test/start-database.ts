import { startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    database: { DATABASE_URL: string; NEON_PROXY_URL: string };
  }
}

/** A PostgreSQL for this test run, behind a Neon endpoint. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  project.provide('database', { DATABASE_URL: database.databaseUrl, NEON_PROXY_URL: database.neonProxyUrl });
  return () => database.stop();
}
