import { startTestAuthorizationServer, startTestDatabase } from '@portage/local/testing';
import type { TestProject } from 'vitest/node';
import { startTargetServer } from './target-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    neonProxyUrl: string;
    targetOrigin: string;
    otherOrigin: string;
    authorizationServer: string;
    otherAuthorizationServer: string;
  }
}

/** A real PostgreSQL two servers to call (two origins) and two OAuth 2 servers, for all Workers tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, target, other, authorization, otherAuthorization] = await Promise.all([
    startTestDatabase(),
    startTargetServer(),
    startTargetServer(),
    startTestAuthorizationServer(),
    startTestAuthorizationServer(),
  ]);
  project.provide('databaseUrl', database.databaseUrl);
  project.provide('neonProxyUrl', database.neonProxyUrl);
  project.provide('targetOrigin', target.origin);
  project.provide('otherOrigin', other.origin);
  project.provide('authorizationServer', authorization.origin);
  project.provide('otherAuthorizationServer', otherAuthorization.origin);
  return async () => {
    await Promise.all([database.stop(), target.stop(), other.stop(), authorization.stop(), otherAuthorization.stop()]);
  };
}
