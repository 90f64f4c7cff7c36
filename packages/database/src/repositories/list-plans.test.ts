import { neon } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-http';
import { beforeAll, expect, inject, test } from 'vitest';
import { database, makeUser } from '../../test/rows.ts';
import type { HttpDatabase } from '../connect.ts';
import * as schema from '../schema/index.ts';
import { listAuditEntries } from './audit-log.ts';
import { giftCardRepository } from './gift-cards.ts';
import { countOpenRuns } from './run-metrics.ts';
import { listUsers } from './users.ts';
import { listQuietRuns, workflowInstanceRepository } from './workflow-instances.ts';
import { listChangedSchedules } from './workflow-schedules.ts';
import { workflowRepository } from './workflows.ts';

const page = { pageIndex: 0, pageSize: 10 };
let ownerUserId: string;
let workflowId: string;

beforeAll(async () => {
  const db = database();
  ownerUserId = (await makeUser()).id;
  workflowId = crypto.randomUUID();
  const owners = sql`(select array_agg(id) from users)`;
  await db.execute(sql`insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'bulk' || n || '@example.test', 'x', now() - n * interval '1 minute' from generate_series(1, 200) n`);
  await db.execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id)
    select gen_random_uuid(), owners.ids[1 + n % 200], 'Workflow ' || n, now() - n * interval '1 minute', now(), gen_random_uuid(), gen_random_uuid()
    from generate_series(1, 2000) n, ${owners} owners (ids)`);
  await db.execute(sql`insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at)
    select 'run-' || n, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'x', case when n % 500 = 0 then 'InProgress' when n % 20 = 0 then 'Failed' else 'Succeeded' end,
      now() - n * interval '1 second', now()
    from generate_series(1, 95000) n`);
  await db.execute(sql`update workflows set trigger_type = 'Scheduled', last_updated_at = created_at where right(name, 1) = '7'`);
  await db.execute(sql`insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at)
    select 'mine-' || n, ${ownerUserId}::uuid, ${workflowId}::uuid, gen_random_uuid(), 'x', (array['Succeeded', 'Failed'])[1 + n % 2], now() - n * interval '1 minute', now()
    from generate_series(1, 5000) n`);
  await db.execute(sql`insert into gift_cards (id, user_id, number, initial_amount, balance, created_at)
    select gen_random_uuid(), owners.ids[1 + n % 200], 'N' || n, 10, 5, now() - n * interval '1 minute'
    from generate_series(1, 3000) n, ${owners} owners (ids)`);
  await db.execute(sql`insert into audit_log (at, action, actor_user_id, subject_user_id)
    select now() - n * interval '1 second', case when n % 50 = 0 then 'user.saved' else 'workflow.saved' end, owners.ids[1 + n % 200], owners.ids[1 + n % 200]
    from generate_series(1, 50000) n, ${owners} owners (ids)`);
  for (const table of ['users', 'workflows', 'workflow_instances', 'gift_cards', 'audit_log'])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
}, 120_000);

/** How PostgreSQL goes about the statement that reads the page, as it is really sent. */
async function planOf(list: (db: HttpDatabase) => Promise<unknown>): Promise<string> {
  database();
  const client = neon(inject('database').DATABASE_URL);
  const query = client.query;
  const sent: [string, unknown[] | undefined][] = [];
  client.query = ((text: string, params?: unknown[], ...rest: []) => {
    sent.push([text, params]);
    return query(text, params, ...rest);
  }) as typeof query;
  await list(drizzle(client, { schema }));
  const [text, params] = sent.find(([statement]) => statement.includes('order by')) ?? [];
  if (!text) throw new Error('No statement reads a page');
  const rows = await query(`explain ${text}`, params);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each<[string, string, (db: HttpDatabase) => Promise<unknown>]>([
  ['an owner’s runs', 'workflow_instances_owner_created', (db) => workflowInstanceRepository(db).find({ ownerUserId }, page)],
  [
    'an owner’s failed runs',
    'workflow_instances_owner_(status_)?created',
    (db) => workflowInstanceRepository(db).find({ ownerUserId }, { ...page, status: 'Failed' }),
  ],
  [
    'a workflow’s runs',
    'workflow_instances_(workflow|owner)_created',
    (db) => workflowInstanceRepository(db).find({ ownerUserId }, { ...page, workflowId }),
  ],
  ['everyone’s runs', 'workflow_instances_created', (db) => workflowInstanceRepository(db).find('everyone', page)],
  [
    'everyone’s failed runs',
    'workflow_instances_(status_)?created',
    (db) => workflowInstanceRepository(db).find('everyone', { ...page, status: 'Failed' }),
  ],
  [
    'an owner’s runs between two instants',
    'workflow_instances_owner_created',
    (db) =>
      workflowInstanceRepository(db).find(
        { ownerUserId },
        { ...page, startedFrom: new Date(Date.now() - 7_200_000), startedTo: new Date() },
      ),
  ],
  [
    'a workflow’s newest runs',
    'workflow_instances_(workflow|owner)_created',
    (db) => workflowInstanceRepository(db).listOfWorkflow(ownerUserId, workflowId, 20),
  ],
  ['runs that fell silent', 'workflow_instances_open', (db) => listQuietRuns(db, new Date(), 500)],
  [
    'schedules that were changed lately',
    'workflows_schedule_changed',
    (db) => listChangedSchedules(db, new Date(Date.now() - 3_600_000), 1_000),
  ],
  ['an owner’s workflows', 'workflows_owner', (db) => workflowRepository(db).list({ ownerUserId }, page)],
  ['everyone’s workflows', 'workflows_created', (db) => workflowRepository(db).list('everyone', page)],
  ['the last run of each workflow', 'workflow_instances_workflow_created', (db) => workflowRepository(db).list({ ownerUserId }, page)],
  ['the audit log', 'audit_log_at', (db) => listAuditEntries(db, page)],
  [
    'the audit log of some days',
    'audit_log_at',
    (db) => listAuditEntries(db, { ...page, from: new Date(Date.now() - 600_000), to: new Date() }),
  ],
  ['what was done while impersonating', 'audit_log_impersonator', (db) => listAuditEntries(db, { ...page, impersonatedOnly: true })],
  ['everyone’s gift cards', 'gift_cards_created', (db) => giftCardRepository(db).list('everyone', page)],
])('%s are read by index', async (_, index, list) => {
  const plan = await planOf(list);
  expect(plan).toMatch(new RegExp(index));
  expect(plan).not.toMatch(/Seq Scan on (workflow_instances|audit_log)/);
});

test('open runs are counted by the index that holds only those', async () => {
  const plan = await planOf((db) => countOpenRuns(db, new Date()));
  expect(plan).toContain('workflow_instances_open');
});

test('200 users and 100,000 runs are listed in a blink', async () => {
  const db = database();
  const start = performance.now();
  const [users, runs] = await Promise.all([listUsers('everyone', db, page), workflowInstanceRepository(db).find({ ownerUserId }, page)]);
  expect(users.totalCount).toBeGreaterThanOrEqual(200);
  expect(runs.totalCount).toBe(5000);
  expect(performance.now() - start).toBeLessThan(500);
});
