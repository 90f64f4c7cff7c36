import { MOST_WORKFLOW_FOLDERS } from '@portage/contracts/calls';
import { deleteExpired, schema } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow } from '../../test/workflows.ts';

interface Folder {
  id: string;
  name: string;
  workflowCount: number;
}

async function makeFolder({ token }: Person, name: string): Promise<Folder> {
  const answer = await api('POST /api/workflow-folders', { token, body: { name } });
  expect(answer.status, answer.message).toBe(200);
  return answer.body.folder;
}

async function readFolders({ token }: Person): Promise<{ folders: Folder[]; unfiledCount: number; totalCount: number }> {
  return (await api('GET /api/workflow-folders', { token })).body;
}

async function namesIn({ token }: Person, folderId: string): Promise<string[]> {
  const { body } = await api(`GET /api/workflows?folderId=${folderId}`, { token });
  return body.workflows.map(({ name }: { name: string }) => name);
}

function move({ token }: Person, workflowId: string, folderId: string | null) {
  return api(`PUT /api/workflows/${workflowId}/folder`, { token, body: { folderId } });
}

describe('workflow folders', () => {
  test('are listed by name with their counts; a workflow is in one of them or in none', async () => {
    const person = await signedInPerson();
    const [orders, finance] = [await makeFolder(person, 'Orders'), await makeFolder(person, 'finance')];
    const inOrders = await makeWorkflow(person, { name: 'A', folderId: orders.id });
    await makeWorkflow(person, { name: 'B' });
    expect(inOrders.folderId).toBe(orders.id);
    expect(await readFolders(person)).toEqual({
      folders: [
        { ...finance, workflowCount: 0 },
        { ...orders, workflowCount: 1 },
      ],
      unfiledCount: 1,
      totalCount: 2,
    });
    expect(await move(person, inOrders.id, finance.id)).toMatchObject({ status: 200, body: { isSuccess: true } });
    expect([await namesIn(person, orders.id), await namesIn(person, finance.id), await namesIn(person, 'none')]).toEqual([
      [],
      ['A'],
      ['B'],
    ]);
    await move(person, inOrders.id, null);
    expect(await namesIn(person, 'none')).toEqual(['B', 'A']);
  });

  test('a move changes nothing else: no version, and not the time of the last change', async () => {
    const person = await signedInPerson();
    const { id } = await makeFolder(person, 'Orders');
    const workflow = await makeWorkflow(person);
    await move(person, workflow.id, id);
    const { body } = await api(`GET /api/workflows/${workflow.id}`, { token: person.token });
    expect(body.workflow).toEqual({ ...workflow, folderId: id });
  });

  test('a copy is placed next to its original, or where requested', async () => {
    const person = await signedInPerson();
    const { id } = await makeFolder(person, 'Orders');
    const original = await makeWorkflow(person, { name: 'A', folderId: id });
    expect(await makeWorkflow(person, { name: 'Copy', copyOfWorkflowId: original.id })).toMatchObject({ folderId: id });
    expect(await makeWorkflow(person, { name: 'Copy', copyOfWorkflowId: original.id, folderId: null })).toMatchObject({ folderId: null });
  });

  test('have unique names, ignoring letter case; another person’s don’t count', async () => {
    const person = await signedInPerson();
    await makeFolder(await signedInPerson(), 'Orders');
    await makeFolder(person, 'Orders');
    const other = await makeFolder(person, 'Finance');
    const taken = { status: 409, code: 'folder-name-taken' };
    expect(await api('POST /api/workflow-folders', { token: person.token, body: { name: ' orders ' } })).toMatchObject(taken);
    expect(await api(`PUT /api/workflow-folders/${other.id}`, { token: person.token, body: { name: 'ORDERS' } })).toMatchObject(taken);
    expect(await api(`PUT /api/workflow-folders/${other.id}`, { token: person.token, body: { name: 'FINANCE' } })).toMatchObject({
      status: 200,
    });
    expect((await readFolders(person)).folders.map(({ name }) => name)).toEqual(['FINANCE', 'Orders']);
  });

  test('deleting one keeps its workflows, and restoring it puts them back, except those moved since', async () => {
    const person = await signedInPerson();
    const [orders, finance] = [await makeFolder(person, 'Orders'), await makeFolder(person, 'Finance')];
    const stays = await makeWorkflow(person, { name: 'Stays', folderId: orders.id });
    const moves = await makeWorkflow(person, { name: 'Moves', folderId: orders.id });
    expect((await api(`DELETE /api/workflow-folders/${orders.id}`, { token: person.token })).status).toBe(200);
    expect(await namesIn(person, orders.id)).toEqual([]);
    expect(await namesIn(person, 'none')).toEqual(['Moves', 'Stays']);
    expect(await readFolders(person)).toMatchObject({ folders: [{ name: 'Finance' }], unfiledCount: 2, totalCount: 2 });
    await move(person, moves.id, finance.id);

    const restore = () => api(`POST /api/workflow-folders/${orders.id}/restore`, { token: person.token });
    expect(await restore()).toMatchObject({ status: 200, body: { isSuccess: true } });
    expect(await restore()).toMatchObject({ status: 200 });
    expect(await namesIn(person, orders.id)).toEqual([stays.name]);
    expect(await namesIn(person, finance.id)).toEqual([moves.name]);
  });

  test('a deleted one accepts no workflow, reserves no name, and comes back only under its own name', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const { id } = await makeFolder(person, 'Orders');
    const workflow = await makeWorkflow(person);
    await api(`DELETE /api/workflow-folders/${id}`, { token });
    for (const answer of [
      await move(person, workflow.id, id),
      await api('POST /api/workflows', { token, body: { name: 'A', folderId: id } }),
      await api(`PUT /api/workflow-folders/${id}`, { token, body: { name: 'Again' } }),
      await api(`DELETE /api/workflow-folders/${id}`, { token }),
    ]) {
      expect(answer).toMatchObject({ status: 404 });
    }
    await makeFolder(person, 'orders');
    expect(await api(`POST /api/workflow-folders/${id}/restore`, { token })).toMatchObject({ status: 409, code: 'folder-name-taken' });
  });

  test('one deleted more than a day ago doesn’t come back; its row is removed, its workflows stay', async () => {
    const person = await signedInPerson();
    const { id } = await makeFolder(person, 'Orders');
    const workflow = await makeWorkflow(person, { name: 'A', folderId: id });
    await api(`DELETE /api/workflow-folders/${id}`, { token: person.token });
    const earlier = new Date(Date.now() - 1.5 * DAY_MS);
    await database().update(schema.workflowFolders).set({ deletedAt: earlier }).where(eq(schema.workflowFolders.id, id));
    expect(await api(`POST /api/workflow-folders/${id}/restore`, { token: person.token })).toMatchObject({ status: 404 });
    await deleteExpired(database(), new Date(Date.now() + DAY_MS));
    expect(await database().select().from(schema.workflowFolders).where(eq(schema.workflowFolders.id, id))).toEqual([]);
    const { body } = await api(`GET /api/workflows/${workflow.id}`, { token: person.token });
    expect(body.workflow).toMatchObject({ name: 'A', folderId: null });
  });

  test('are limited to a hundred per person, even if many are made at once', async () => {
    const person = await signedInPerson();
    const rows = Array.from({ length: MOST_WORKFLOW_FOLDERS - 2 }, (_, index) => ({
      id: crypto.randomUUID(),
      ownerUserId: person.row.id,
      name: `Folder ${index}`,
      createdAt: new Date(),
    }));
    await database().insert(schema.workflowFolders).values(rows);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => api('POST /api/workflow-folders', { token: person.token, body: { name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'too-many-folders' });
    await api(`DELETE /api/workflow-folders/${rows[0]?.id}`, { token: person.token });
    await makeFolder(person, 'one more');
    const restored = await api(`POST /api/workflow-folders/${rows[0]?.id}/restore`, { token: person.token });
    expect(restored).toMatchObject({ status: 409, code: 'too-many-folders' });
  });

  test('of another person accept nothing and give nothing away', async () => {
    const [person, stranger] = [await signedInPerson(), await signedInPerson()];
    const { id } = await makeFolder(person, 'Orders');
    await makeWorkflow(person, { name: 'Secret', folderId: id });
    const own = await makeWorkflow(stranger, { name: 'Own' });
    expect(await move(stranger, own.id, id)).toMatchObject({ status: 404 });
    expect(await namesIn(stranger, id)).toEqual([]);
    expect(await api('POST /api/workflows', { token: stranger.token, body: { folderId: id } })).toMatchObject({ status: 404 });
  });

  test.each([
    ['no name', {}],
    ['a blank name', { name: '  ' }],
    ['a name of 81 characters', { name: 'x'.repeat(81) }],
    ['an unknown field', { name: 'A', colour: 'red' }],
  ])('refuse %s', async (_, body) => {
    const { token } = await signedInPerson();
    expect(await api('POST /api/workflow-folders', { token, body })).toMatchObject({ status: 400, code: 'validation' });
  });
});
