import { systemTypeBundle } from '@portage/connectors/system';
import { causeOf, log } from '@portage/contracts/log';
import { connectHttp } from '@portage/database';
import type { Env } from '../env.ts';
import { fileStore } from '../files/file-store.ts';
import { secretBoxOf } from '../secrets/secret-box-of.ts';
import { seedSystemTypes } from './seed-system-types.ts';

/** Of this isolate: `running` says that a request has it in hand. */
let state: 'to-do' | 'running' | 'done' = 'to-do';

/**
 * Brings the connector types of this build up to date, once an isolate: at its first request, and at the cron of one that
 * takes none. What shows connector types waits for it; everything else goes on meanwhile. What fails is told, and tried
 * again at the next request.
 */
export function ensureSystemTypes(env: Env, request: Request | null, waitUntil: (work: Promise<void>) => void): Promise<void> | null {
  if (state === 'done') return null;
  // A request never waits for another's work, which would end with that other request.
  if (request === null || new URL(request.url).pathname.startsWith('/api/connector')) return seed(env);
  if (state === 'to-do') waitUntil(seed(env));
  return null;
}

async function seed(env: Env): Promise<void> {
  state = 'running';
  try {
    const ports = { db: connectHttp(env), files: fileStore(env.FILES), box: secretBoxOf(env), now: () => new Date() };
    await seedSystemTypes(systemTypeBundle, { ...ports, variables: { ...env } });
    state = 'done';
  } catch (error) {
    state = 'to-do';
    log('error', 'The connector types that come with Portage could not be brought up to date', { cause: causeOf(error) });
  }
}
