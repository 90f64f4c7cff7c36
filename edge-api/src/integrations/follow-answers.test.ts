import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database } from '../../test/api.ts';
import { SYNCED_PETS } from '../../test/pets-document.ts';
import {
  insertFlow,
  insertItem,
  integrationRows,
  petOperations,
  type SyncedPets,
  saveIntegration,
  syncedPets,
} from '../../test/synced-pets.ts';

/** Animals are read from a zoo; a keeper's name is written only to new animals. */
const ZOOS = SYNCED_PETS.replace('parameters: { zoo: { title: Zoo } }', 'parameters: { zoo: { title: Zoo }, keeper: { title: Keeper } }')
  .replace("values: { query.tag: '{key}' }", "values: { query.tag: '{key}', query.cursor: '{parameter.zoo}' }")
  .replace(
    'create: { operation: POST /animals, idPath: id }',
    "create: { operation: POST /animals, idPath: id, values: { body.weight: '{parameter.zoo}', body.keeperId: '{parameter.keeper}' } }",
  );

interface Answers {
  source?: object;
  target?: object;
}

function operations(pets: SyncedPets, { source = {}, target = {} }: Answers) {
  const { Source, Target } = petOperations(pets);
  return { operations: { Source: { ...Source, customFormData: source }, Target: { ...Target, customFormData: target } } };
}

/** A flow that was synced with answers, which then change. */
async function afterChange(before: Answers, after: Answers) {
  const pets = await syncedPets(ZOOS);
  const made = await saveIntegration(pets, operations(pets, before));
  expect(made.status, made.message).toBe(200);
  const [flowId, other] = [
    await insertFlow(pets, { cursor: '1700', cursorOf: 'date-time changedAt' }),
    await insertFlow(pets, { cursor: '1800', flowKey: 'another' }),
  ];
  for (const id of [flowId, other]) await insertItem(id, { sourceItemId: 'a', targetItemId: 't' });
  const [row] = await integrationRows(pets.workflowId);
  const path = `POST /api/integration/integrations/${row?.id}/${pets.workflowId}/SourceToTarget/Integration`;
  const saved = await api(path, { token: pets.person.token, body: operations(pets, after) });
  expect(saved.status, saved.message).toBe(200);
  const rows = await database().select().from(schema.syncFlows).where(eq(schema.syncFlows.workflowId, pets.workflowId));
  const items = async (id: string) => (await database().select().from(schema.syncItems).where(eq(schema.syncItems.flowId, id))).length;
  expect([rows.find(({ id }) => id === other)?.cursor, await items(other)]).toEqual(['1800', 1]);
  return { cursor: rows.find(({ id }) => id === flowId)?.cursor, items: await items(flowId) };
}

test('a changed answer for the source reads it from the start, and the links stay', async () => {
  expect(await afterChange({ source: { zoo: 'A' } }, { source: { zoo: 'B' } })).toEqual({ cursor: '0', items: 1 });
});

test('another target drops the links to records in the earlier one, and the source is read from the start', async () => {
  expect(await afterChange({ target: { zoo: 'A' } }, { target: { zoo: 'B' } })).toEqual({ cursor: '0', items: 0 });
});

test('an answer that only new records get, and the same answers again, leave synced records unchanged', async () => {
  expect(await afterChange({ target: { zoo: 'A', keeper: 'Ada' } }, { target: { zoo: 'A', keeper: 'Bob' } })).toEqual({
    cursor: '1700',
    items: 1,
  });
  expect(await afterChange({ source: { zoo: 'A' }, target: { zoo: 'A' } }, { source: { zoo: 'A' }, target: { zoo: 'A' } })).toEqual({
    cursor: '1700',
    items: 1,
  });
});
