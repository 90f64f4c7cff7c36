import { type OwnerId, toOwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, inject, test } from 'vitest';
import { sentStatements } from '../../../test/sent-statements.ts';
import { connectHttp, type HttpDatabase } from '../../connect.ts';
import { insertUser } from '../people/users.ts';
import { deleteOldRunDays, deleteOldRunHours, readRunStats } from './run-stats.ts';
import { readStatistics } from './statistics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Per person. */
const WORKFLOWS = 10;
const PEOPLE = 40;
const RUNS = 30_000;
const DAYS_BEFORE = 150;
const MONTHS = 60;

const now = Date.now();
const listSlots = (unitMs: number, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Math.floor(now / unitMs) * unitMs - at * unitMs));
let ownerUserId: OwnerId;

/** The state after some months: 400 workflows of 40 people, with four runs of each per day over the last 20 days. */
beforeAll(async () => {
  const db = connectHttp(inject('emptyDatabase'));
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => {
      const id = crypto.randomUUID();
      return insertUser(db, { id, email: `${id}@example.test`, passwordHash: 'none', createdAt: new Date() });
    }),
  );
  ownerUserId = toOwnerId(people[0]?.id ?? '');
  const owners = sql`(select ${sql.param(people.map(({ id }) => id))}::uuid[]) owners (ids)`;
  const workflow = (n: string) => sql.raw(`md5('planned' || ${n})::uuid`);
  const count = PEOPLE * WORKFLOWS;
  await db.execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id)
    select ${workflow('n')}, owners.ids[1 + n % ${PEOPLE}], 'Planned ' || n, now(), now(), gen_random_uuid(), gen_random_uuid()
    from generate_series(0, ${count - 1}::int) n, ${owners}`);
  await db.execute(sql`
    insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, started_at, finished_at)
    select 'planned-' || n, owners.ids[1 + n % ${PEOPLE}], ${workflow(`(n % ${count})`)}, gen_random_uuid(), 'x',
      case when n % 40 = 7 then 'Failed' else 'Succeeded' end, began, began, began, began + (50 + n % 20000) * interval '1 ms'
    from generate_series(1, ${RUNS}::int) n, ${owners}, lateral (select now() - n * interval '20 days' / ${RUNS}::int as began) times`);
  await db.execute(sql`insert into run_days (owner_user_id, workflow_id, starts_at, succeeded, failed, cancelled, durations)
    select owners.ids[1 + n % ${PEOPLE}], counted.id, date_trunc('day', now(), 'UTC') - day * interval '1 day', 59, 1, 0, 59
    from generate_series(30, ${DAYS_BEFORE}::int) day, generate_series(0, ${count - 1}::int) n, ${owners},
      lateral (select ${workflow('n')} union select '00000000-0000-0000-0000-000000000000'::uuid where n < ${PEOPLE}) counted (id)`);
  await db.execute(sql`insert into run_months (owner_user_id, starts_at, runs)
    select id, date_trunc('month', now(), 'UTC') - month * interval '1 month', 1000 from generate_series(3, ${MONTHS - 1}::int) month, ${owners}, unnest(owners.ids) id`);
  for (const table of ['users', 'workflows', 'workflow_instances', 'run_hours', 'run_days', 'run_months']) {
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
  }
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

const listPlanNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listPlanNodes)];

async function explainScans(code: (db: HttpDatabase) => Promise<unknown>) {
  const explained: { Plan: Plan; JIT?: unknown }[] = [];
  for (const { text, run } of await sentStatements(code, inject('emptyDatabase'))) {
    const [row] = await run(`explain (analyze, format json) ${text}`);
    explained.push(...((row?.['QUERY PLAN'] ?? []) as { Plan: Plan; JIT?: unknown }[]));
  }
  const scans = explained.flatMap(({ Plan }) => listPlanNodes(Plan)).filter((node) => node['Relation Name']);
  return {
    isCompiled: explained.some(({ JIT }) => JIT),
    tables: [...new Set(scans.map((node) => node['Relation Name']))].sort(),
    readOneByOne: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    rowsRead: scans.reduce(
      (sum, node) =>
        sum +
        node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
      0,
    ),
  };
}

const insights = (scope: () => { ownerUserId: OwnerId } | 'everyone', byHour: boolean, count: number) => (db: HttpDatabase) => {
  const slots = listSlots(byHour ? HOUR_MS : DAY_MS, 2 * count);
  return readRunStats(db, scope(), { byHour, slots, from: slots[count - 1] as Date, mostWorkflows: 5 });
};
const own = () => ({ ownerUserId });
const everyone = () => 'everyone' as const;
/** The rows read for the names and addresses of ten workflows when both tables are scanned whole. */
const NAMES = WORKFLOWS * PEOPLE + PEOPLE;

test.each<[string, string[], number, (db: HttpDatabase) => Promise<unknown>]>([
  ['24 hours of a person', ['run_hours'], 24, insights(own, true, 24)],
  ['7 days of a person', ['run_days'], 7, insights(own, false, 7)],
  ['30 days of a person', ['run_days'], 30, insights(own, false, 30)],
  ['24 hours of everyone', ['run_hours'], 24, insights(everyone, true, 24)],
  ['7 days of everyone', ['run_days'], 7, insights(everyone, false, 7)],
  ['30 days of everyone', ['run_days'], 30, insights(everyone, false, 30)],
  ['the months of a person', ['run_months'], MONTHS, (db) => readStatistics(db, ownerUserId, new Date(now - 365 * DAY_MS))],
  ['the too old hours', ['run_hours'], 0, (db) => deleteOldRunHours(db, new Date(now - 16 * DAY_MS))],
  ['the too old days', ['run_days'], 0, (db) => deleteOldRunDays(db, new Date(now + 250 * DAY_MS))],
])('%s read only counts, by index, and never more rows than slots and workflows', async (_, tables, slots, code) => {
  const { isCompiled, ...scans } = await explainScans(code);
  expect(scans.tables.filter((table) => table !== 'workflows' && table !== 'users')).toEqual(tables);
  expect(scans.readOneByOne.filter((table) => table?.startsWith('run_'))).toEqual([]);
  // Totals of twice as many slots, times sixteen for everyone.
  if (slots) expect(scans.rowsRead).toBeLessThanOrEqual(slots * (WORKFLOWS * PEOPLE + 2 * 16) + NAMES);
  // Compiling a plan takes longer than running it.
  expect(isCompiled).toBe(false);
});
