import { connectHttp } from '@portage/database';
import type { Env } from './env.ts';
import { sweepQuietRuns } from './sweep/sweep.ts';

export { Egress } from './egress/egress.ts';
export { RunShard } from './shard/run-shard.ts';

const worker: ExportedHandler<Env> = {
  async fetch(request) {
    if (new URL(request.url).pathname === '/health') return Response.json({ status: 'ok' });
    return new Response('Not found', { status: 404 });
  },
  async scheduled(controller, env) {
    await sweepQuietRuns({
      db: connectHttp(env),
      nowMs: controller.scheduledTime,
      nudge: (shardName, runIds) => env.RUN_SHARDS.get(env.RUN_SHARDS.idFromName(shardName)).nudge(runIds),
    });
  },
};

// biome-ignore lint/style/noDefaultExport: a Worker's handlers are its default export
export default worker;
