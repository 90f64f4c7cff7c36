import type { Client } from 'pg';
import { round } from './load-client.ts';
import { collectPlans } from './plans/read-plans.ts';
import { timed } from './plans/timed.ts';
import { BENCH_USER } from './portage.ts';
import type { Scenario } from './scenario.ts';

const RUNS = 1_000_000;
const AT_ONCE = 50_000;
const RUNS_READ = { statement: /@@/, tables: 'workflow_instances' };

/** Finding runs by what they carried among a million of 11 people, of which one person has half: the calls' times and PostgreSQL's plans. */
export const findRun: Scenario = {
  name: 'find-run',
  onlyByName: true,
  async run({ portage, api, report }) {
    const database = await portage.connectDatabase();
    try {
      const startMs = performance.now();
      await fillContent(database);
      const { rows } = await database.query<{ table: string; words: string }>(
        `select pg_size_pretty(pg_table_size('workflow_instances')) as table, pg_size_pretty(pg_relation_size('workflow_instances_content')) as words`,
      );
      report({ scenario: this.name, runs: RUNS, insertSeconds: round((performance.now() - startMs) / 1_000, 1), ...rows[0] });
      // The owner has the even numbers. The last two are in half of all runs.
      for (const text of ['A-500004', 'customer8@example.com', 'A-5000', '"sku-17"', 'A-', 'berlin', 'A-5']) {
        const menu = async () => (await api('GET /api/search', { query: { text } })).runs.length;
        const list = async () => (await api('GET /api/workflows/find-instances', { query: { content: text } })).totalCount;
        for (const [where, call] of [
          ['command menu', menu],
          ['Run History', list],
        ] as const) {
          report({ scenario: this.name, where, text, ...(await timed(call)) });
          for (const { text: _, ...plan } of await collectPlans(portage, database, call, RUNS_READ)) {
            report({ scenario: this.name, where, text, ...plan });
          }
        }
      }
    } finally {
      await database.end();
    }
  },
};

/** A dozen words in each run: its order and customer, four articles of a thousand, a city, an amount and the number of a ticket. */
async function fillContent(database: Client): Promise<void> {
  const { rows } = await database.query<{ definition: string }>(
    `select pg_get_indexdef('workflow_instances_content'::regclass) as definition`,
  );
  await database.query('drop index workflow_instances_content');
  for (let first = 1; first <= RUNS; first += AT_ONCE) {
    await database.query(
      `insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, content)
      select 'find-' || n, owner, md5('workflow' || n % 1000)::uuid, md5('v')::uuid, 'Bench', 'Succeeded', began, began,
        array_to_tsvector(array[k || 'ta-' || n, k || 'tcustomer' || n % 50000 || '@example.com', k || 'tberlin', k || 't' || n % 9973 || '.50',
          k || 'tsku-' || n % 1000, k || 'tsku-' || (n + 1) % 1000, k || 'tsku-' || (n + 2) % 1000, k || 'tsku-' || (n + 3) % 1000,
          k || 'tpaid', k || 'teur', k || 'rt-' || n, k || 'raccepted'])
      from generate_series($1::int, $2::int) n, (select id from users where email = $3) u,
        lateral (select case when n % 2 = 0 then u.id else md5('owner' || n % 20)::uuid end as owner, now() - (2000000 - n) * interval '1 second' as began) o,
        lateral (select right(owner::text, 6) as k) key`,
      [first, first + AT_ONCE - 1, BENCH_USER.email],
    );
  }
  await database.query(`set maintenance_work_mem = '512MB'`);
  await database.query(rows[0]?.definition ?? '');
  await database.query('vacuum analyze workflow_instances');
}
