import { startTestAppsServer, startTestAuthorizationServer, startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';
import { startOtlpCollector } from './otlp-collector.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { DATABASE_URL: string; NEON_PROXY_URL: string };
    collectorOrigin: string;
    authorizationServer: string;
    appsServer: string;
  }
}

export const COLLECTOR_KEY = 'only,for tests';

/** A PostgreSQL, a collector of traces and an OAuth 2 server for this test run; what it hands out are the Workers' bindings. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, collector, authorization, apps] = await Promise.all([
    startTestDatabase(),
    startOtlpCollector(COLLECTOR_KEY),
    startTestAuthorizationServer(),
    startTestAppsServer(),
  ]);
  project.provide('database', { DATABASE_URL: database.databaseUrl, NEON_PROXY_URL: database.neonProxyUrl });
  project.provide('collectorOrigin', collector.origin);
  project.provide('authorizationServer', authorization.origin);
  project.provide('appsServer', apps.origin);
  return async () => {
    await Promise.all([database.stop(), collector.stop(), authorization.stop(), apps.stop()]);
  };
}
