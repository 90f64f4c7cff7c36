import { startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    database: { DATABASE_URL: string; NEON_PROXY_URL: string };
    /** For one file that counts what statements read, and shares no rows with others. */
    emptyDatabase: { DATABASE_URL: string; NEON_PROXY_URL: string };
  }
}

/** A PostgreSQL for this test run, behind a Neon endpoint. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  const empty = await database.copy();
  project.provide('database', { DATABASE_URL: database.databaseUrl, NEON_PROXY_URL: database.neonProxyUrl });
  project.provide('emptyDatabase', { DATABASE_URL: empty.databaseUrl, NEON_PROXY_URL: empty.neonProxyUrl });
  return () => database.stop();
}
