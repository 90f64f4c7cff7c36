import { type DatabaseAddress, startTestAuthorizationServer, startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';
import { startCrmServer } from './crm-server.ts';
import { startDigestServer } from './digest-server.ts';
import { startEventServer } from './event-server.ts';
import { startOAuth1Server } from './oauth1-server.ts';
import { startRecordServer } from './record-server.ts';
import { startTargetServer } from './target-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    surroundings: Surroundings[];
  }
}

/** What each Worker that runs tests has to itself, because tests look at what a server counted. */
export interface Surroundings extends DatabaseAddress {
  /** Servers the Worker knows by these names and may call. */
  origins: Record<(typeof NAMES)[number], string>;
}

const NAMES = [
  'TARGET',
  'OTHER_TARGET',
  'AUTHORIZATION_SERVER',
  'OAUTH1_SERVER',
  'CRM',
  'EVENT_SYSTEM',
  'RECORDS',
  'DIGEST_SYSTEM',
] as const;
const STARTS = [
  startTargetServer,
  startTargetServer,
  startTestAuthorizationServer,
  startOAuth1Server,
  startCrmServer,
  startEventServer,
  startRecordServer,
  startDigestServer,
];
/** As many as vitest.config.ts runs in parallel. */
const WORKERS = 2;

/** A real PostgreSQL, servers to call and OAuth servers, for all Workers tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  const servers: { stop(): Promise<void> }[] = [];
  const surroundings: Surroundings[] = [];
  for (let worker = 0; worker < WORKERS; worker += 1) {
    const started = await Promise.all(STARTS.map((start) => start()));
    servers.push(...started);
    const origins = Object.fromEntries(NAMES.map((name, at) => [name, started[at]?.origin ?? ''])) as Surroundings['origins'];
    surroundings.push({ ...(await database.copy()), origins });
  }
  project.provide('surroundings', surroundings);
  return async () => {
    await Promise.all([database, ...servers].map((one) => one.stop()));
  };
}
