import { runCron } from '@portage/contracts/crons';
import { connectHttp } from '@portage/database';
import { app } from './app.ts';
import { ensureBillingMode } from './billing/keep-billing.ts';
import { crons } from './crons/crons.ts';
import type { Env } from './env.ts';
import { missingSettings } from './health/missing-settings.ts';
import { createNotSetUpResponse, overHttps } from './http/answers.ts';
import { getCallerAddress } from './http/caller-address.ts';
import { createResponseNotes, type RequestContext } from './http/context.ts';
import { ensureSystemTypes } from './system-types/ensure-system-types.ts';

function createContext(request: Request, env: Env, execution: ExecutionContext): RequestContext {
  let id: string | null = null;
  return {
    env,
    db: connectHttp(env),
    request,
    // Both cost a host call, and most webhooks need neither.
    get requestId() {
      id ??= crypto.randomUUID();
      return id;
    },
    get ipAddress() {
      return getCallerAddress(request, env);
    },
    publicOrigin: env.PUBLIC_ORIGIN || new URL(request.url).origin,
    answer: createResponseNotes(),
    waitUntil: (work) => execution.waitUntil(work),
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  };
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry is its default export
export default {
  async fetch(request, env, execution) {
    const missing = missingSettings(env);
    if (missing.length > 0) return createNotSetUpResponse(request, missing);
    await ensureSystemTypes(env, request, (work) => execution.waitUntil(work));
    await ensureBillingMode(env, request, (work) => execution.waitUntil(work));
    return overHttps(request, await app(createContext(request, env, execution)));
  },
  async scheduled({ cron }, env, execution) {
    const missing = missingSettings(env);
    if (missing.length > 0) throw new Error(`edge-api lacks ${missing.join(', ')}`);
    const known = crons[cron];
    if (!known) throw new Error(`edge-api has no jobs for the cron ${cron}`);
    await runCron(known, { env, db: connectHttp(env), now: new Date(), waitUntil: (work) => execution.waitUntil(work) });
  },
} satisfies ExportedHandler<Env>;
