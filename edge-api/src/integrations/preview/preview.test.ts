import { schema, shortHash } from '@portage/database';
import { computeFingerprint } from '@portage/sync';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson } from '../../../test/api.ts';
import type { ConnectionObject } from '../../../test/connection-object.ts';
import { SYNCED_PETS } from '../../../test/pets-document.ts';
import {
  addConnector,
  createDocumentType,
  getSystem,
  insertFlow,
  insertItem,
  NAME_AND_TAG,
  petOperations,
  type SyncedPets,
  saveIntegration,
  syncedPets,
} from '../../../test/synced-pets.ts';
import { makeWorkflow } from '../../../test/workflows.ts';

const animal = (id: string, more: object = {}) => ({ id, name: `Name ${id}`, tag: `tag-${id}`, ...more });

function preview({ person }: SyncedPets, body: object, token = person.token) {
  return api('POST /api/integrations/preview', { token, body });
}

function buildDefinition(pets: SyncedPets, more: object = {}) {
  return { integrationType: 'Integration', directionType: 'SourceToTarget', operations: petOperations(pets), ...more };
}

async function listWrites(...systems: ConnectionObject[]): Promise<string[]> {
  const calls = (await Promise.all(systems.map((system) => system.calls()))).flat();
  return calls.filter((call) => !call.startsWith('GET '));
}

/** Everything that a sync stores. */
async function readStoredRows({ person, workflowId }: SyncedPets) {
  const db = database();
  return {
    integrations: await db.select().from(schema.integrations).where(eq(schema.integrations.workflowId, workflowId)),
    flows: await db.select().from(schema.syncFlows).where(eq(schema.syncFlows.ownerUserId, person.row.id)),
    items: await db
      .select()
      .from(schema.syncItems)
      .innerJoin(schema.syncFlows, eq(schema.syncFlows.id, schema.syncItems.flowId))
      .where(eq(schema.syncFlows.ownerUserId, person.row.id)),
    runs: await db.select().from(schema.workflowInstances).where(eq(schema.workflowInstances.ownerUserId, person.row.id)),
  };
}

describe('a preview of a Sync step', () => {
  // Its animals accept what the built-in mappings write for products.
  const MOVES = "moves: { body.input: null, 'body.input.title': body.name }";
  const PRODUCTS = SYNCED_PETS.replace('  Animals:', '  Products:')
    .replace('required: [name, tag]', 'required: [name]')
    .replace('create: { operation: POST /animals,', `create: { operation: POST /animals, ${MOVES},`)
    .replace("update: { operation: 'PUT /animals/{animalId}',", `update: { operation: 'PUT /animals/{animalId}', ${MOVES},`);
  const start = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' };

  test('STEP-83: uses the built-in mappings, its form’s answers, and whether it creates records', async () => {
    const person = await signedInPerson();
    const sourceConnectorId = await addConnector(person, await createDocumentType(PRODUCTS, 'Mindbody of the zoo'), 'Zoo');
    const targetConnectorId = await addConnector(person, await createDocumentType(PRODUCTS, 'Shopify of the zoo'), 'Shop');
    const step = { stepId: 'sync', type: 'SyncStep', syncType: 'Products', sourceConnectorId, targetConnectorId };
    const asked = [{ toParameterPath: 'query.tag', fromParameterExpression: 'mat' }];
    const withStep = (more: object) => makeWorkflow(person, { steps: [start, { ...step, ...more }] });
    const mats = { body: { animals: [{ id: 'm1', name: 'm1', Name: 'Yoga mat', Price: 39 }] } };
    await getSystem(sourceConnectorId).willAnswer('/animals?tag=mat', mats);
    await getSystem(targetConnectorId).willAnswer('/animals', { body: { animals: [] } });
    const { id } = await withStep({ sourceConnectorTypeRequestParameterMappings: asked });
    const { status, message, body } = await api('POST /api/integrations/preview', { token: person.token, body: { workflowId: id } });
    expect(status, message).toBe(200);
    expect(body.flows).toMatchObject([{ sourceEntity: 'Products', targetEntity: 'Products', error: null, isWhole: true }]);
    expect(body.flows[0].records).toMatchObject([{ sourceItemId: 'm1', change: 'new' }]);
    expect(body.flows[0].records[0].fields.map(({ value }: { value: unknown }) => value)).toContain('Yoga mat');

    const skipping = await withStep({ customOptions: { SkipProductsCreate: true } });
    await getSystem(sourceConnectorId).willAnswer('/animals', mats);
    const skipped = await api('POST /api/integrations/preview', { token: person.token, body: { workflowId: skipping.id } });
    expect(skipped.body.flows[0].records).toMatchObject([{ change: 'skipped' }]);
  });

  test('says what is missing, and finds no other person’s connector', async () => {
    const person = await signedInPerson();
    const typeId = await createDocumentType(PRODUCTS, 'Pets');
    const own = await addConnector(person, typeId, 'Own');
    const others = await addConnector(await signedInPerson(), typeId, 'Other');
    const ask = async (more: object) => {
      const { id } = await makeWorkflow(person, { steps: [start, { stepId: 'sync', type: 'SyncStep', ...more }] });
      return api('POST /api/integrations/preview', { token: person.token, body: { workflowId: id } });
    };
    expect(await ask({ sourceConnectorId: own })).toMatchObject({ status: 400, message: 'Choose both connectors of the Sync step first.' });
    expect(await ask({ sourceConnectorId: own, targetConnectorId: own })).toMatchObject({
      status: 400,
      message: 'Products are synced from Mindbody to Shopify, not from Pets to Pets.',
    });
    expect((await ask({ sourceConnectorId: own, targetConnectorId: others })).status).toBe(404);
    expect(await ask({ syncType: 'IntegrationApplication' })).toMatchObject({ message: 'Please fill the mappings on Settings tab' });
  });
});

describe('a preview', () => {
  test('shows what would happen to each record, field by field, and changes nothing', async () => {
    const pets = await syncedPets();
    expect((await saveIntegration(pets, { operations: petOperations(pets) })).status).toBe(200);
    const flowId = await insertFlow(pets);
    await insertItem(flowId, { sourceItemId: 'known', targetItemId: 't-known', fingerprint: 'of another write' });
    const animals = [animal('new'), animal('found'), animal('same'), animal('known'), animal('two')];
    await pets.source.willAnswer('/animals', { body: { animals } });
    await pets.target.willAnswer('/animals?tag=tag-new', { body: { animals: [] } });
    await pets.target.willAnswer('/animals?tag=tag-found', { body: { animals: [{ id: 't-found', name: 'Old name', tag: 'TAG-found ' }] } });
    await pets.target.willAnswer('/animals?tag=tag-same', {
      body: {
        animals: [
          { id: 't-same', tag: 'tag-same' },
          { id: 'x', tag: 'other' },
        ],
      },
    });
    await pets.target.willAnswer('/animals?tag=tag-two', {
      body: { animals: [animal('t-1', { tag: 'tag-two' }), animal('t-2', { tag: 'tag-two' })] },
    });
    await pets.target.willAnswer('/animals/t-found', { body: { id: 't-found', name: 'Old name', tag: 'tag-found' } });
    await pets.target.willAnswer('/animals/t-same', { body: { id: 't-same', name: 'Name same', tag: 'tag-same' } });
    await pets.target.willAnswer('/animals/t-known', { body: { id: 't-known', name: 'Name known', tag: 'before' } });
    const before = await readStoredRows(pets);
    const { status, body, message } = await preview(pets, { workflowId: pets.workflowId });
    expect(status, message).toBe(200);
    const [flow] = body.flows;
    expect(flow).toMatchObject({ sourceEntity: 'Animals', targetEntity: 'Animals', missingRequired: [], isWhole: true, error: null });
    expect(flow.records.map(({ sourceItemId, change }: { sourceItemId: string; change: string }) => [sourceItemId, change])).toEqual([
      ['new', 'new'],
      ['found', 'changed'],
      ['same', 'unchanged'],
      ['known', 'changed'],
      ['two', 'error'],
    ]);
    expect(flow.records[0]).toMatchObject({
      ...{ name: 'Name new', source: animals[0], message: null },
      fields: [
        { toParameterPath: 'body.name', title: 'Name', value: 'Name new' },
        { toParameterPath: 'body.tag', title: 'Tag', value: 'tag-new' },
      ],
    });
    expect(flow.records[0].fields[0]).not.toHaveProperty('before');
    expect(flow.records[1].fields[0]).toMatchObject({ value: 'Name found', before: 'Old name' });
    expect(flow.records[3].fields[1]).toMatchObject({ value: 'tag-known', before: 'before' });
    expect(flow.records[4].message).toBe('Pets has 2 records with the tag “tag-two”: t-1, t-2. Merge them there, or give each its own.');
    expect(await listWrites(pets.source, pets.target)).toEqual([]);
    expect(await readStoredRows(pets)).toEqual(before);
  });

  test('calls a record unchanged if it was written with the same values, without calling the target', async () => {
    const pets = await syncedPets();
    const flowId = await insertFlow(pets);
    const fields = [
      { toParameterPath: 'body.name', value: 'Name a' },
      { toParameterPath: 'body.tag', value: 'tag-a' },
    ];
    await insertItem(flowId, { sourceItemId: 'a', targetItemId: 't-a', fingerprint: computeFingerprint(fields, shortHash) });
    await pets.source.willAnswer('/animals', { body: { animals: [animal('a')] } });
    const { body } = await preview(pets, { workflowId: pets.workflowId, definition: buildDefinition(pets) });
    expect(body.flows[0].records).toMatchObject([{ sourceItemId: 'a', change: 'unchanged' }]);
    expect(await pets.target.calls()).toEqual([]);
  });

  test('a record that a sync couldn’t send is in error, with the field’s title', async () => {
    const pets = await syncedPets();
    await pets.source.willAnswer('/animals', {
      body: { animals: [{ id: 'a', name: 'Rex' }, animal('b', { weight: 'heavy' }), animal('c', { weight: '4' })] },
    });
    await pets.target.willAnswer('/animals', { body: { animals: [] } });
    const operations = petOperations(pets, [...NAME_AND_TAG, ['$Item.weight', 'body.weight']]);
    const { body } = await preview(pets, { definition: buildDefinition(pets, { operations }) });
    expect(body.flows[0].records).toMatchObject([
      {
        change: 'error',
        message: 'Pets needs “Tag”, and this record has no value for it. Fill it in at the source, or map something else.',
      },
      { change: 'error', message: '“Weight” must be a number, but is "heavy".' },
      { change: 'new', message: null },
    ]);
  });

  test.each([
    ['an amount in another form', { weight: 10 }, { weight: '10.00' }, 'unchanged'],
    ['another amount', { weight: 10 }, { weight: 10.01 }, 'changed'],
    ['a name with a leading zero', { name: '007' }, { name: '7' }, 'changed'],
    ['a time in another zone', { name: '2026-01-31T10:00:00+01:00' }, { name: '2026-01-31T09:00:00.000Z' }, 'unchanged'],
    ['a number in a text', { name: 7 }, { name: '7' }, 'unchanged'],
    ['an empty value, which leaves the target’s', { weight: '' }, { weight: 3 }, 'unchanged'],
    ['null, which leaves the target’s', { weight: null }, { weight: 3 }, 'unchanged'],
    ['nothing, which leaves the target’s', {}, { weight: 3 }, 'unchanged'],
    ['a value where the target has null', { weight: 2 }, { weight: null }, 'changed'],
  ])('judges %s', async (_what, here, there, change) => {
    const pets = await syncedPets();
    await pets.source.willAnswer('/animals', { body: { animals: [animal('a', { name: 'Rex', ...here })] } });
    const current = { id: 't-a', name: 'Rex', tag: 'tag-a', ...there };
    await pets.target.willAnswer('/animals?tag=tag-a', { body: { animals: [current] } });
    await pets.target.willAnswer('/animals/t-a', { body: current });
    const operations = petOperations(pets, [...NAME_AND_TAG, ['$Item.weight', 'body.weight']]);
    const { body } = await preview(pets, { definition: buildDefinition(pets, { operations }) });
    expect(body.flows[0].records).toMatchObject([{ change }]);
  });

  test('with unsaved settings needs no workflow, and names required fields without a mapping', async () => {
    const pets = await syncedPets();
    await pets.source.willAnswer('/animals', { body: { animals: [animal('a')] } });
    await pets.target.willAnswer('/animals', { body: { animals: [] } });
    const operations = petOperations(pets, [['$Item.name', 'body.name']]);
    const { body, message } = await preview(pets, { definition: buildDefinition(pets, { operations }) });
    expect(body.flows, message).toMatchObject([
      { missingRequired: [{ toParameterPath: 'body.tag', title: 'Tag' }], records: [{ change: 'error' }] },
    ]);
    expect(await readStoredRows(pets)).toEqual({ integrations: [], flows: [], items: [], runs: [] });
  });

  test('a mapping to a missing field is reported before any system is called; a mapping from one is a note', async () => {
    const pets = await syncedPets();
    const lost = { operations: petOperations(pets, [...NAME_AND_TAG, ['$Item.name', 'body.colour']]) };
    const { body } = await preview(pets, { definition: buildDefinition(pets, lost) });
    expect(body.flows).toMatchObject([
      { records: [], error: expect.stringContaining('have no field “colour”, which is mapped from $Item.name.') },
    ]);
    expect(await pets.source.calls()).toEqual([]);
    await pets.source.willAnswer('/animals', { body: { animals: [animal('a1')] } });
    await pets.target.willAnswer('/animals?tag=tag-a1', { body: { animals: [] } });
    const gone = { operations: petOperations(pets, [...NAME_AND_TAG, ['${Item.kind} kilos', 'body.weight']]) };
    const [flow] = (await preview(pets, { definition: buildDefinition(pets, gone) })).body.flows;
    expect(flow).toMatchObject({ error: null, notes: [expect.stringContaining('have no field “kind” any more.')] });
    expect(flow.records[0].fields.map(({ toParameterPath }: { toParameterPath: string }) => toParameterPath)).toEqual([
      'body.name',
      'body.tag',
    ]);
  });

  test('reads the other system if the direction is reversed', async () => {
    const pets = await syncedPets();
    await pets.target.willAnswer('/animals', { body: { animals: [animal('a')] } });
    await pets.source.willAnswer('/animals', { body: { animals: [] } });
    const { body } = await preview(pets, { definition: buildDefinition(pets, { directionType: 'TargetToSource' }) });
    expect(body.flows[0].records).toMatchObject([{ sourceItemId: 'a', change: 'new' }]);
    expect((await pets.target.calls()).length).toBe(1);
  });

  test('shows twenty records and says that there are more', async () => {
    const pets = await syncedPets();
    await pets.source.willAnswer('/animals', { body: { animals: Array.from({ length: 30 }, (_, at) => animal(`a${at}`)) } });
    await pets.target.willAnswer('/animals', { body: { animals: [] } });
    const { body } = await preview(pets, { definition: buildDefinition(pets) });
    expect([body.flows[0].records.length, body.flows[0].isWhole]).toEqual([20, false]);
    // One read, and one look-up per record.
    expect([(await pets.source.calls()).length, (await pets.target.calls()).length]).toEqual([1, 20]);
  });

  test('says what a sync leaves as it is by the record’s state: refused, left out, waiting or in doubt, and not “unchanged”', async () => {
    const pets = await syncedPets();
    const flowId = await insertFlow(pets);
    const fields = (id: string) => [
      { toParameterPath: 'body.name', value: `Name ${id}` },
      { toParameterPath: 'body.tag', value: `tag-${id}` },
    ];
    const states = {
      written: { status: 'Success', targetItemId: 't-written' },
      refused: { status: 'Error', error: 'Pets refused the record.', nextAttemptAt: new Date('2100-01-01') },
      leftOut: { status: 'Skipped', error: 'Left out.', targetItemId: null },
      later: { status: 'InProgress', error: 'Pets is busy.', nextAttemptAt: new Date('2100-01-01') },
      doubted: {
        status: 'InProgress',
        error: 'Pets may have the record.',
        targetItemId: null,
        doubt: { sinceMs: Date.now(), idempotencyKey: null },
        fingerprint: 'other',
      },
    } as const;
    for (const [id, state] of Object.entries(states)) {
      await insertItem(flowId, { sourceItemId: id, fingerprint: computeFingerprint(fields(id), shortHash), ...state });
    }
    await pets.source.willAnswer('/animals', { body: { animals: Object.keys(states).map((id) => animal(id)) } });
    await pets.target.willAnswer('/animals?tag=tag-doubted', { body: { animals: [] } });
    const { body } = await preview(pets, { workflowId: pets.workflowId, definition: buildDefinition(pets) });
    expect(body.flows[0].records).toMatchObject([
      { sourceItemId: 'written', change: 'unchanged', message: null },
      { sourceItemId: 'refused', change: 'error', message: 'Pets refused the record.' },
      { sourceItemId: 'leftOut', change: 'skipped', message: 'Left out.' },
      { sourceItemId: 'later', change: 'waits', message: 'Pets is busy.' },
      { sourceItemId: 'doubted', change: 'waits', message: 'Pets may have the record.' },
    ]);
  });

  test('a record whose dependency isn’t in the target waits, and shows what it waits for, in people’s words, in its place', async () => {
    const pets = await syncedPets(SYNCED_PETS.replace('  Keepers:\n', '  Keepers:\n    title: Keepers of animals\n'));
    const { Source, Target } = petOperations(pets);
    const dependentMappings = {
      Keepers: {
        mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }],
        link: { fromParameterExpression: '$Item.keeper', toParameterPath: 'body.keeperId' },
      },
    };
    const keepers = await insertFlow(pets, {
      flowKey: `${pets.sourceId}/Keepers/${pets.targetId}/Keepers`,
      sourceEntity: 'Keepers',
      targetEntity: 'Keepers',
    });
    await insertItem(keepers, { sourceItemId: 'k1', targetItemId: 'tk1' });
    await pets.source.willAnswer('/animals', { body: { animals: [animal('a', { keeper: 'k1' }), animal('b', { keeper: 'k2' })] } });
    await pets.source.willAnswer('/keepers', { body: [{ id: 'k1', name: 'Ada' }] });
    await pets.target.willAnswer('/animals', { body: { animals: [] } });
    const definition = buildDefinition(pets, { operations: { Source, Target: { ...Target, dependentMappings } } });
    const { body, message } = await preview(pets, { workflowId: pets.workflowId, definition });
    expect(
      body.flows?.map(({ sourceEntity }: { sourceEntity: string }) => sourceEntity),
      message,
    ).toEqual(['Keepers', 'Animals']);
    expect(body.flows[0]).toMatchObject({ sourceTitle: 'Keepers of animals', targetTitle: 'Keepers of animals' });
    const [linked, waiting] = body.flows[1].records;
    expect(linked).toMatchObject({
      change: 'new',
      fields: expect.arrayContaining([
        expect.objectContaining({ toParameterPath: 'body.keeperId', value: 'tk1', valueName: 'Name of k1' }),
      ]),
    });
    expect(waiting).toMatchObject({
      change: 'waits',
      message: expect.stringMatching(/^Waits for Keepers of animals k2, which .+ doesn't have yet\./),
    });
    expect(waiting.fields).toContainEqual(expect.objectContaining({ toParameterPath: 'body.keeperId', value: '(Keepers of animals k2)' }));
  });

  test('a refusal is shown for the flow or the record, in the system’s words', async () => {
    const pets = await syncedPets();
    await pets.source.willAnswer('/animals', { status: 403, body: { error: { message: 'The scope animals.read is missing' } } });
    const refused = await preview(pets, { definition: buildDefinition(pets) });
    expect([refused.status, refused.body.flows[0].error]).toEqual([
      200,
      '“Old zoo” responded with 403: The scope animals.read is missing.',
    ]);
    const other = await syncedPets();
    await other.source.willAnswer('/animals', { body: { animals: [animal('a'), { name: 'without id' }] } });
    await other.target.willAnswer('/animals', { status: 500, body: { message: 'Out of order' } });
    const [flow] = (await preview(other, { definition: buildDefinition(other) })).body.flows;
    expect(flow.records).toMatchObject([
      { sourceItemId: 'a', change: 'error', message: '“New zoo” responded with 500: Out of order.' },
      { change: 'error', message: expect.stringContaining('The record has no id at “id”') },
    ]);
  });

  test('an entity’s questions must be answered, and the answers reach the system', async () => {
    const asking = SYNCED_PETS.replace('zoo: { title: Zoo }', 'zoo: { title: Zoo, required: true, role: source }').replace(
      "values: { query.since: '{cursor}' }",
      "values: { query.since: '{cursor}', query.cursor: '{parameter.zoo}' }",
    );
    const pets = await syncedPets(asking);
    await pets.source.willAnswer('/animals?cursor=north', { body: { animals: [] } });
    const ask = async (customFormData: object) => {
      const { Source, Target } = petOperations(pets);
      const definition = buildDefinition(pets, { operations: { Source: { ...Source, customFormData }, Target } });
      return (await preview(pets, { definition })).body.flows[0].error;
    };
    expect(await ask({})).toBe('Choose “Zoo” of Animals in Pets first.');
    expect(await ask({ zoo: 'north' })).toBeNull();
  });

  test('looks by every key as a sync does, and names the key that found the record and those that were tried', async () => {
    const byName =
      "{ key: body.name, title: name, operation: GET /animals, itemsPath: animals, values: { query.cursor: '{key}' }, equalsPath: name }";
    const pets = await syncedPets(SYNCED_PETS.replace('    find:\n', `    find:\n      - ${byName}\n`));
    const named = ['rex', 'ada', 'two'].map((name) => animal(name, { name }));
    await pets.source.willAnswer('/animals', { body: { animals: named } });
    const nothing = { body: { animals: [] } };
    const found = (id: string, more: object) => ({ body: { animals: [{ id, ...more }] } });
    await pets.target.willAnswer('/animals?cursor=rex', nothing);
    await pets.target.willAnswer('/animals?tag=tag-rex', found('t-rex', { name: 'Rex', tag: 'tag-rex' }));
    await pets.target.willAnswer('/animals?cursor=ada', nothing);
    await pets.target.willAnswer('/animals?tag=tag-ada', nothing);
    await pets.target.willAnswer('/animals?cursor=two', found('t-name', { name: 'two', tag: 'other' }));
    await pets.target.willAnswer('/animals?tag=tag-two', found('t-tag', { name: 'other', tag: 'tag-two' }));
    await pets.target.willAnswer('/animals/t-rex', { body: { id: 't-rex', name: 'Rex', tag: 'tag-rex' } });
    const [rex, ada, two] = (await preview(pets, { definition: buildDefinition(pets) })).body.flows[0].records;
    expect(rex).toMatchObject({
      change: 'changed',
      keys: [
        { title: 'name', key: 'rex', targetItemIds: [] },
        { key: 'tag-rex', targetItemIds: ['t-rex'] },
      ],
    });
    expect(ada).toMatchObject({ change: 'new', keys: [{ targetItemIds: [] }, { targetItemIds: [] }] });
    expect(two.change).toBe('error');
    expect(two.message).toMatch(/^Two records of Pets match: t-name has the name “two” and t-tag has/);
    expect(two.keys).toMatchObject([{ targetItemIds: ['t-name'] }, { targetItemIds: ['t-tag'] }]);
  });

  test('a record that is gone from the target is created again only after “Sync again”', async () => {
    const pets = await syncedPets();
    const flowId = await insertFlow(pets);
    await insertItem(flowId, { sourceItemId: 'gone', targetItemId: 't-gone', fingerprint: 'x' });
    await insertItem(flowId, { sourceItemId: 'again', targetItemId: 't-again', status: 'InProgress', fingerprint: null });
    await pets.source.willAnswer('/animals', { body: { animals: [animal('gone'), animal('again')] } });
    for (const id of ['t-gone', 't-again']) await pets.target.willAnswer(`/animals/${id}`, { status: 404, body: { message: 'Not found' } });
    const [flow] = (await preview(pets, { workflowId: pets.workflowId, definition: buildDefinition(pets) })).body.flows;
    expect(flow.records).toMatchObject([
      { change: 'error', message: 'Pets no longer has the record that was written before. “Sync again” creates it again.' },
      { change: 'new', message: 'Pets no longer has the record that was written before.' },
    ]);
  });
});

describe('a document that names a writing operation for reading records', () => {
  test.each([
    [
      'for a look-up',
      "values: { query.tag: '{key}' }, equalsPath: tag",
      'GET /animals, itemsPath: animals, values: { query.tag',
      'POST /animals, itemsPath: animals, values: { body.tag',
    ],
    ['by PUT', "operation: 'GET /animals/{animalId}'", "operation: 'GET /animals/{animalId}'", "operation: 'PUT /animals/{animalId}'"],
    ['for the list', 'list: { operation: GET /animals', 'list: { operation: GET /animals', 'list: { operation: POST /animals'],
  ])('is not followed %s', async (_, there, from, to) => {
    expect(SYNCED_PETS).toContain(there);
    const pets = await syncedPets(SYNCED_PETS.replace(from, to));
    const flowId = await insertFlow(pets);
    await insertItem(flowId, { sourceItemId: 'known', targetItemId: 't-known', fingerprint: 'x' });
    await pets.source.willAnswer('/animals', { body: { animals: [animal('known'), animal('new')] } });
    await pets.target.willAnswer('/animals', { body: { animals: [] } });
    const { status, body } = await preview(pets, { workflowId: pets.workflowId, definition: buildDefinition(pets) });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('may change something in the system, so the preview does not call it');
    expect(await listWrites(pets.source, pets.target)).toEqual([]);
  });
});

describe('a preview is refused', () => {
  test('without settings, with unknown fields, with nothing to preview', async () => {
    const pets = await syncedPets();
    const { message, status } = await preview(pets, { workflowId: pets.workflowId });
    expect([status, message]).toEqual([400, 'Please fill the mappings on Settings tab']);
    expect((await preview(pets, {})).status).toBe(400);
    expect((await preview(pets, { workflowId: pets.workflowId, write: true })).status).toBe(400);
    expect((await preview(pets, { workflowId: pets.workflowId, integrationType: 'Integration' })).status).toBe(404);
    const empty = buildDefinition(pets, { operations: petOperations(pets, [['', 'body.name']]) });
    expect(await preview(pets, { definition: empty })).toMatchObject({ status: 400, message: 'Please fill the mappings on Settings tab' });
  });

  test('HOSTILE 25: with others’ connectors or workflows, and no system is called', async () => {
    const [pets, other] = [await syncedPets(), await syncedPets()];
    const { Source } = petOperations(pets);
    const stolen = { Source, Target: petOperations(other, NAME_AND_TAG).Target };
    expect((await preview(pets, { definition: buildDefinition(pets, { operations: stolen }) })).status).toBe(404);
    expect((await preview(pets, { definition: buildDefinition(pets) }, other.person.token)).status).toBe(404);
    expect((await preview(pets, { workflowId: other.workflowId, definition: buildDefinition(pets) })).status).toBe(404);
    expect([...(await pets.source.calls()), ...(await other.target.calls())]).toEqual([]);
  });

  test('HOSTILE 25: with a connector whose owner changed after it was saved', async () => {
    const [pets, other] = [await syncedPets(), await syncedPets()];
    expect((await saveIntegration(pets, { operations: petOperations(pets) })).status).toBe(200);
    const { connectors } = schema;
    await database().update(connectors).set({ userId: other.person.row.id }).where(eq(connectors.id, pets.targetId));
    const { body } = await preview(pets, { workflowId: pets.workflowId });
    expect(body.flows).toMatchObject([{ error: 'This connector was not found.', records: [] }]);
    expect([...(await pets.source.calls()), ...(await pets.target.calls())]).toEqual([]);
  });

  test('more than thirty times a minute', async () => {
    const pets = await syncedPets();
    const now = new Date();
    const ask = () => api('POST /api/integrations/preview', { token: pets.person.token, body: { workflowId: pets.workflowId }, now });
    const statuses = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await ask()).status);
    expect([...new Set(statuses)]).toEqual([400, 429]);
  });
});
