// The built engine with a meter at its SQLite: every statement adds the rows it has written. Its types are stripped at
// start; `engine.js` is the bundle of durable-runs next to it.
// @ts-expect-error the bundle has no types
import * as engine from './engine.js';

interface CountingEnv {
  RUN_SHARDS: DurableObjectNamespace;
}

/** Longer than the outbox collects before it reports. */
const OUTBOX_MS = 1_000;
/** The Neon endpoint's response to the outbox: this Worker has no database. */
const NOTHING = { command: 'INSERT', rowCount: 0, fields: [], rows: [], rowAsArray: true };

interface StartResult {
  outcome: string;
}

interface Shard {
  startRun(request: unknown): Promise<StartResult>;
  getRun(runId: string): Promise<{ status: string; stepCount: number; errorMessage: string | null } | null>;
  rows(): Promise<Rows>;
}

/** Counted as the platform counts and bills them. */
interface Rows {
  written: number;
  read: number;
}

export const { Egress, QuotaObject, ScheduleObject } = engine;

export class RunShard extends engine.RunShard {
  readonly #cursors: { rowsWritten: number; rowsRead: number }[];

  constructor(ctx: DurableObjectState, env: CountingEnv) {
    const cursors: { rowsWritten: number; rowsRead: number }[] = [];
    const { sql } = ctx.storage;
    const metered = new Proxy(sql, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'exec') return value;
        return (query: string, ...bindings: unknown[]) => {
          const cursor = target.exec(query, ...bindings);
          cursors.push(cursor);
          return cursor;
        };
      },
    });
    Object.defineProperty(ctx.storage, 'sql', { value: metered });
    super(ctx, env);
    this.#cursors = cursors;
  }

  /** Total of all statements so far. */
  async rows(): Promise<Rows> {
    const sum = { written: 0, read: 0 };
    for (const { rowsWritten, rowsRead } of this.#cursors) {
      sum.written += rowsWritten;
      sum.read += rowsRead;
    }
    return sum;
  }
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  /** Accepts a start, waits for the run's end, and returns how many rows it cost. */
  async fetch(request: Request, env: CountingEnv): Promise<Response> {
    if (new URL(request.url).pathname === '/sql') return Response.json(NOTHING);
    const start = (await request.json()) as { runId: string; shardName: string };
    const shard = env.RUN_SHARDS.get(env.RUN_SHARDS.idFromName(start.shardName)) as unknown as Shard;
    const before = await shard.rows();
    const { outcome } = await shard.startRun(start);
    if (outcome !== 'accepted') return new Response(`The start was not accepted: ${outcome}`, { status: 500 });
    for (;;) {
      const run = await shard.getRun(start.runId);
      if (run?.status === 'Succeeded') {
        // Until the outbox has reported the run and closed it.
        await new Promise((resolve) => setTimeout(resolve, OUTBOX_MS));
        const after = await shard.rows();
        return Response.json({ stepCount: run.stepCount, rowsWritten: after.written - before.written, rowsRead: after.read - before.read });
      }
      if (run?.status === 'Failed') return new Response(run.errorMessage, { status: 500 });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
};
