import type { OwnerId } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { database, makeUser } from '../../test/rows.ts';
import { sentStatements } from '../../test/sent-statements.ts';
import type { HttpDatabase } from '../connect.ts';
import { listGiftCards } from './billing/gift-cards.ts';
import { listConnectors } from './connectors/connectors.ts';
import { insertDashboard, listDashboardItems } from './dashboards/dashboards.ts';
import { listOpenRunsOfDeletedUsers } from './people/delete-user.ts';
import { listUsers } from './people/users.ts';
import { forgetOldContent } from './runs/run-content.ts';
import { countOpenRuns } from './runs/run-metrics.ts';
import { listQuietRuns, listRuns, listWorkflowRuns, searchRuns } from './runs/workflow-instances.ts';
import { listAuditEntries } from './upkeep/audit-log.ts';
import { listChangedEventWorkflows } from './workflows/workflow-events.ts';
import { findWorkflowOverviews } from './workflows/workflow-overviews.ts';
import { listChangedSchedules } from './workflows/workflow-schedules.ts';
import { listWorkflowTemplates } from './workflows/workflow-templates.ts';
import { listWorkflowRecords } from './workflows/workflows.ts';

const page = { pageIndex: 0, pageSize: 10 };
let ownerUserId: OwnerId;
let workflowId: string;
let dashboardId: string;

beforeAll(async () => {
  const db = database();
  ownerUserId = (await makeUser()).id;
  workflowId = crypto.randomUUID();
  const owners = sql`(select array_agg(id) from users where email like 'bulk%')`;
  await db.execute(sql`insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'bulk' || n || '@example.test', 'x', now() - n * interval '1 minute' from generate_series(1, 200) n`);
  await db.execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id)
    select gen_random_uuid(), owners.ids[1 + n % 200], 'Workflow ' || n, now() - n * interval '1 minute', now(), gen_random_uuid(), gen_random_uuid()
    from generate_series(1, 2000) n, ${owners} owners (ids)`);
  const carried = (owner: SQL) =>
    sql`(select array_to_tsvector(array[k || 'tweb', k || 'ta-' || md5(n::text)]) from right(${owner}::text, 6) k)`;
  await db.execute(sql`insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, content)
    select 'run-' || n, owners.ids[1 + n % 200], md5('bulk' || n % 400)::uuid, gen_random_uuid(), 'x', case when n % 500 = 0 then 'InProgress' when n % 20 = 0 then 'Failed' else 'Succeeded' end,
      now() - n * interval '1 second', now(), ${carried(sql`owners.ids[1 + n % 200]`)}
    from generate_series(1, 95000) n, ${owners} owners (ids)`);
  await db.execute(sql`update workflows set trigger_type = 'Scheduled', last_updated_at = created_at where right(name, 1) = '7'`);
  await db.execute(sql`update workflows set trigger_type = 'ConnectorEvent', last_updated_at = created_at where right(name, 1) = '8'`);
  await db.execute(sql`insert into workflow_templates (id, name, is_active, steps, connector_type_ids, created_at, last_updated_at)
    select 'template-' || n, 'Template ' || n, n % 3 > 0, '[]', array['type-' || n % 20], now(), now() from generate_series(1, 300) n`);
  await db.execute(sql`insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, content)
    select 'mine-' || n, ${ownerUserId}::uuid, ${workflowId}::uuid, gen_random_uuid(), 'x', (array['Succeeded', 'Failed'])[1 + n % 2], now() - n * interval '1 minute', now(),
      ${carried(sql`${ownerUserId}`)}
    from generate_series(1, 5000) n`);
  await db.execute(sql`insert into run_tags (run_id, name, value, position, owner_user_id, created_at)
    select id, 'Order', 'A-' || md5(id), 1, owner_user_id, created_at from workflow_instances`);
  await db.execute(sql`insert into gift_cards (id, user_id, number, initial_amount, balance, created_at)
    select gen_random_uuid(), owners.ids[1 + n % 200], 'N' || n, 10, 5, now() - n * interval '1 minute'
    from generate_series(1, 3000) n, ${owners} owners (ids)`);
  await db.execute(sql`insert into audit_log (at, action, actor_user_id, subject_user_id)
    select now() - n * interval '1 second', case when n % 50 = 0 then 'user.saved' else 'workflow.saved' end, owners.ids[1 + n % 200], owners.ids[1 + n % 200]
    from generate_series(1, 50000) n, ${owners} owners (ids)`);
  dashboardId = crypto.randomUUID();
  await insertDashboard(db, ownerUserId, { id: dashboardId, dashboardType: 'Ecommerce', createdAt: new Date() });
  await db.execute(sql`insert into dashboard_items (id, owner_user_id, dashboard_id, type, source, external_id, name, object, made_at, created_at, last_updated_at)
    select gen_random_uuid(), ${ownerUserId}::uuid, ${dashboardId}::uuid, (array['Product', 'Order', 'Company', 'Contact'])[1 + n % 4], 'Shopify', n, 'Tea ' || md5(n::text), '{}', case when n % 2 = 0 then now() - n * interval '1 day' end, now() - n * interval '1 minute', now()
    from generate_series(1, 20000) n`);
  // Statistics of every row instead of a sample, and no background process that updates them: the plans are the same each time.
  await db.execute(sql`alter system set default_statistics_target = 10000`);
  await db.execute(sql`alter system set autovacuum = off`);
  await db.execute(sql`select pg_reload_conf()`);
  for (const table of [
    'users',
    'workflows',
    'workflow_templates',
    'workflow_instances',
    'gift_cards',
    'audit_log',
    'dashboard_items',
    'run_tags',
  ])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
});

/** PostgreSQL's plan for the statement that reads the page, exactly as sent. */
async function explainPage(list: (db: HttpDatabase) => Promise<unknown>): Promise<string> {
  const page = (await sentStatements(list)).find(({ text }) => text.includes('order by'));
  if (!page) throw new Error('No statement reads a page');
  const rows = await page.run(`explain ${page.text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each<[string, string, (db: HttpDatabase) => Promise<unknown>]>([
  ['an owner’s runs', 'workflow_instances_owner_created', (db) => listRuns(db, { ownerUserId }, page)],
  [
    'an owner’s failed runs',
    'workflow_instances_owner_(status_)?created',
    (db) => listRuns(db, { ownerUserId }, { ...page, status: 'Failed' }),
  ],
  ['a workflow’s runs', 'workflow_instances_(workflow|owner)_created', (db) => listRuns(db, { ownerUserId }, { ...page, workflowId })],
  ['everyone’s runs', 'workflow_instances_created', (db) => listRuns(db, 'everyone', page)],
  ['everyone’s failed runs', 'workflow_instances_(status_)?created', (db) => listRuns(db, 'everyone', { ...page, status: 'Failed' })],
  [
    'an owner’s runs between two instants',
    'workflow_instances_owner_created',
    (db) => listRuns(db, { ownerUserId }, { ...page, startedFrom: new Date(Date.now() - 7_200_000), startedTo: new Date() }),
  ],
  ['a workflow’s newest runs', 'workflow_instances_(workflow|owner)_created', (db) => listWorkflowRuns(db, ownerUserId, workflowId, 20)],
  [
    'an owner’s runs by the beginning of a tag',
    // Few tags begin with this: the planner may use either index.
    'run_tags_(owner_)?value',
    (db) => listRuns(db, { ownerUserId }, { ...page, tag: { value: 'A-0f', isExact: false } }),
  ],
  [
    'an owner’s runs by a tag',
    'run_tags_(owner_)?value',
    (db) => listRuns(db, { ownerUserId }, { ...page, tag: { value: 'A-0f', name: 'Order', isExact: true } }),
  ],
  [
    'everyone’s runs by the beginning of a tag',
    'run_tags_value',
    (db) => listRuns(db, 'everyone', { ...page, tag: { value: 'A-0f1', isExact: false } }),
  ],
  [
    'an owner’s runs that carried an order number',
    'workflow_instances_content',
    (db) => listRuns(db, { ownerUserId }, { ...page, content: { ownerUserId, text: 'A-0f1', hidden: [] } }),
  ],
  [
    'the runs of a search',
    'workflow_instances_content',
    (db) => searchRuns(db, { ownerUserId, text: 'web A-0f1', hidden: [{ workflowId, names: [] }] }, 6),
  ],
  ['runs whose content is to be emptied', 'workflow_instances_content_age', (db) => forgetOldContent(db, new Date(), DAY_MS)],
  ['runs that fell silent', 'workflow_instances_open', (db) => listQuietRuns(db, new Date(), 500)],
  [
    'schedules that were changed lately',
    'workflows_schedule_changed',
    (db) => listChangedSchedules(db, new Date(Date.now() - 3_600_000), 1_000),
  ],
  ['an owner’s workflows', 'workflows_owner', (db) => listWorkflowRecords(db, { ownerUserId }, page)],
  ...(['name', '-name', 'lastRunAt', '-lastRunAt', 'isActive', '-isActive'] as const).map(
    (sort): [string, string, (db: HttpDatabase) => Promise<unknown>] => [
      `an owner’s workflows by ${sort}`,
      'workflows_owner',
      (db) => listWorkflowRecords(db, { ownerUserId }, { ...page, sort }),
    ],
  ),
  [
    'an owner’s workflows by their last run',
    'workflow_instances_workflow_created',
    (db) => listWorkflowRecords(db, { ownerUserId }, { ...page, sort: '-lastRunAt' }),
  ],
  ['an owner’s oldest runs', 'workflow_instances_owner_created', (db) => listRuns(db, { ownerUserId }, { ...page, isOldestFirst: true })],
  [
    'the last runs of the workflows of a page',
    'workflow_instances_workflow_created',
    (db) => findWorkflowOverviews(db, ownerUserId, [workflowId]),
  ],
  ['everyone’s workflows', 'workflows_created', (db) => listWorkflowRecords(db, 'everyone', page)],
  ['the last run of each workflow', 'workflow_instances_workflow_created', (db) => listWorkflowRecords(db, { ownerUserId }, page)],
  ['the audit log', 'audit_log_at', (db) => listAuditEntries(db, page)],
  [
    'the audit log of some days',
    'audit_log_at',
    (db) => listAuditEntries(db, { ...page, from: new Date(Date.now() - 600_000), to: new Date() }),
  ],
  ['what was done while impersonating', 'audit_log_impersonator', (db) => listAuditEntries(db, { ...page, impersonatedOnly: true })],
  [
    'events that were changed lately',
    'workflows_event_changed',
    (db) => listChangedEventWorkflows(db, new Date(Date.now() - 3_600_000), 1_000),
  ],
  ['everyone’s runs, a page far behind', 'workflow_instances_created', (db) => listRuns(db, 'everyone', { ...page, pageIndex: 500 })],
  ['a dashboard’s orders', 'dashboard_items_made', (db) => listDashboardItems(db, ownerUserId, dashboardId, { ...page, type: 'Order' })],
  [
    'a dashboard’s products by a part of their name',
    'dashboard_items_name_search',
    (db) => listDashboardItems(db, ownerUserId, dashboardId, { ...page, type: 'Product', searchTerm: 'c4ca4238' }),
  ],
  ['everyone’s gift cards', 'gift_cards_created', (db) => listGiftCards(db, 'everyone', page)],
])('%s are read by index', async (_, index, list) => {
  const plan = await explainPage(list);
  expect(plan).toMatch(new RegExp(index));
  expect(plan).not.toMatch(/Seq Scan on (workflows|workflow_instances|audit_log|dashboard_items)/);
});

test('open runs are counted by the index of open runs', async () => {
  const plan = await explainPage((db) => countOpenRuns(db, new Date()));
  expect(plan).toContain('workflow_instances_open');
});

test('a search for a word of 5,000 runs reads the matches and the newest runs, and one for an order number only that run', async () => {
  const search = (text: string) => countBlocksRead((db) => searchRuns(db, { ownerUserId, text, hidden: [] }, 6));
  expect(await search('A-0f1')).toBeLessThan(200);
  expect(await search('web')).toBeLessThan(20_000);
});

/** Blocks of 8 KB that a page of ten may read for itself and for each page before it. */
const BLOCKS_A_PAGE = 120;

/** How many blocks PostgreSQL read for a page, from memory or disk. */
async function countBlocksRead(list: (db: HttpDatabase) => Promise<unknown>): Promise<number> {
  const statement = (await sentStatements(list)).find(({ text }) => text.includes('order by'));
  if (!statement) throw new Error('No statement reads a page');
  const rows = await statement.run(`explain (analyze, buffers, format json) ${statement.text}`);
  const [[{ Plan: plan }]] = rows.map((row) => row['QUERY PLAN']) as [[{ Plan: Record<string, number> }]];
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

test.each<[string, number, (db: HttpDatabase, pageIndex: number) => Promise<{ totalCount: number }>]>([
  ['users', 200, (db, pageIndex) => listUsers(db, 'everyone', { ...page, pageIndex })],
  ['users by address', 100, (db, pageIndex) => listUsers(db, 'everyone', { ...page, pageIndex, userEmail: 'bulk1' })],
  ['an owner’s runs', 5_000, (db, pageIndex) => listRuns(db, { ownerUserId }, { ...page, pageIndex })],
  ['everyone’s runs', 100_000, (db, pageIndex) => listRuns(db, 'everyone', { ...page, pageIndex })],
  ['everyone’s failed runs', 4_000, (db, pageIndex) => listRuns(db, 'everyone', { ...page, pageIndex, status: 'Failed' })],
  ['everyone’s runs by address', 45_000, (db, pageIndex) => listRuns(db, 'everyone', { ...page, pageIndex, userEmail: 'bulk1' })],
  ['everyone’s workflows', 2_000, (db, pageIndex) => listWorkflowRecords(db, 'everyone', { ...page, pageIndex })],
  ['templates', 300, (db, pageIndex) => listWorkflowTemplates(db, 'admin', { ...page, pageIndex, includeInactive: true })],
  ['the audit log', 50_000, (db, pageIndex) => listAuditEntries(db, { ...page, pageIndex })],
])('with 200 users and 100,000 runs, a page of %s reads a few blocks', async (_, atLeast, list) => {
  expect((await list(database(), 14)).totalCount).toBeGreaterThanOrEqual(atLeast);
  for (const pageIndex of [0, 14]) {
    const blocks = await countBlocksRead((db) => list(db, pageIndex));
    expect(blocks).toBeLessThan(BLOCKS_A_PAGE * (pageIndex + 1));
  }
});

/** PostgreSQL reads tables of a few hundred rows faster without their indexes. */
describe('with many more rows of everything', () => {
  beforeAll(async () => {
    const db = database();
    await db.execute(sql`insert into users (id, email, password_hash, created_at, is_deleted, deleted_at)
      select gen_random_uuid(), 'crowd' || n || '@example.test', 'x', now() - n * interval '1 minute', n % 100 = 0, case when n % 100 = 0 then now() - n * interval '1 minute' end
      from generate_series(1, 20000) n`);
    await db.execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id)
      select gen_random_uuid(), u.id, 'Work' || u.email, now(), now() - interval '1 year', gen_random_uuid(), gen_random_uuid() from users u where email like 'crowd%'`);
    await db.execute(sql`insert into workflow_templates (id, name, is_active, steps, connector_type_ids, created_at, last_updated_at)
      select 'crowd-' || n, 'Template ' || n, n % 3 > 0, '[]', array['type-' || n % 20], now(), now() from generate_series(301, 20000) n`);
    await db.execute(sql`insert into connectors (id, user_id, connector_type_id, name, created_at, last_updated_at)
      select gen_random_uuid(), u.id, 'type-1', 'Shop', now(), now() from users u where email like 'crowd%'`);
    await db.execute(sql`insert into workflow_versions (id, workflow_id, owner_user_id, number, name, logging_mode, steps, created_at, created_by_user_id)
      select gen_random_uuid(), id, owner_user_id, 1, name, 'LogAllData', '[]', now(), owner_user_id from workflows`);
    for (const table of ['users', 'workflows', 'workflow_versions', 'workflow_templates', 'connectors'])
      await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
  });

  test.each<[string, string, (db: HttpDatabase) => Promise<unknown>]>([
    ['users', 'users_created', (db) => listUsers(db, 'everyone', page)],
    ['users by a part of their address', 'users_email_search', (db) => listUsers(db, 'everyone', { ...page, userEmail: 'crowd19999@' })],
    ['templates', 'workflow_templates_listed', (db) => listWorkflowTemplates(db, 'admin', { ...page, includeInactive: true })],
    [
      'templates a user can use',
      'workflow_templates_listed',
      (db) => listWorkflowTemplates(db, { userId: ownerUserId }, { ...page, includeInactive: false }),
    ],
    [
      'templates by a part of their name',
      'workflow_templates_name_search',
      (db) => listWorkflowTemplates(db, 'admin', { ...page, includeInactive: true, query: 'plate 4999' }),
    ],
    [
      'everyone’s workflows by name',
      'workflows_name_search',
      (db) => listWorkflowRecords(db, 'everyone', { ...page, name: 'crowd19999@' }),
    ],
    [
      'everyone’s workflows by their users’ addresses',
      'users_email_search',
      (db) => listWorkflowRecords(db, 'everyone', { ...page, userEmail: 'crowd19999@' }),
    ],
    [
      'everyone’s runs by their users’ addresses',
      'users_email_search',
      (db) => listRuns(db, 'everyone', { ...page, userEmail: 'crowd19999@' }),
    ],
    ...(['name', '-type', 'lastUpdatedAt'] as const).map((sort): [string, string, (db: HttpDatabase) => Promise<unknown>] => [
      `an owner’s connectors by ${sort}`,
      'connectors_owner',
      (db) => listConnectors(db, ownerUserId, { ...page, sort }),
    ]),
    [
      'an owner’s workflows of a folder',
      'workflows_(owner|folder)',
      (db) => listWorkflowRecords(db, { ownerUserId }, { ...page, folderId: crypto.randomUUID() }),
    ],
    ['an owner’s workflows of no folder', 'workflows_owner', (db) => listWorkflowRecords(db, { ownerUserId }, { ...page, folderId: null })],
  ])('the list of %s is read by index', async (_, index, list) => {
    const plan = await explainPage(list);
    expect(plan).toMatch(new RegExp(index));
    expect(plan).not.toMatch(/Seq Scan on (users|workflow|connectors)/);
  });

  test('open runs of deleted users are found by the indexes of both', async () => {
    const plan = await explainPage((db) => listOpenRunsOfDeletedUsers(db, new Date(Date.now() - 3_600_000), 100));
    expect(plan).toContain('users_deleted');
    expect(plan).toMatch(/workflow_instances_owner_(status_)?created/);
  });
});
