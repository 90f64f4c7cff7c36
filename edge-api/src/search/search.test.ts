import { makeRunId } from '@portage/contracts';
import { connectors, indexedWords, runTags, workflowInstances } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, impersonate, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow, signedInAdmin, stepsWith } from '../../test/workflows.ts';

const named = (person: Person, name: string) => makeWorkflow(person, { name, steps: stepsWith('Manual') });

async function search(person: Pick<Person, 'token'>, text: string, isAdmin = false) {
  const address = `/api/search?text=${encodeURIComponent(text)}${isAdmin ? '&isAdmin=true' : ''}`;
  const { status, body, message } = await api(`GET ${address}`, { token: person.token });
  expect(status, message).toBe(200);
  return body;
}

async function taggedRun(person: Person, value: string): Promise<string> {
  const createdAt = new Date();
  const id = makeRunId(person.row.id, createdAt.getTime(), 0, crypto.randomUUID().replaceAll('-', '').slice(0, 20));
  const ownerUserId = person.row.id;
  await database().insert(workflowInstances).values({
    id,
    ownerUserId,
    workflowId: crypto.randomUUID(),
    workflowVersionId: crypto.randomUUID(),
    name: 'Orders',
    status: 'Failed',
    createdAt,
    lastUpdatedAt: createdAt,
  });
  await database().insert(runTags).values({ runId: id, name: 'Order', value, position: 1, ownerUserId, createdAt });
  return id;
}

async function addConnector(person: Person, name: string): Promise<string> {
  const [id, at] = [crypto.randomUUID(), new Date()];
  await database()
    .insert(connectors)
    .values({ id, userId: person.row.id, connectorTypeId: 'none', name, createdAt: at, lastUpdatedAt: at });
  return id;
}

describe('search', () => {
  test('finds workflows by part of the name in any case, and by id; names that begin with the text come first', async () => {
    const person = await signedInPerson();
    const begins = await named(person, 'Order import');
    const contains = await named(person, 'Daily ORDER report');
    await named(person, '100% of stock');
    const { workflows } = await search(person, 'order');
    expect(workflows).toEqual([
      { id: begins.id, name: 'Order import', isActive: false, ownerUserEmail: null },
      { id: contains.id, name: 'Daily ORDER report', isActive: false, ownerUserEmail: null },
    ]);
    expect((await search(person, contains.id)).workflows).toHaveLength(1);
    expect((await search(person, '%')).workflows.map(({ name }: { name: string }) => name)).toEqual(['100% of stock']);
    expect((await search(person, '')).workflows[0].name).toBe('100% of stock');
  });

  test('finds runs by id and by a tag’s beginning, connectors by name, and returns at most six of each', async () => {
    const person = await signedInPerson();
    const runId = await taggedRun(person, 'A-1001');
    const connectorId = await addConnector(person, 'A-shop');
    for (let count = 0; count < 7; count += 1) await addConnector(person, `Many ${count}`);
    expect((await search(person, 'A-')).runs).toMatchObject([{ id: runId, tag: { name: 'Order', value: 'A-1001' }, status: 'Failed' }]);
    expect((await search(person, '-1001')).runs).toEqual([]);
    expect((await search(person, runId)).runs).toMatchObject([{ id: runId, workflowName: 'Orders', tag: null }]);
    expect((await search(person, 'a-SHOP')).connectors).toEqual([{ id: connectorId, name: 'A-shop', typeName: '' }]);
    expect((await search(person, 'many')).connectors).toHaveLength(6);
  });

  test('finds runs by what they carried, and says what it was', async () => {
    const [person, stranger] = [await signedInPerson(), await signedInPerson()];
    const runId = await taggedRun(person, 'North');
    const words = indexedWords(person.row.id, { trigger: ['a-1004'], results: ['t-77'] });
    const row = { identity: { path: 'order.number', value: 'A-1004' }, content: words.map((word) => `'${word}'`).join(' ') };
    await database().update(workflowInstances).set(row).where(eq(workflowInstances.id, runId));
    expect((await search(person, 'a-10')).runs).toEqual([expect.objectContaining({ id: runId, tag: { name: 'Order', value: 'North' } })]);
    expect((await search(person, 'T-77')).runs).toHaveLength(1);
    expect((await search(stranger, 'A-1004')).runs).toEqual([]);
    await database().delete(runTags).where(eq(runTags.runId, runId));
    expect((await search(person, 'A-1004')).runs).toMatchObject([{ tag: { name: 'order.number', value: 'A-1004' } }]);

    const list = async (query: string, { token }: Pick<Person, 'token'> = person) =>
      (await api(`GET /api/workflows/find-instances?${query}`, { token })).body;
    expect(await list('content=A-1004')).toMatchObject({ totalCount: 1, workflowInstances: [{ id: runId, identity: row.identity }] });
    expect((await list('content=A-1004')).workflowInstances[0]).not.toHaveProperty('content');
    expect((await list('content=A-1004&workflowInstanceStatus=Succeeded')).totalCount).toBe(0);
    expect((await list('content=A-1004&isAdmin=true', await signedInAdmin())).totalCount).toBe(0);
    const count = async (content: string) => {
      const body = { action: 'Continue', selection: { filter: { content } } };
      return (await api('POST /api/workflows/run-jobs/preview', { token: person.token, body })).body.count;
    };
    expect([await count('A-1004'), await count('A-1005')]).toEqual([1, 0]);
  });

  test('another person finds none of it; an admin finds everyone’s workflows and any run by id, but not while impersonating', async () => {
    const [owner, stranger, admin] = [await signedInPerson(), await signedInPerson(), await signedInAdmin()];
    const name = `Unique ${crypto.randomUUID()}`;
    await named(owner, name);
    const runId = await taggedRun(owner, name);
    await addConnector(owner, name);
    const nothing = { workflows: [], runs: [], connectors: [] };
    for (const text of [name, runId]) expect(await search(stranger, text)).toEqual(nothing);

    expect(await search(admin, name)).toEqual(nothing);
    expect(await search(admin, name, true)).toMatchObject({
      workflows: [{ name, ownerUserEmail: owner.row.email }],
      runs: [],
      connectors: [],
    });
    expect((await search(admin, runId, true)).runs).toMatchObject([{ id: runId, ownerUserEmail: owner.row.email }]);
    const asStranger = { token: await impersonate(admin.row.id, stranger.row.id) };
    expect(await search(asStranger, runId)).toEqual(nothing);
    expect(await search(admin, name.slice(0, 2), true)).toEqual(nothing);
  });

  test('refuses texts that are too long, and unknown fields', async () => {
    const { token } = await signedInPerson();
    expect((await api(`GET /api/search?text=${'x'.repeat(201)}`, { token })).status).toBe(400);
    expect((await api('GET /api/search?name=x', { token })).status).toBe(400);
    expect((await api('GET /api/search?text=%00', { token })).status).toBe(400);
  });
});
