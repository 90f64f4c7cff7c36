import { systemTypeBundle } from '@portage/connectors/system';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp } from '@portage/database';
import { shippedTemplateBundle } from '@portage/playbooks/shipped';
import type { Env } from '../env.ts';
import { fileStore } from '../files/file-store.ts';
import { seedPlaybookTemplates } from '../playbooks/templates/seed-playbook-templates.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { seedTemplates } from '../workflow-templates/seed-templates.ts';
import { shippedTemplates } from '../workflow-templates/shipped/index.ts';
import { seedSystemTypes } from './seed-system-types.ts';

/** Per isolate: `running` means a request is working on it. */
let state: 'to-do' | 'running' | 'done' = 'to-do';

/** Calls that show connector types or templates wait for them. */
const WAITING = /^\/api\/(connector|workflow-templates|playbook)/;

/**
 * Updates the connector types and templates of this build once per isolate: at its first request, or at the cron.
 * Calls that show them wait for it; other calls continue meanwhile. A failure is logged, and the next request tries again.
 */
export function ensureSystemTypes(env: Env, request: Request | null, waitUntil: (work: Promise<void>) => void): Promise<void> | null {
  if (state === 'done') return null;
  // A request never waits for another request's work, which would end with that request.
  if (request === null || WAITING.test(new URL(request.url).pathname)) return seed(env);
  if (state === 'to-do') waitUntil(seed(env));
  return null;
}

async function seed(env: Env): Promise<void> {
  state = 'running';
  try {
    const ports = { db: connectHttp(env), files: fileStore(env.FILES), box: getSecretBox(env), now: () => new Date() };
    await seedSystemTypes(systemTypeBundle, { ...ports, variables: { ...env } });
    await seedTemplates({ builtAt: systemTypeBundle.builtAt, templates: shippedTemplates }, ports);
    await seedPlaybookTemplates(shippedTemplateBundle, ports);
    state = 'done';
  } catch (error) {
    state = 'to-do';
    log('error', 'The connector types and templates that come with Portage could not be brought up to date', {
      cause: formatErrorCauses(error),
    });
  }
}
