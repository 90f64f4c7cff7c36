import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database } from '../../test/api.ts';
import { insertFlow, insertItem, type SyncedPets, syncedPets } from '../../test/synced-pets.ts';

/** A dashboard of the person's that the workflow writes to. */
async function createDashboard({ person, workflowId }: SyncedPets): Promise<string> {
  const id = crypto.randomUUID();
  await database().insert(schema.dashboards).values({ id, ownerUserId: person.row.id, dashboardType: 'Ecommerce', createdAt: new Date() });
  await database().update(schema.workflows).set({ isDashboard: true, dashboardId: id }).where(eq(schema.workflows.id, workflowId));
  return id;
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute));

test('API-159, INT-14: a dashboard shows the items of its workflows’ flows, with what steps wrote, the last changed first', async () => {
  const [pets, other] = [await syncedPets(), await syncedPets()];
  const dashboardId = await createDashboard(pets);
  const { token, row } = pets.person;
  const [animals, keepers] = [
    await insertFlow(pets, { dashboardEntity: 'Animals' }),
    await insertFlow(pets, { dashboardEntity: 'Keepers', flowKey: 'keepers' }),
  ];
  await insertItem(animals, {
    sourceItemId: 'a/1',
    targetItemId: 't1',
    name: 'Rex',
    status: 'Error',
    error: 'Refused',
    createdAt: at(0),
    lastUpdatedAt: at(5),
  });
  await insertItem(animals, { sourceItemId: 'a/2', name: 'Tea cat', lastUpdatedAt: at(1) });
  await insertItem(keepers, { sourceItemId: 'k', name: 'Ada', lastUpdatedAt: at(3) });
  await insertItem(await insertFlow(other), { sourceItemId: 'x', name: 'Of another' });
  await database()
    .insert(schema.dashboardItems)
    .values({
      ...{ id: crypto.randomUUID(), ownerUserId: row.id, dashboardId, type: 'IntegrationItem', source: 'Shopify', externalId: 'w' },
      ...{ name: 'Written', object: { z: 1, a: 2 }, dashboardEntity: 'Animals', createdAt: at(4), lastUpdatedAt: at(4) },
    });
  const page = async (query = '') => (await api(`GET /api/dashboards/${dashboardId}/integrationItems?${query}`, { token })).body;
  const namesOf = async (query?: string) => {
    const { dashboardItems, totalCount } = await page(query);
    return [dashboardItems.map(({ name }: { name: string }) => name), totalCount];
  };
  expect(await namesOf()).toEqual([['Rex', 'Written', 'Ada', 'Tea cat'], 4]);
  expect(await namesOf('pageSize=3&pageIndex=1')).toEqual([['Tea cat'], 4]);
  expect(await namesOf('dashboardEntity=Animals')).toEqual([['Rex', 'Written', 'Tea cat'], 3]);
  const ofStep = await insertFlow(pets, { flowKey: 'step', dashboardEntity: null, sourceEntity: 'Tickets', targetEntity: 'Visits' });
  await insertItem(ofStep, { sourceItemId: 's', name: 'Of an Integration step', lastUpdatedAt: at(0) });
  for (const entity of ['Tickets', 'Visits']) expect(await namesOf(`dashboardEntity=${entity}`)).toEqual([['Of an Integration step'], 1]);
  await database().delete(schema.syncFlows).where(eq(schema.syncFlows.id, ofStep));
  expect(await namesOf('searchTerm=TE')).toEqual([['Written', 'Tea cat'], 2]);
  expect(await namesOf('searchTerm=a%2F1')).toEqual([['Rex'], 1]);
  const [rex, written] = (await page()).dashboardItems;
  expect(rex).toEqual({
    ...{
      id: `${animals}~a/1`,
      externalId: 'a/1',
      name: 'Rex',
      source: 'Pets',
      dashboardId,
      type: 'IntegrationItem',
      createdAt: at(0).toISOString(),
    },
    object: {
      ...{
        flowId: animals,
        sourceConnectorTypeId: pets.connectorTypeId,
        targetConnectorTypeId: pets.connectorTypeId,
        sourceItemId: 'a/1',
        targetItemId: 't1',
      },
      ...{
        name: 'Rex',
        description: null,
        status: 'Error',
        error: 'Refused',
        createdAt: at(0).toISOString(),
        lastUpdatedAt: at(5).toISOString(),
      },
    },
  });
  expect(Object.keys(written.object)).toEqual(['z', 'a']);

  const one = `/api/dashboards/${dashboardId}/items/${encodeURIComponent(rex.id)}`;
  expect((await api(`GET ${one}`, { token })).body.item).toEqual(rex);
  expect(await api(`POST ${one}/delete`, { token })).toMatchObject({ status: 409, code: 'item-of-sync' });
  // Another person doesn't find it, and another dashboard doesn't have it.
  const othersId = await createDashboard(other);
  for (const path of [one, `/api/dashboards/${othersId}/items/${encodeURIComponent(rex.id)}`]) {
    expect((await api(`GET ${path}`, { token: other.person.token })).status).toBe(404);
    expect((await api(`POST ${path}/delete`, { token: other.person.token })).status).toBe(404);
  }
  expect((await api(`GET /api/dashboards/${othersId}/items/${encodeURIComponent(rex.id)}`, { token })).status).toBe(404);
  for (const hostile of ['~', `${animals}~`, "'~'", 'x~a/1']) {
    expect((await api(`GET /api/dashboards/${dashboardId}/items/${encodeURIComponent(hostile)}`, { token })).status).toBe(404);
  }
});
