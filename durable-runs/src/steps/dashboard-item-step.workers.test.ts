import { abortAllDurableObjects } from 'cloudflare:test';
import { type OwnerId, toOwnerId } from '@portage/contracts';
import {
  connectHttp,
  connectPool,
  insertDashboard,
  insertUser,
  listDashboardItems,
  putDashboardItem,
  updateDashboardItem,
} from '@portage/database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { allSteps, chain, getShard, start, testEnv, until } from '../../test/harness.ts';

const db = () => connectHttp(testEnv);

async function makeBoard(): Promise<{ ownerUserId: OwnerId; dashboardId: string }> {
  const [ownerUserId, dashboardId] = [toOwnerId(crypto.randomUUID()), crypto.randomUUID()];
  await insertUser(db(), {
    ...{ id: ownerUserId, email: `${ownerUserId}@example.test`, firstName: 'Ada', lastName: 'L', passwordHash: 'x' },
    createdAt: new Date(),
  });
  await insertDashboard(db(), ownerUserId, { id: dashboardId, dashboardType: 'Ecommerce', createdAt: new Date() });
  return { ownerUserId, dashboardId };
}

const listBoardItems = async ({ ownerUserId, dashboardId }: { ownerUserId: OwnerId; dashboardId: string }) =>
  (await listDashboardItems(db(), ownerUserId, dashboardId, { pageIndex: 0, pageSize: 50 })).items;

async function run(ownerUserId: OwnerId, step: object, payload: unknown = {}) {
  const base = {
    stepId: 'item',
    type: 'DashboardItemStep' as const,
    source: 'Shopify',
    externalId: 'A-1',
    object: '{"a":1}',
    name: 'Acme',
  };
  const { runId } = await start(chain({ ...base, ...step }), payload, {}, { ownerUserId });
  return { runId, ...(await until(runId)) };
}

test('Create writes or overwrites an item, Update needs an existing item, Delete removes it', async () => {
  const board = await makeBoard();
  const { ownerUserId, dashboardId } = board;
  const step = { dashboardId, itemType: 'Order', object: '${Steps["start"].Payload}', name: 'Order ${Steps["start"].Payload.number}' };
  const missing = await run(ownerUserId, { ...step, operation: 'Update' }, { number: 0 });
  expect(missing).toMatchObject({
    status: 'Failed',
    errorMessage: expect.stringContaining('There is no Order "A-1" on the dashboard to update.'),
  });
  const made = await run(ownerUserId, { ...step, operation: 'Create' }, { number: 1, deep: { list: [1, null] } });
  expect(made).toMatchObject({ status: 'Succeeded' });
  const [first, ...none] = await listBoardItems(board);
  expect(none).toEqual([]);
  expect(first).toMatchObject({
    ...{ type: 'Order', source: 'Shopify', externalId: 'A-1', name: 'Order 1', dashboardId },
    object: { number: 1, deep: { list: [1, null] } },
  });
  await run(ownerUserId, step, { number: 2 });
  const updated = await run(ownerUserId, { ...step, operation: 'Update' }, { number: 3 });
  expect(await listBoardItems(board)).toMatchObject([
    { id: first?.id, createdAt: first?.createdAt, name: 'Order 3', object: { number: 3 } },
  ]);
  // The same id with another kind or source is another item.
  await run(ownerUserId, { ...step, itemType: 'Product' }, { number: 4 });
  await run(ownerUserId, { ...step, source: 'Etsy' }, { number: 5 });
  expect(await listBoardItems(board)).toHaveLength(3);
  const id = (await allSteps(updated.runId)).find(({ name }) => name === 'item')?.id ?? '';
  expect((await getShard(updated.runId).getStepInstance(updated.runId, id))?.stepData).toMatchObject({
    request: { operation: 'Update', externalId: 'A-1', object: { number: 3 } },
    response: { body: { dashboardId, type: 'Order', externalId: 'A-1', name: 'Order 3' } },
  });
  for (let times = 0; times < 2; times += 1) {
    expect(await run(ownerUserId, { ...step, operation: 'Delete' }, { number: 6 })).toMatchObject({ status: 'Succeeded' });
  }
  expect((await listBoardItems(board)).map(({ name }) => name).sort()).toEqual(['Order 4', 'Order 5']);
});

test.each([
  ['Contact', { firstName: 'Ada', lastName: 'L' }, 'Ada L'],
  ['Event', { salesforceId: 's', title: 'Fair', startAt: '2026-01-01' }, 'Fair'],
  ['Registration', { salesforceId: 's', eventName: 'Fair', leadName: 'Ada', registeredAt: '2026-01-01' }, 'Ada'],
  ['Activity', { salesforceId: 's', eventName: 'Fair', leadName: 'Ada', activityName: 'Talk', activityAt: '2026-01-01' }, 'Talk'],
])('puts the fields of a %s into its object', async (itemType, fields, name) => {
  const board = await makeBoard();
  const { dashboardId, ownerUserId } = board;
  // Values are inserted into JSON as in an HTTP body, including quotes.
  const object = '{"said": "${Steps["start"].Payload.said}", "n": ${Steps["start"].Payload.n}}';
  const ended = await run(ownerUserId, { dashboardId, itemType, name: undefined, object, ...fields }, { said: '"hi"', n: 7 });
  expect(ended).toMatchObject({ status: 'Succeeded' });
  expect(await listBoardItems(board)).toMatchObject([{ type: itemType, name, object: { said: '"hi"', n: 7, ...fields } }]);
});

test('HOSTILE 25: a dashboard that is another user’s or unknown is refused, and nothing is written there', async () => {
  const [own, other] = [await makeBoard(), await makeBoard()];
  await run(other.ownerUserId, { dashboardId: other.dashboardId, name: 'theirs' });
  for (const dashboardId of [other.dashboardId, crypto.randomUUID(), 'no-id']) {
    for (const operation of ['Create', 'Update', 'Delete']) {
      const ended = await run(own.ownerUserId, { dashboardId, operation, name: 'mine' });
      const errorMessage = expect.stringContaining(`There is no dashboard "${dashboardId}" of this workflow's owner.`);
      expect(ended).toMatchObject({ status: 'Failed', errorMessage });
    }
  }
  expect(await listBoardItems(other)).toMatchObject([{ name: 'theirs' }]);
  expect(await listBoardItems(own)).toEqual([]);
});

test.each([
  ['an empty id', { externalId: '${Steps["start"].Payload.none}' }, 'External ID is empty.'],
  ['a list', { object: '[1]' }, 'Object is not a JSON object.'],
  ['a text', { object: 'abc' }, 'Object is not a JSON object.'],
  ['a very long id', { externalId: 'x'.repeat(501) }, 'External ID is longer than 500 characters.'],
  [
    'a very large object',
    { object: '${Steps["start"].Payload}' },
    'Object has 100,008 characters as JSON; an item can have at most 100,000.',
  ],
  ['a name with a NUL', { name: '${Steps["start"].Payload.nul}' }, 'Name contains characters that cannot be stored.'],
])('HOSTILE 9: %s is refused with a reason', async (name, step, message) => {
  const { dashboardId, ownerUserId } = await makeBoard();
  const payload = name === 'a very large object' ? { t: 'x'.repeat(100_000) } : { nul: 'a\u0000b' };
  const ended = await run(ownerUserId, { dashboardId, ...step }, payload);
  expect(ended).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(message) });
});

test('HOSTILE 1: a write repeated after a crash takes effect once, even if others wrote in between', async () => {
  const board = await makeBoard();
  const { ownerUserId, dashboardId } = board;
  const item = { dashboardId, type: 'Company' as const, source: 'Airtable', externalId: '1' };
  const write = (writeKey: string) => ({ ...item, writeKey, at: new Date() });
  const put = (key: string, name: string) =>
    putDashboardItem(db(), ownerUserId, write(key), { name, object: { name }, newId: crypto.randomUUID() });
  const update = (key: string, name: string) => updateDashboardItem(db(), ownerUserId, write(key), { name, object: { name } });
  expect(await put('a', 'first')).toBe('written');
  expect(await update('b', 'second')).toBe('written');
  expect(await put('a', 'first')).toBe('written');
  expect(await listBoardItems(board)).toMatchObject([{ name: 'second', object: { name: 'second' } }]);
  expect(await put('c', 'third')).toBe('written');
  expect(await update('b', 'second')).toBe('written');
  expect(await listBoardItems(board)).toMatchObject([{ name: 'third', object: { name: 'third' } }]);
});

test('HOSTILE 1: a write takes effect once if the step’s object ends while PostgreSQL is still executing it', async () => {
  const board = await makeBoard();
  const { ownerUserId, dashboardId } = board;
  await run(ownerUserId, { dashboardId, name: 'before' });
  await using pool = connectPool(testEnv);
  let ended: ReturnType<typeof run> | undefined;
  await pool.db.transaction(async (transaction) => {
    await transaction.execute(sql`select 1 from dashboard_items where dashboard_id = ${dashboardId}::uuid for update`);
    ended = run(ownerUserId, { dashboardId, name: 'after' });
    const waiting = sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into dashboard_items%'`;
    await expect.poll(async () => (await db().execute(waiting)).rows).toEqual([{ n: 1 }]);
    await abortAllDurableObjects();
  });
  expect(await ended).toMatchObject({ status: 'Succeeded' });
  expect(await listBoardItems(board)).toMatchObject([{ name: 'after' }]);
  // Both attempts used one key, so the item remembers two writes: the one before and this one.
  const { rows } = await db().execute<{ n: number }>(
    sql`select cardinality(recent_writes) as n from dashboard_items where dashboard_id = ${dashboardId}::uuid`,
  );
  expect(rows[0]?.n).toBe(2);
});
