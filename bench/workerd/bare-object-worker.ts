// The platform's own baseline for the engine: one Durable Object for many runs that only writes the rows of a ten-step
// run. Its types are stripped at start, so it imports only the platform.
import { DurableObject } from 'cloudflare:workers';

interface BareEnv {
  BARE: DurableObjectNamespace<BareRuns>;
}

const STEPS = 10;
/** As many objects as the engine has lanes, used in the same turns. */
const LANES = 4;
const CALLS_A_TURN = 32;
const CLOSE_AFTER_MS = 250;

export class BareRuns extends DurableObject<BareEnv> {
  #ended: number[] = [];

  constructor(ctx: DurableObjectState, env: BareEnv) {
    super(ctx, env);
    ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS runs (run_key INTEGER PRIMARY KEY, run_id TEXT NOT NULL UNIQUE, version_id TEXT NOT NULL, status TEXT NOT NULL,
        revision INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
        step_count INTEGER NOT NULL, trigger_json TEXT, state_json TEXT, journal_records TEXT, journal_data TEXT);
      CREATE TABLE IF NOT EXISTS open_runs (run_key INTEGER PRIMARY KEY, sent_revision INTEGER NOT NULL, wake_at INTEGER);`);
  }

  /** A run's start, ten steps and end; responds once all of it is on disk. */
  async run(runId: string, triggerJson: string): Promise<string> {
    const { sql } = this.ctx.storage;
    const nowMs = Date.now();
    const { run_key: runKey } = sql
      .exec<{ run_key: number }>(
        `INSERT INTO runs (run_id, version_id, status, revision, created_at, updated_at, step_count, trigger_json)
         VALUES (?, ?, 'Scheduled', 1, ?, ?, 0, ?) RETURNING run_key`,
        runId,
        '3f0c6f3e-6a0f-4f0e-9d53-7a6f6f0e2f11',
        nowMs,
        nowMs,
        triggerJson,
      )
      .one();
    sql.exec('INSERT INTO open_runs VALUES (?, 0, NULL)', runKey);
    const records = Array.from({ length: STEPS }, (_, at) => [`step${at}`, `step${at}`, 'Branch', 'Succeeded', nowMs, nowMs, null]);
    const data = records.map(() => ({ detail: { group: 'Many' } }));
    sql.exec(
      `UPDATE runs SET status = 'Succeeded', revision = 2, updated_at = ?, started_at = ?, finished_at = ?, step_count = ?,
         journal_records = ?, journal_data = ? WHERE run_key = ?`,
      nowMs,
      nowMs,
      nowMs,
      STEPS,
      JSON.stringify(records),
      JSON.stringify(data),
      runKey,
    );
    if (this.#ended.push(runKey) === 1) setTimeout(() => this.#close(), CLOSE_AFTER_MS);
    return runId;
  }

  #close(): void {
    this.ctx.storage.sql.exec('DELETE FROM open_runs WHERE run_key IN (SELECT value FROM json_each(?))', JSON.stringify(this.#ended));
    this.#ended = [];
  }
}

let calls = 0;

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  async fetch(request: Request, env: BareEnv): Promise<Response> {
    const lane = Math.floor(calls++ / CALLS_A_TURN) % LANES;
    const object = env.BARE.get(env.BARE.idFromName(`lane ${lane}`));
    const runId = `bare-${lane}-${Date.now().toString(36)}${crypto.randomUUID().slice(0, 13)}`;
    const triggerJson = JSON.stringify({ type: 'Webhook', payload: await request.json(), headers: { 'content-type': 'application/json' } });
    return Response.json({ workflowInstanceId: await object.run(runId, triggerJson) }, { status: 202 });
  },
};
