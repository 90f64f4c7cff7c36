// The built engine, called straight from one Worker like the bare object: no shell, no API in front. Its types are
// stripped at start; `engine.js` is the bundle of durable-runs next to it.
// @ts-expect-error the bundle has no types
import * as engine from './engine.js';

interface EngineEnv {
  RUN_SHARDS: DurableObjectNamespace;
  /** JSON of a WorkflowVersionSnapshot. */
  VERSION: string;
}

interface Shard {
  startRun(request: unknown): Promise<{ outcome: string }>;
  succeeded(): Promise<number>;
}

export const { Egress, QuotaObject, ScheduleObject } = engine;

const LANES = 4;
const STARTS_A_TURN = 32;
/** The Neon endpoint's response to the outbox: this Worker has no database. */
const NOTHING = { command: 'INSERT', rowCount: 0, fields: [], rows: [], rowAsArray: true };

export class RunShard extends engine.RunShard {
  async succeeded(): Promise<number> {
    const { sql } = (this as unknown as { ctx: DurableObjectState }).ctx.storage;
    if (sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'runs'`).toArray().length === 0) return 0;
    return sql.exec<{ count: number }>(`SELECT COUNT(*) AS count FROM runs WHERE status = 'Succeeded'`).one().count;
  }
}

let starts = 0;
const seen = new Set<string>();

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  async fetch(request: Request, env: EngineEnv): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/sql') return Response.json(NOTHING);
    const shardOf = (name: string) => env.RUN_SHARDS.get(env.RUN_SHARDS.idFromName(name)) as unknown as Shard;
    if (pathname === '/succeeded') {
      const counts = await Promise.all([...seen].map((name) => shardOf(name).succeeded()));
      return new Response(String(counts.reduce((sum, count) => sum + count, 0)));
    }
    const version = JSON.parse(env.VERSION) as { versionId: string; workflowId: string; ownerUserId: string };
    const { versionId, workflowId, ownerUserId } = version;
    const lane = Math.floor(starts++ / STARTS_A_TURN) % LANES;
    const nowMs = Date.now();
    const shardName = `${ownerUserId.replaceAll('-', '')}-${Math.floor(nowMs / 3_600_000).toString(36)}-${lane}`;
    const withinHour = (nowMs % 3_600_000).toString(36).padStart(5, '0');
    const start = {
      runId: `${shardName}-${withinHour}${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
      ownerUserId,
      workflowId,
      versionId,
      triggerType: 'Webhook',
      triggerJson: JSON.stringify({ type: 'Webhook', payload: await request.json(), headers: { 'content-type': 'application/json' } }),
      startedByHand: false,
      isTest: false,
    };
    let { outcome } = await shardOf(shardName).startRun(start);
    if (outcome === 'versionNeeded') ({ outcome } = await shardOf(shardName).startRun({ ...start, version }));
    seen.add(shardName);
    return Response.json({ workflowInstanceId: start.runId, outcome }, { status: outcome === 'accepted' ? 202 : 500 });
  },
};
