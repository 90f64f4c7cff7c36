import { type OwnerId, toOwnerId } from '@portage/contracts';
import { connectHttp, insertDashboard, insertUser, listDashboardItems, schema } from '@portage/database';
import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, OWNER, randomText, start, testEnv, until } from '../../test/harness.ts';
import { oddPages } from '../../test/odd-pages.ts';
import { recordDocument } from '../../test/record-document.ts';
import { makeRecordSystem } from '../../test/sync-harness.ts';

const db = () => connectHttp(testEnv);

async function makeBoard(ownerUserId: OwnerId): Promise<string> {
  const createdAt = new Date();
  const known = await db()
    .select()
    .from(schema.dashboards)
    .where(and(eq(schema.dashboards.ownerUserId, ownerUserId), eq(schema.dashboards.dashboardType, 'Ecommerce')));
  if (known[0]) return known[0].id;
  const id = crypto.randomUUID();
  await insertDashboard(db(), ownerUserId, { id, dashboardType: 'Ecommerce', createdAt });
  return id;
}

async function makeUser(id: string): Promise<void> {
  await insertUser(db(), { id, email: `${id}@example.test`, firstName: 'Ada', lastName: 'L', passwordHash: 'x', createdAt: new Date() });
}

const items = (prefix: string) =>
  db()
    .select()
    .from(schema.dashboardItems)
    .where(like(schema.dashboardItems.externalId, `${prefix}%`));

const listFlows = (workflowId: string) => db().select().from(schema.syncFlows).where(eq(schema.syncFlows.workflowId, workflowId));

interface Ran {
  status: string;
  errorMessage: string | null;
  response: unknown;
}

async function run(workflowId: string, step: object): Promise<Ran> {
  const { runId } = await start(chain({ stepId: 'pull', type: 'DashboardStep', ...step }), {}, {}, { workflowId });
  const { status, errorMessage } = await until(runId);
  const last = (await allSteps(runId)).findLast(({ name }) => name === 'pull');
  const detail = await getShard(runId).getStepInstance(runId, last?.id ?? '');
  return { status, errorMessage: errorMessage ?? null, response: detail?.stepData?.response?.body };
}

const orders = (prefix: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: `${prefix}-${from + at}`, name: `#${from + at}`, price: from + at, status: 'paid' }));

let board = '';
beforeAll(async () => {
  await makeRecordSystem(['Orders']);
  board = await makeBoard(OWNER);
});

describe('DashboardStep', () => {
  test('an order that changes while a list sorted by change is read by numbered pages hides no other order', async () => {
    const [workflowId, prefix] = [crypto.randomUUID(), randomText()];
    const cursor = { path: 'changedAt', format: 'date-time', overlapSeconds: 60, isSorted: true };
    const list = { operation: 'GET /Orders', values: { 'query.since': '{cursor}' }, cursor };
    const paging = { style: 'offset', parameter: 'query.after', firstOffset: 0, itemsPath: 'items' };
    const { paths } = recordDocument(['Orders'], {}) as { paths: Record<string, { get: object }> };
    const numbered = { ...paths, '/Orders': { ...paths['/Orders'], get: { ...paths['/Orders']?.get, 'x-paging': paging } } };
    const system = await makeRecordSystem(['Orders'], { Orders: { list } }, undefined, { paths: numbered });
    const changedAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 10_000).toISOString();
    // When the second page is requested, the first order moves to the end of the list.
    const moved = { id: `${prefix}-1`, name: 'Moved', changedAt: changedAt(500) };
    await system.control({
      put: { Orders: orders(prefix, 150).map((order, at) => ({ ...order, changedAt: changedAt(at) })) },
      putBeforeRead: { read: 2, put: { Orders: [moved] } },
    });
    const step = { dashboardId: board, connectorId: system.connectorId, getDataDataType: 'Orders' };
    expect(await run(workflowId, step)).toMatchObject({ status: 'Succeeded', response: { state: 'Whole' } });
    const shown = await items(prefix);
    expect(shown).toHaveLength(150);
    expect(shown.find(({ externalId }) => externalId === `${prefix}-1`)?.name).toBe('Moved');
  });

  test('ENG-28: all orders arrive, page by page, and a second run reads only changes and duplicates nothing', async () => {
    const [workflowId, prefix] = [crypto.randomUUID(), randomText()];
    const system = await makeRecordSystem(['Orders']);
    await system.control({ put: { Orders: orders(prefix, 120) } });
    const step = { dashboardId: board, connectorId: system.connectorId, getDataDataType: 'Orders' };
    expect(await run(workflowId, step)).toMatchObject({ status: 'Succeeded', response: { read: 120, skipped: 0, state: 'Whole' } });
    const first = await items(prefix);
    expect(first).toHaveLength(120);
    expect(first.find(({ externalId }) => externalId === `${prefix}-7`)).toMatchObject({
      ...{ type: 'Order', source: 'Crm', name: '#7', ownerUserId: OWNER },
      object: { id: `${prefix}-7`, displayFinancialStatus: 'paid' },
    });
    // Newest first: the system's last records.
    const shown = await listDashboardItems(db(), OWNER, board, { pageIndex: 0, pageSize: 1 });
    expect(shown.items.map(({ name }) => name)).toEqual(['#120']);
    expect(await listFlows(workflowId)).toMatchObject([
      { readCount: 120, createdCount: 120, skippedCount: 0, runningRunId: null, error: null },
    ]);

    const callsBefore = (await system.control()).calls.length;
    await system.control({ put: { Orders: [{ id: `${prefix}-7`, name: '#7 changed' }, ...orders(prefix, 1, 121)] } });
    // Records with the exact time of the last reading are read again: the 120th, and the two.
    expect(await run(workflowId, step)).toMatchObject({ status: 'Succeeded', response: { read: 3 } });
    expect((await system.control()).calls.length - callsBefore).toBe(1);
    expect(await listFlows(workflowId)).toMatchObject([{ readCount: 3, createdCount: 1, updatedCount: 1, unchangedCount: 1 }]);
    const second = await items(prefix);
    expect(second).toHaveLength(121);
    const changed = second.find(({ externalId }) => externalId === `${prefix}-7`);
    expect(changed).toMatchObject({ name: '#7 changed', id: first.find(({ externalId }) => externalId === `${prefix}-7`)?.id });
  });

  test.each(Object.entries(oddPages))(
    'HOSTILE 47: %s instead of a page fails the step and keeps the cursor, and the next run shows all',
    async (_name, odd) => {
      const [workflowId, prefix] = [crypto.randomUUID(), randomText()];
      const system = await makeRecordSystem(['Orders']);
      await system.control({ put: { Orders: orders(prefix, 5) }, pageRecords: 2, odd: { ...odd, read: 2 } });
      const step = { dashboardId: board, connectorId: system.connectorId, getDataDataType: 'Orders' };
      const message = expect.stringContaining("Page 2 of GET /Orders isn't what its document declares");
      expect(await run(workflowId, step)).toMatchObject({ status: 'Failed', errorMessage: message });
      expect(await listFlows(workflowId)).toMatchObject([{ cursor: null, error: message }]);
      expect(await run(workflowId, step)).toMatchObject({ status: 'Succeeded', response: { read: 5, state: 'Whole' } });
      expect(await items(prefix)).toHaveLength(5);
    },
  );

  test('with other values in the form, records before the last reading are new, so all are read', async () => {
    const [workflowId, prefix] = [crypto.randomUUID(), randomText()];
    const system = await makeRecordSystem(['Orders']);
    await system.control({ put: { Orders: orders(prefix, 3).map((order, at) => ({ ...order, sku: at === 0 ? 'a' : 'b' })) } });
    const bySku = (sku: string) => ({
      ...{ dashboardId: board, connectorId: system.connectorId, getDataDataType: 'Orders' },
      requestParameterMappings: [{ toParameterPath: 'query.sku', fromParameterExpression: sku }],
    });
    expect(await run(workflowId, bySku('b'))).toMatchObject({ status: 'Succeeded', response: { read: 2 } });
    expect(await run(workflowId, bySku('a'))).toMatchObject({ status: 'Succeeded', response: { read: 1 } });
    expect(await items(prefix)).toHaveLength(3);
    // Another step of the same workflow continues from its own position.
    expect(await run(workflowId, { ...bySku('b'), stepId: 'other' })).toMatchObject({ status: 'Succeeded' });
    expect(await listFlows(workflowId)).toHaveLength(2);
  });

  test('an entity of another name that the same operation lists is read by its cursor (contacts that are Customers)', async () => {
    const [workflowId, prefix] = [crypto.randomUUID(), randomText()];
    const cursor = { path: 'changedAt', format: 'date-time', overlapSeconds: 0 };
    const list = { operation: 'GET /Contacts', values: { 'query.since': '{cursor}' }, cursor };
    const entities = { Customers: { idPath: 'id', namePath: '{name} {sku}', list } };
    const system = await makeRecordSystem(['Contacts'], {}, undefined, { 'x-entities': entities });
    await system.control({ put: { Contacts: orders(prefix, 3).map((order) => ({ ...order, sku: 'x' })) } });
    const step = { dashboardId: board, connectorId: system.connectorId, getDataDataType: 'Contacts' };
    expect(await run(workflowId, step)).toMatchObject({ status: 'Succeeded', response: { read: 3 } });
    await system.control({ put: { Contacts: [{ id: `${prefix}-4`, name: 'new', sku: 'x' }] } });
    expect(await run(workflowId, step)).toMatchObject({ status: 'Succeeded', response: { read: 2 } });
    const found = await items(prefix);
    expect(found.map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
      'Contact #1 x',
      'Contact #2 x',
      'Contact #3 x',
      'Contact new x',
    ]);
  });

  test('a system without entities is read by its operation; records without an id are counted, and fail the step if all lack one', async () => {
    const [workflowId, prefix] = [crypto.randomUUID(), randomText()];
    const system = await makeRecordSystem(['Orders', 'Products'], {}, undefined, { 'x-entities': null });
    const step = { dashboardId: board, connectorId: system.connectorId };
    await system.control({ put: { Orders: [...orders(prefix, 2), { id: '', name: 'none' }] } });
    for (let times = 0; times < 2; times += 1) {
      expect(await run(workflowId, { ...step, getDataDataType: 'Orders' })).toMatchObject({ response: { read: 3, skipped: 1 } });
    }
    expect(await items(prefix)).toHaveLength(2);
    await system.control({ put: { Products: [{ id: '', name: 'none' }] } });
    expect(await run(workflowId, { ...step, getDataDataType: 'Products' })).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('None of the 1 Products of Crm can be shown: they have no id, or are too long.'),
    });
  });

  test('HOSTILE 25: a dashboard that is another user’s or missing is refused, and nothing is written there', async () => {
    const [other, prefix] = [toOwnerId(crypto.randomUUID()), randomText()];
    await makeUser(other);
    const theirs = await makeBoard(other);
    const system = await makeRecordSystem(['Orders']);
    await system.control({ put: { Orders: orders(prefix, 2) } });
    for (const dashboardId of [theirs, crypto.randomUUID(), 'no-id']) {
      expect(await run(crypto.randomUUID(), { dashboardId, connectorId: system.connectorId })).toMatchObject({
        status: 'Failed',
        errorMessage: expect.stringContaining(`There is no dashboard “${dashboardId}” of this workflow's owner.`),
      });
    }
    expect(await items(prefix)).toEqual([]);
  });

  test.each([
    ['Products', 'Crm provides no Products: its document names no operation for them (x-get-data).'],
    ['Prices', 'Dashboards don’t show Prices.'],
    ['constructor', 'Dashboards don’t show constructor.'],
  ])('a system without %s says so', async (getDataDataType, message) => {
    const system = await makeRecordSystem(['Orders']);
    const ended = await run(crypto.randomUUID(), { dashboardId: board, connectorId: system.connectorId, getDataDataType });
    expect(ended).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(message) });
  });
});

describe('GetDataStep', () => {
  const dataOf = (system: { connectorId: string }, step: object = {}) =>
    run(crypto.randomUUID(), { type: 'GetDataStep', connectorId: system.connectorId, ...step });

  test('STEP-93: returns the records of all pages, filtered by the form', async () => {
    const prefix = randomText();
    const system = await makeRecordSystem(['Orders']);
    await system.control({ put: { Orders: orders(prefix, 120).map((order, at) => ({ ...order, sku: at === 0 ? 'a' : 'b' })) } });
    const all = await dataOf(system);
    expect(all).toMatchObject({ status: 'Succeeded' });
    expect((all.response as { items: unknown[] }).items).toHaveLength(120);
    const mapping = { toParameterPath: 'query.sku', fromParameterExpression: 'a' };
    const one = await dataOf(system, { requestParameterMappings: [mapping] });
    expect((one.response as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([`${prefix}-1`]);
  });

  test('a system without such data says so', async () => {
    const ended = await dataOf(await makeRecordSystem(['Orders']), { getDataDataType: 'Products' });
    expect(ended).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('Crm provides no Products: its document names no operation for them (x-get-data).'),
    });
  });
});
