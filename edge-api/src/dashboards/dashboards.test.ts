import { deleteUserRow, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, impersonate, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow, signedInAdmin } from '../../test/workflows.ts';

type Item = Partial<typeof schema.dashboardItems.$inferInsert>;

/** An e-commerce dashboard that an admin made in the person's name. */
async function makeDashboard(person: Person): Promise<string> {
  const admin = await signedInAdmin();
  const token = await impersonate(admin.row.id, person.row.id);
  const { status, body, message } = await api('POST /api/dashboards', { token, body: { dashboardType: 'Ecommerce' } });
  if (status !== 200) throw new Error(`The dashboard was not made: ${message}`);
  return body.dashboardId;
}

async function addItem(person: Person, dashboardId: string, item: Item = {}): Promise<string> {
  const id = crypto.randomUUID();
  const values = { type: 'Product' as const, source: 'Shopify', externalId: id, name: 'Tea', object: {}, createdAt: new Date() };
  await database()
    .insert(schema.dashboardItems)
    .values({ ...values, lastUpdatedAt: new Date(), id, dashboardId, ownerUserId: person.row.id, ...item });
  return id;
}

const itemStep = (dashboardId: string) => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'item' },
  { stepId: 'item', type: 'DashboardItemStep', dashboardId, itemType: 'Company', externalId: '1', object: '{"a":1}', name: 'Acme' },
];

describe('making a dashboard', () => {
  test('only an admin acting as its owner may; the owner reads it, and the audit log names both', async () => {
    const [person, admin] = [await signedInPerson(), await signedInAdmin()];
    const body = { dashboardType: 'Ecommerce' };
    expect(await api('POST /api/dashboards', { token: person.token, body })).toMatchObject({ status: 403, code: 'not-impersonating' });
    expect(await api('POST /api/dashboards', { token: admin.token, body })).toMatchObject({ status: 403, code: 'not-impersonating' });
    const none = await api('GET /api/dashboards/get-ecommerce-dashboard-id', { token: person.token });
    expect(none.body).toEqual({ dashboardId: null });
    const made = await api('POST /api/dashboards', { token: await impersonate(admin.row.id, person.row.id), body });
    expect(made.status).toBe(200);
    const { dashboardId } = made.body;
    const list = await api('GET /api/dashboards?dashboardType=Ecommerce', { token: person.token });
    const dashboard = { id: dashboardId, dashboardType: 'Ecommerce', createdAt: expect.any(String) };
    expect(list.body).toEqual({ dashboards: [dashboard], totalCount: 1 });
    expect((await api('GET /api/dashboards?dashboardType=Event', { token: person.token })).body).toEqual({ dashboards: [], totalCount: 0 });
    expect((await api(`GET /api/dashboards/${dashboardId}`, { token: person.token })).body).toEqual({ dashboard });
    const id = await api('GET /api/dashboards/get-ecommerce-dashboard-id', { token: person.token });
    expect(id.body).toEqual({ dashboardId });
    const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
    expect(lines).toMatchObject([{ action: 'dashboard.created', actorUserId: person.row.id, subjectUserId: person.row.id }]);
  });

  test('DASH-12: has its own calls to make and fetch it; changing and deleting one is “Not supported”', async () => {
    const person = await signedInPerson();
    const path = `/api/dashboards/${await makeDashboard(person)}`;
    expect((await api(`GET ${path}`, { token: person.token })).status).toBe(200);
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE']) {
      const { status, message } = await api(`${method} ${path}`, { token: person.token, ...(method === 'DELETE' ? {} : { body: {} }) });
      expect([status, message], method).toEqual([405, 'Not supported']);
    }
    expect((await api(`GET ${path}`, { token: person.token })).status).toBe(200);
  });

  test('a person has one dashboard per type, even if two are requested at once', async () => {
    const [person, admin] = [await signedInPerson(), await signedInAdmin()];
    const token = await impersonate(admin.row.id, person.row.id);
    const ask = () => api('POST /api/dashboards', { token, body: { dashboardType: 'Ecommerce' } });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('dashboard-exists');
    expect((await api('GET /api/dashboards', { token })).body.totalCount).toBe(1);
  });

  test.each([[{}], [{ dashboardType: 'None' }], [{ dashboardType: 'Ecommerce', ownerUserId: 'x' }]])('%j is refused', async (body) => {
    const [person, admin] = [await signedInPerson(), await signedInAdmin()];
    const answer = await api('POST /api/dashboards', { token: await impersonate(admin.row.id, person.row.id), body });
    expect([answer.status, answer.code]).toEqual([400, 'validation']);
  });
});

describe('items of a dashboard', () => {
  test('come in pages, newest first, by type', async () => {
    const person = await signedInPerson();
    const dashboardId = await makeDashboard(person);
    const ids: string[] = [];
    for (let at = 0; at < 13; at += 1) {
      ids.push(await addItem(person, dashboardId, { type: 'Company', name: `C${at}`, createdAt: new Date(Date.UTC(2026, 0, 1 + at)) }));
    }
    await addItem(person, dashboardId);
    const page = (query: string) => api(`GET /api/dashboards/${dashboardId}/items?type=Company&${query}`, { token: person.token });
    const [first, second] = [(await page('pageIndex=0')).body, (await page('pageIndex=1')).body];
    expect([first.totalCount, first.dashboardItems.length, second.dashboardItems.length]).toEqual([13, 10, 3]);
    const found = [...first.dashboardItems, ...second.dashboardItems].map(({ id }: { id: string }) => id);
    expect(found).toEqual([...ids].reverse());
    expect((await page('pageSize=101')).status).toBe(400);
    expect((await page('searchTerm=C1')).status).toBe(400);
    expect((await api(`GET /api/dashboards/${dashboardId}/items`, { token: person.token })).body.totalCount).toBe(14);
  });

  test('products and orders are found by part of their name, products also by their origin', async () => {
    const person = await signedInPerson();
    const dashboardId = await makeDashboard(person);
    await addItem(person, dashboardId, { name: '100% Green_Tea', source: 'Etsy' });
    await addItem(person, dashboardId, { name: 'Black tea', source: 'shopify' });
    await addItem(person, dashboardId, { name: 'Private mug', source: 'Shopify Private' });
    await addItem(person, dashboardId, { name: 'Other mug', source: 'Shopifyish' });
    await addItem(person, dashboardId, { type: 'Order', name: '#1001' });
    await addItem(person, dashboardId, { type: 'IntegrationItem', name: 'Stock', dashboardEntity: 'Inventory' });
    const names = async (path: string) => {
      const { status, body } = await api(`GET /api/dashboards/${dashboardId}/${path}`, { token: person.token });
      return status === 200 ? body.dashboardItems.map(({ name }: { name: string }) => name).sort() : status;
    };
    expect(await names('products?searchTerm=TEA')).toEqual(['100% Green_Tea', 'Black tea']);
    expect(await names(`products?searchTerm=${encodeURIComponent('0% green_')}`)).toEqual(['100% Green_Tea']);
    expect(await names('products?searchTerm=k_t')).toEqual([]);
    expect(await names('products?type=Shopify')).toEqual(['Black tea', 'Private mug']);
    expect(await names('products?type=Product')).toEqual(['100% Green_Tea', 'Black tea', 'Other mug', 'Private mug']);
    expect(await names('products?type=Order')).toBe(400);
    expect(await names('orders?searchTerm=100&type=Order')).toEqual(['#1001']);
    expect(await names('integrationItems?dashboardEntity=Inventory&searchTerm=sto')).toEqual(['Stock']);
    expect(await names('integrationItems?dashboardEntity=Orders')).toEqual([]);
  });

  test('API-160: orders, products and integration items are siblings of items, and nothing below /items uses their names', async () => {
    const person = await signedInPerson();
    const dashboardId = await makeDashboard(person);
    await addItem(person, dashboardId, { type: 'Order', name: '#1001' });
    for (const list of ['orders', 'products', 'integrationItems']) {
      const at = async (path: string) => (await api(`GET /api/dashboards/${dashboardId}/${path}`, { token: person.token })).status;
      expect(await at(`${list}?searchTerm=1001`), list).toBe(200);
      expect(await at(`items/${list}`), list).toBe(404);
    }
  });

  test('one is read in full, deleted once, and never from anyone else’s dashboard', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson()];
    const [dashboardId, otherId] = [await makeDashboard(person), await makeDashboard(other)];
    const object = { z: 1, a: { text: 'x\u0000y' }, list: [null] };
    const itemId = await addItem(person, dashboardId, { object, externalId: 'gid://1' });
    const path = `/api/dashboards/${dashboardId}/items/${itemId}`;
    const { item } = (await api(`GET ${path}`, { token: person.token })).body;
    expect(item).toEqual({
      ...{ id: itemId, externalId: 'gid://1', name: 'Tea', source: 'Shopify', dashboardId, object, type: 'Product' },
      createdAt: expect.any(String),
    });
    expect(Object.keys(item.object)).toEqual(['z', 'a', 'list']);
    // Not through one's own dashboard either.
    for (const strange of [path, `/api/dashboards/${otherId}/items/${itemId}`, `/api/dashboards/x/items/y`]) {
      expect((await api(`GET ${strange}`, { token: other.token })).status).toBe(404);
      expect((await api(`POST ${strange}/delete`, { token: other.token })).status).toBe(404);
    }
    expect((await api(`POST ${path}/delete`, { token: person.token })).body).toEqual({ isSuccess: true, errorMessage: null });
    expect((await api(`POST ${path}/delete`, { token: person.token })).status).toBe(404);
  });
});

test('run-workflows runs the active workflows that write to the dashboard and no others', async () => {
  const person = await signedInPerson();
  const dashboardId = await makeDashboard(person);
  const { token } = person;
  const [own, inactive, elsewhere, plain] = [
    await makeWorkflow(person, { steps: itemStep(dashboardId) }),
    await makeWorkflow(person, { steps: itemStep(dashboardId) }),
    await makeWorkflow(person, { steps: itemStep(crypto.randomUUID()) }),
    await makeWorkflow(person),
  ];
  for (const { id } of [own, elsewhere, plain]) expect((await api(`POST /api/workflows/${id}/activate`, { token })).status).toBe(200);
  expect((await api(`GET /api/workflows/${own.id}`, { token })).body.workflow).toMatchObject({ isDashboard: true, dashboardId });
  expect((await api(`GET /api/workflows/${plain.id}`, { token })).body.workflow).toMatchObject({ isDashboard: false, dashboardId: null });
  expect((await api(`GET /api/workflows/${inactive.id}`, { token })).body.workflow).toMatchObject({ isActive: false });
  const admin = await signedInAdmin();
  const answer = await api(`POST /api/dashboards/${dashboardId}/run-workflows`, { token: await impersonate(admin.row.id, person.row.id) });
  expect(answer.body).toEqual({ isSuccess: true, errorMessage: null });
  const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
  expect(lines).toMatchObject([
    { action: 'workflow.run-by-hand', details: { workflowId: own.id, workflowInstanceId: expect.any(String) } },
  ]);
  const runId = (lines[0]?.details as { workflowInstanceId?: string } | undefined)?.workflowInstanceId;
  const run = await api(`GET /api/workflows/instances/${runId}`, { token });
  expect(run.body.workflowInstance).toMatchObject({ workflowId: own.id });
});

test('run-workflows says how many couldn’t be started', async () => {
  const person = await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 1 } });
  const dashboardId = await makeDashboard(person);
  for (let at = 0; at < 3; at += 1) {
    const { id } = await makeWorkflow(person, { steps: itemStep(dashboardId) });
    expect((await api(`POST /api/workflows/${id}/activate`, { token: person.token })).status).toBe(200);
  }
  const { status, body } = await api(`POST /api/dashboards/${dashboardId}/run-workflows`, { token: person.token });
  expect(status).toBe(200);
  expect(body).toEqual({ isSuccess: false, errorMessage: expect.stringMatching(/^2 of 3 workflows could not be started\. ./) });
});

test('a deleted user’s dashboards are deleted with their items', async () => {
  const person = await signedInPerson();
  const dashboardId = await makeDashboard(person);
  await addItem(person, dashboardId);
  expect(await deleteUserRow(database(), person.row.id, new Date())).toBe(true);
  expect(await database().select().from(schema.dashboards).where(eq(schema.dashboards.id, dashboardId))).toEqual([]);
  expect(await database().select().from(schema.dashboardItems).where(eq(schema.dashboardItems.dashboardId, dashboardId))).toEqual([]);
});
