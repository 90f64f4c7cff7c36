import { neon } from '@neondatabase/serverless';
import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-http';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import type { HttpDatabase } from '../../connect.ts';
import * as schema from '../../schema/index.ts';
import { listSyncFlows } from './sync-flows.ts';
import { listSyncItems, MOST_FOUND_ITEMS, makeSyncItemsDue } from './sync-items.ts';

const ITEMS = 100_000;
const page = { pageIndex: 0, pageSize: 10 };
let ownerUserId: OwnerId;
let flowId: string;
let workflowId: string;

beforeAll(async () => {
  const db = database();
  ownerUserId = (await makeUser()).id;
  flowId = crypto.randomUUID();
  workflowId = crypto.randomUUID();
  await db.execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id)
    values (${workflowId}::uuid, ${ownerUserId}::uuid, 'Sync', now(), now(), gen_random_uuid(), gen_random_uuid())`);
  await insertFlow(flowId, 'large');
  await insertItems(flowId, ITEMS);
  // Other flows, so that a plan that ignores the flow costs more.
  for (let at = 0; at < 5; at += 1) {
    const other = crypto.randomUUID();
    await insertFlow(other, `other-${at}`);
    await insertItems(other, 10_000);
  }
  for (const table of ['sync_flows', 'sync_items']) await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
});

async function insertFlow(id: string, key: string): Promise<void> {
  await database().execute(sql`insert into sync_flows (id, owner_user_id, workflow_id, flow_key, direction, source_connector_type_id,
      source_connector_id, source_entity, target_connector_type_id, target_connector_id, target_entity, created_at, last_updated_at)
    values (${id}::uuid, ${ownerUserId}::uuid, ${workflowId}::uuid, ${key}, 'SourceToTarget', 's', 's', 'Products', 't', 't', 'Products', now(), now())`);
}

/** Rows per statement, few enough for the statement timeout. */
const INSERTED_AT_ONCE = 10_000;

async function insertItems(id: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += INSERTED_AT_ONCE) {
    await database().execute(sql`insert into sync_items (flow_id, source_item_id, target_item_id, name, status, source_record, created_at, last_updated_at)
      select ${id}::uuid, 'source-' || n, case when n % 7 > 0 then 'target-' || n end, 'Tea ' || md5(n::text),
        case when n % 50 = 0 then 'Error' when n % 9 = 0 then 'Skipped' else 'Success' end,
        json_build_object('name', md5(n::text), 'description', repeat(md5(n::text), 20)), now(), '2026-11-22T10:00:00Z'::timestamptz - n * interval '1 second'
      from generate_series(${from}::int, ${Math.min(count, from + INSERTED_AT_ONCE - 1)}::int) n`);
  }
}

/** PostgreSQL's plan for each statement of a call, exactly as sent. */
async function explainStatements(call: (db: HttpDatabase) => Promise<unknown>): Promise<string[]> {
  database();
  const client = neon(inject('database').DATABASE_URL);
  const query = client.query;
  const sent: [string, unknown[] | undefined][] = [];
  client.query = ((text: string, params?: unknown[], ...rest: []) => {
    sent.push([text, params]);
    return query(text, params, ...rest);
  }) as typeof query;
  await call(drizzle(client, { schema }));
  const isSetting = ([text]: [string, ...unknown[]]) => text.startsWith('set local');
  const settings = sent.filter(isSetting).map(([text]) => text);
  return Promise.all(
    sent
      .filter((statement) => !isSetting(statement))
      .map(async ([text, params]) => {
        const explain = query(`explain (analyze, buffers) ${text}`, params);
        const answers = await client.transaction([...settings.map((setting) => query(setting)), explain]);
        return (answers.at(-1) ?? []).map((row) => row['QUERY PLAN']).join('\n');
      }),
  );
}

const list = (filter: object) => (db: HttpDatabase) => listSyncItems(db, ownerUserId, flowId, { ...page, ...filter });

describe(`of a flow of ${ITEMS.toLocaleString('en')} items`, () => {
  test.each<[string, string, object]>([
    ['a page', 'sync_items_newest', {}],
    ['a page of those in Error', 'sync_items_status', { status: 'Error' }],
    ['the last page', 'sync_items_newest', { pageIndex: ITEMS / 10 - 1 }],
    ['the last page of those that went well', 'sync_items_status', { status: 'Success', pageIndex: 8_700 }],
    ['a page by a part of the name', 'sync_items_search', { searchTerm: 'c4ca4238a0b9' }],
    ['a page by an id', 'sync_items_search', { searchTerm: 'target-4711' }],
  ])('%s is read by index, and no count scans the items', async (_, index, filter) => {
    const plans = await explainStatements(list(filter));
    expect(plans.join('\n')).toContain(index);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on sync_items');
    expect(Math.max(...plans.map(rowsRead))).toBeLessThan(ITEMS / 10);
  });

  test('a page from the middle is also read by index while PostgreSQL doesn’t know yet how large the flow is', async () => {
    // The state before the table was first analyzed.
    await database().execute(sql`select pg_clear_relation_stats('public', 'sync_items'),
      pg_clear_attribute_stats('public', 'sync_items', 'flow_id', false)`);
    for (const filter of [{ pageIndex: 400 }, { pageIndex: ITEMS / 20 - 1 }, { pageIndex: ITEMS / 20 + 1 }]) {
      const plans = await explainStatements(list(filter));
      expect(Math.max(...plans.map(rowsRead))).toBeLessThanOrEqual(ITEMS / 2);
    }
    await database().execute(sql`vacuum analyze sync_items`);
  });

  test('a search that finds nearly everything stops counting at its limit', async () => {
    const { totalCount, items } = await list({ searchTerm: 'tea' })(database());
    expect([totalCount, items.length]).toEqual([MOST_FOUND_ITEMS, 10]);
    const plans = await explainStatements(list({ searchTerm: 'tea' }));
    expect(Math.max(...plans.map(rowsRead))).toBeLessThan(ITEMS / 4);
  });

  test('a search within one status counts all its results of that status', async () => {
    const { totalCount, counts } = await list({ searchTerm: 'tea', status: 'Error' })(database());
    expect([totalCount, counts.Error]).toEqual([ITEMS / 50, ITEMS / 50]);
  });

  test('pages from both ends join without a gap', async () => {
    const near = { pageSize: 100, pageIndex: 499 };
    const idsOf = async (filter: object) => (await list(filter)(database())).items.map(({ sourceItemId }) => sourceItemId);
    const wanted = (from: number) => Array.from({ length: 100 }, (_, at) => `source-${from + at}`);
    expect(await idsOf(near)).toEqual(wanted(49_901));
    expect(await idsOf({ ...near, pageIndex: 500 })).toEqual(wanted(50_001));
    expect(await idsOf({ ...near, pageIndex: 999 })).toEqual(wanted(99_901));
    expect(await list({ pageSize: 30, pageIndex: 3_333 })(database())).toMatchObject({ totalCount: ITEMS, items: { length: 10 } });
    expect(await idsOf({ ...near, pageIndex: 1_000 })).toEqual([]);
  });
});

test('items of listed flows aren’t counted one by one', async () => {
  const plans = await explainStatements((db) => listSyncFlows(db, ownerUserId, page));
  for (const plan of plans) expect(plan).not.toMatch(/on sync_items\b/);
});

describe('the stored counts', () => {
  const kept = async (id: string) => {
    const { rows } = await database().execute<{ status: string; items: number }>(
      sql`select status, items from sync_item_counts where flow_id = ${id}::uuid and items <> 0 order by status`,
    );
    return Object.fromEntries(rows.map(({ status, items }) => [status, items]));
  };
  const counted = async (id: string) => {
    const { rows } = await database().execute<{ status: string; items: number }>(
      sql`select status, count(*)::int as items from sync_items where flow_id = ${id}::uuid group by status order by status`,
    );
    return Object.fromEntries(rows.map(({ status, items }) => [status, items]));
  };

  test('match the items after inserts, upserts, updates, deletions, and many at once', async () => {
    const db = database();
    const id = crypto.randomUUID();
    await insertFlow(id, 'counted');
    await insertItems(id, 100);
    expect(await kept(id)).toEqual(await counted(id));
    const upsert = (from: number, status: string) =>
      db.execute(sql`insert into sync_items (flow_id, source_item_id, name, status, created_at, last_updated_at)
        select ${id}::uuid, 'source-' || n, 'x', ${status}, now(), now() from generate_series(${from}::int, ${from + 39}::int) n
        on conflict (flow_id, source_item_id) do update set status = excluded.status`);
    await upsert(81, 'Error');
    expect(await kept(id)).toEqual(await counted(id));
    await Promise.all([10, 20, 30, 40].flatMap((from) => [upsert(from, 'InProgress'), upsert(from + 1_000, 'Skipped')]));
    expect(await kept(id)).toEqual(await counted(id));
    expect(await makeSyncItemsDue(db, ownerUserId, id, { allIn: 'Error' }, new Date())).toBeGreaterThan(0);
    expect(await kept(id)).toEqual(await counted(id));
    await db.execute(sql`delete from sync_items where flow_id = ${id}::uuid and source_item_id like '%3'`);
    expect(await kept(id)).toEqual(await counted(id));
    await db.execute(sql`delete from sync_flows where id = ${id}::uuid`);
    expect([await kept(id), await counted(id)]).toEqual([{}, {}]);
  });
});

function rowsRead(plan: string): number {
  const parts = [...plan.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)];
  return Math.max(...parts.map(([, rows, loops]) => Number(rows) * Number(loops)));
}
