import type { Client as PostgresClient } from 'pg';
import { load, round } from './load-client.ts';
import { activeWebhook, type Portage } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { startRun } from './wait-for-run.ts';
import { BODY_1K } from './webhook-accept.ts';

const SINGLE_RUNS = 20;
const SINGLE_EVERY_MS = 500;
const LOADED_RUNS = 3_000;
/** An idle PostgreSQL session reports its statistics up to ten seconds later. */
const SETTLE_MS = 12_000;

interface Counters {
  statements: number;
  transactions: number;
}

/** Statements and transactions per run, counted in PostgreSQL: for runs one at a time, and for runs under load. */
export const postgresPerRun: Scenario = {
  name: 'postgres-per-run',
  async run({ portage, api, report }) {
    const { path, workflowId } = await activeWebhook(api, 'Counted', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'add' },
      { stepId: 'add', type: 'CustomScript', script: 'return Steps["start"].Payload.x + 1' },
    ]);
    const database = await portage.connectDatabase();
    try {
      await database.query('create extension if not exists pg_stat_statements');
      await pause(SETTLE_MS);
      const quiet = await countedDuring(database, () => pause(SINGLE_RUNS * SINGLE_EVERY_MS));
      report({ scenario: this.name, load: 'none', seconds: (SINGLE_RUNS * SINGLE_EVERY_MS + SETTLE_MS) / 1000, ...quiet });

      const single = await countedDuring(database, () => startOneByOne(portage, path));
      report({ scenario: this.name, load: 'one by one', runs: SINGLE_RUNS, ...perRun(single, SINGLE_RUNS) });

      const settings = { port: portage.port, path, body: BODY_1K, concurrency: 16, maxMs: 120_000 };
      const loaded = await countedDuring(database, async () => void (await load({ ...settings, maxRequests: LOADED_RUNS })));
      report({ scenario: this.name, load: 'concurrency 16', runs: LOADED_RUNS, ...perRun(loaded, LOADED_RUNS) });

      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from workflow_instances where workflow_id = $1 and status = 'Succeeded'`,
        [workflowId],
      );
      const expected = SINGLE_RUNS + LOADED_RUNS;
      if (rows[0]?.count !== expected) throw new Error(`The run index has ${rows[0]?.count} of ${expected} finished runs`);
    } finally {
      await database.end();
    }
  },
};

async function startOneByOne(portage: Portage, path: string): Promise<void> {
  for (let run = 0; run < SINGLE_RUNS; run++) {
    await startRun(portage, path, { x: 1 });
    await pause(SINGLE_EVERY_MS);
  }
}

async function countedDuring(database: PostgresClient, work: () => Promise<void>): Promise<Counters> {
  const before = await readCounters(database);
  await work();
  await pause(SETTLE_MS);
  const after = await readCounters(database);
  return { statements: after.statements - before.statements, transactions: after.transactions - before.transactions };
}

/** Excludes this connection and the other databases' background workers. */
async function readCounters(database: PostgresClient): Promise<Counters> {
  const { rows } = await database.query<Counters>(
    `select (select coalesce(sum(calls), 0)::int from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname = current_database() and query not like '%pg_stat_statements%') as statements,
     (select (xact_commit + xact_rollback)::int from pg_stat_database where datname = current_database()) as transactions`,
  );
  return rows[0] ?? { statements: Number.NaN, transactions: Number.NaN };
}

function perRun({ statements, transactions }: Counters, runs: number): Record<string, number> {
  return { statements, transactions, statementsPerRun: round(statements / runs, 3), transactionsPerRun: round(transactions / runs, 3) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
