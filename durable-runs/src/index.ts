import type { EngineSettings } from '@portage/contracts';
import { runCron } from '@portage/contracts/crons';
import { connectHttp } from '@portage/database';
import type { Env } from './env.ts';
import { engineSettings } from './settings/engine-settings.ts';
import { sweeps } from './sweep/sweeps.ts';

export { ConnectionObject } from './connection/connection-object.ts';
export { Egress } from './egress/egress.ts';
export { EventObject } from './events/event-object.ts';
export { QuotaObject } from './quota/quota-object.ts';
export { RunShard } from './run-shard.ts';
export { ScheduleObject } from './schedule/schedule-object.ts';

function buildHealthResponse({ missing }: EngineSettings): Response {
  return missing.length === 0 ? Response.json({ status: 'ok' }) : Response.json({ status: 'not set up', missing }, { status: 503 });
}

const worker: ExportedHandler<Env> = {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/health') return buildHealthResponse(engineSettings(env));
    return new Response('Not found', { status: 404 });
  },
  scheduled: (controller, env) => runCron(sweeps, { env, db: connectHttp(env), nowMs: controller.scheduledTime }),
};

// biome-ignore lint/style/noDefaultExport: a Worker's handlers are its default export
export default worker;
