import { startTestAuthorizationServer, startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';
import { startCrmServer } from './crm-server.ts';
import { startEventServer } from './event-server.ts';
import { startOAuth1Server } from './oauth1-server.ts';
import { startTargetServer } from './target-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    neonProxyUrl: string;
    targetOrigin: string;
    otherOrigin: string;
    authorizationServer: string;
    otherAuthorizationServer: string;
    oauth1Server: string;
    crmOrigin: string;
    eventOrigin: string;
  }
}

/** A real PostgreSQL, two servers to call (two origins) and servers of OAuth, for all Workers tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, target, other, authorization, otherAuthorization, oauth1, crm, events] = await Promise.all([
    startTestDatabase(),
    startTargetServer(),
    startTargetServer(),
    startTestAuthorizationServer(),
    startTestAuthorizationServer(),
    startOAuth1Server(),
    startCrmServer(),
    startEventServer(),
  ]);
  project.provide('databaseUrl', database.databaseUrl);
  project.provide('neonProxyUrl', database.neonProxyUrl);
  project.provide('targetOrigin', target.origin);
  project.provide('otherOrigin', other.origin);
  project.provide('authorizationServer', authorization.origin);
  project.provide('otherAuthorizationServer', otherAuthorization.origin);
  project.provide('oauth1Server', oauth1.origin);
  project.provide('crmOrigin', crm.origin);
  project.provide('eventOrigin', events.origin);
  return async () => {
    await Promise.all([database, target, other, authorization, otherAuthorization, oauth1, crm, events].map((one) => one.stop()));
  };
}
