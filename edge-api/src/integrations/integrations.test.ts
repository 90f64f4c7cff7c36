import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { SYNCED_PETS } from '../../test/pets-document.ts';
import { addConnector, insertFlow, integrationRows, petOperations, saveIntegration, syncedPets } from '../../test/synced-pets.ts';
import { makeWorkflow, stepsWith } from '../../test/workflows.ts';

describe('API-68, API-69: a person’s settings', () => {
  test('are stored, read by their id and by workflow, and changed', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const before = await api(`GET /api/integration/integrations/${pets.workflowId}/Integration`, { token });
    expect([before.status, before.body]).toEqual([200, { integration: null }]);
    const operations = petOperations(pets);
    const made = await saveIntegration(pets, { operations }, { query: '?lastSyncDate=2026-11-01T10:00:00Z' });
    expect(made.status, made.message).toBe(200);
    const { id } = made.body;
    const byId = await api(`GET /api/integration/integrations/${id}`, { token });
    expect(byId.body.workflow).toMatchObject({ id: pets.workflowId, name: 'Pets' });
    expect(byId.body.integration).toMatchObject({
      ...{ id, workflowId: pets.workflowId, integrationType: 'Integration', directionType: 'SourceToTarget' },
      ...{ lastSyncDate: '2026-11-01T10:00:00.000Z', conflictRule: 'SourceWins', carriesDeletions: false, targetExternalIdFields: [] },
      operations: { Source: { entityType: 'Animals', connectorId: pets.sourceId }, Target: operations.Target },
    });
    const rules = { conflictRule: 'NewerWins', carriesDeletions: true, targetExternalIdFields: ['body.externalTag'] };
    // Sends back what was read.
    const { integration } = byId.body;
    const path = `/api/integration/integrations/${id}/${pets.workflowId}/SourceToTarget/Integration`;
    const saved = await api(`POST ${path}`, { token, body: { operations: integration.operations, ...rules } });
    expect([saved.status, saved.body], saved.message).toEqual([200, { id, warnings: [] }]);
    const after = (await api(`GET /api/integration/integrations/${pets.workflowId}/Integration`, { token })).body.integration;
    expect(after).toMatchObject({ ...rules, lastSyncDate: integration.lastSyncDate, operations: integration.operations });
    expect(await integrationRows(pets.workflowId)).toHaveLength(1);
  });

  test('may name the side in `operation`, as the call is written', async () => {
    const pets = await syncedPets();
    const { Source, Target } = petOperations(pets);
    const { mappings, ...side } = Target;
    const made = await saveIntegration(pets, { operations: { Source: { operation: Source }, Target: { operation: side, mappings } } });
    expect(made.status, made.message).toBe(200);
    const [row] = await integrationRows(pets.workflowId);
    expect(row?.operations.Target).toMatchObject({ ...side, mappings });
  });

  test('exist once per type, even when two are made at the same moment', async () => {
    const pets = await syncedPets();
    const make = () => saveIntegration(pets, { operations: petOperations(pets) });
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('integration-exists');
  });

  test('INT-10: mappings with an empty expression are dropped, also in dependent entities', async () => {
    const pets = await syncedPets();
    const { Source, Target } = petOperations(pets, [
      ['$Item.name', 'body.name'],
      ['', 'body.tag'],
      ['  ', 'body.weight'],
    ]);
    const dependentMappings = {
      Keepers: {
        mappings: [
          { fromParameterExpression: ' ', toParameterPath: 'body.age' },
          { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' },
        ],
        link: { fromParameterExpression: '', toParameterPath: 'body.keeperId' },
      },
    };
    expect((await saveIntegration(pets, { operations: { Source, Target: { ...Target, dependentMappings } } })).status).toBe(200);
    const [row] = await integrationRows(pets.workflowId);
    expect(row?.operations.Target?.mappings).toEqual([{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }]);
    expect(row?.operations.Target?.dependentMappings?.Keepers).toMatchObject({ mappings: [{ toParameterPath: 'body.name' }], link: null });
  });

  test('each mapping says what an empty source does, and one that doesn’t is stored and read as before', async () => {
    const pets = await syncedPets();
    const { Source, Target } = petOperations(pets);
    const save = (change: object, path = 'body.weight') =>
      saveIntegration(pets, {
        operations: {
          Source,
          Target: {
            ...Target,
            mappings: [...Target.mappings, { fromParameterExpression: '$Item.weight', toParameterPath: path, ...change }],
          },
        },
      });
    const refused = async (change: object, path?: string) => {
      const { status, body, message } = await save(change, path);
      return [status, body.errors?.[0]?.field, message];
    };
    expect(await refused({ whenEmpty: 'Default' })).toEqual([
      400,
      'operations.Target.mappings[2].defaultValue',
      'Write the value for records where the source has none.',
    ]);
    expect((await refused({ whenEmpty: 'Default', defaultValue: '${trim(' }))[1]).toBe('operations.Target.mappings[2].defaultValue');
    expect((await refused({ whenEmpty: 'Clear' }, 'match.tag'))[1]).toBe('operations.Target.mappings[2].whenEmpty');
    expect((await refused({ whenEmpty: 'Empty' }))[0]).toBe(400);
    const required = await saveIntegration(pets, {
      operations: { Source, Target: { ...Target, mappings: [{ ...Target.mappings[0], whenEmpty: 'Clear' }] } },
    });
    expect([required.status, required.message]).toEqual([400, expect.stringMatching(/requires “.*”, so it can't be cleared/)]);
    const made = await save({ whenEmpty: 'Clear' });
    expect(made.status, made.message).toBe(200);
    const { token } = pets.person;
    const read = async () => (await api(`GET /api/integration/integrations/${made.body.id}`, { token })).body.integration.operations.Target;
    expect((await read()).mappings).toEqual([
      ...Target.mappings,
      { fromParameterExpression: '$Item.weight', toParameterPath: 'body.weight', whenEmpty: 'Clear' },
    ]);
  });

  test('a path that breaks off, so that its rest would be written as text, is refused', async () => {
    for (const expression of ['$Item.tags.0.x', '$Item.tags.[0]', '$Item.first-name', 'Tag $Item.tags.0']) {
      const pets = await syncedPets();
      const saved = await saveIntegration(pets, { operations: petOperations(pets, [[expression, 'body.name']]) });
      expect([saved.status, saved.message], expression).toEqual([400, expect.stringContaining('is not part of the path $Item')]);
    }
  });

  test('another last sync date, earlier or later, is where flows begin to read; the same one changes nothing', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const body = { operations: petOperations(pets) };
    const { id } = (await saveIntegration(pets, body, { query: '?lastSyncDate=2026-11-01T10:00:00Z' })).body;
    const flowId = await insertFlow(pets, { cursor: '1790000000000' });
    const cursor = async () => (await database().select().from(schema.syncFlows).where(eq(schema.syncFlows.id, flowId)))[0]?.cursor;
    const path = `/api/integration/integrations/${id}/${pets.workflowId}/SourceToTarget/Integration`;
    await api(`POST ${path}?lastSyncDate=2026-11-01T11:00:00%2B01:00`, { token, body });
    await api(`POST ${path}`, { token, body });
    expect(await cursor()).toBe('1790000000000');
    await api(`POST ${path}?lastSyncDate=2026-10-01T00:00:00Z`, { token, body });
    expect(await cursor()).toBe(String(Date.parse('2026-10-01T00:00:00Z')));
    await api(`POST ${path}?lastSyncDate=2026-11-02T00:00:00Z`, { token, body });
    expect(await cursor()).toBe(String(Date.parse('2026-11-02T00:00:00Z')));
    expect((await api(`POST ${path}?lastSyncDate=9999-01-01T00:00:00Z`, { token, body })).status).toBe(400);
    expect(await cursor()).toBe(String(Date.parse('2026-11-02T00:00:00Z')));
  });

  test('keep their connectors from being deleted while the workflow is active', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    expect((await saveIntegration(pets, { operations: petOperations(pets) })).status).toBe(200);
    expect((await api(`PUT /api/workflows/${pets.workflowId}`, { token, body: { steps: stepsWith('Manual') } })).status).toBe(200);
    expect((await api(`POST /api/workflows/${pets.workflowId}/activate`, { token })).status).toBe(200);
    for (const id of [pets.sourceId, pets.targetId]) {
      expect(await api(`DELETE /api/connectors/${id}`, { token })).toMatchObject({ status: 409, code: 'connector-in-use' });
    }
    await api(`POST /api/workflows/${pets.workflowId}/deactivate`, { token });
    expect((await api(`DELETE /api/connectors/${pets.sourceId}`, { token })).status).toBe(200);
  });

  test('INT-04: dependent entities belong to the system that is written, in either direction', async () => {
    const pets = await syncedPets();
    const { Source, Target } = petOperations(pets);
    const mappings = [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }];
    const save = (dependentMappings: object, options = {}) =>
      saveIntegration(pets, { operations: { Source, Target: { ...Target, dependentMappings } } }, options);
    const unreadable = await save({ Keepers: { sourceEntityType: 'Plants', mappings } });
    expect([unreadable.status, unreadable.body.errors[0].field]).toEqual([
      400,
      'operations.Target.dependentMappings.Keepers.sourceEntityType',
    ]);
    expect((await save({ Newborns: { mappings } }, { direction: 'TargetToSource' })).status).toBe(400);
    expect((await save({ Keepers: { sourceEntityType: 'Newborns', mappings } }, { direction: 'TargetToSource' })).status).toBe(200);
  });

  test('INT-04: a link alone names records that another flow carries, so only the system that is read has to know them', async () => {
    const pets = await syncedPets();
    const { Source, Target } = petOperations(pets);
    const link = { fromParameterExpression: '$Item.keeperId', toParameterPath: 'body.keeperId' };
    const save = (sourceEntityType: string) =>
      saveIntegration(pets, { operations: { Source, Target: { ...Target, dependentMappings: { Born: { sourceEntityType, link } } } } });
    const unknown = await save('Plants');
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'operations.Target.dependentMappings.Born.sourceEntityType']);
    expect((await save('Newborns')).status).toBe(200);
  });

  test('a deleted workflow’s settings aren’t found', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const { id } = (await saveIntegration(pets, { operations: petOperations(pets) })).body;
    expect((await api(`DELETE /api/workflows/${pets.workflowId}`, { token })).status).toBe(200);
    expect((await api(`GET /api/integration/integrations/${id}`, { token })).status).toBe(404);
    expect((await api(`GET /api/integration/integrations/${pets.workflowId}/Integration`, { token })).status).toBe(404);
  });
});

describe('settings that can’t be synchronised are refused, naming the field', () => {
  test.each<[string, [from: string, to: string][], string]>([
    ['an expression that cannot be read', [['${$Item.name', 'body.name']], 'fromParameterExpression'],
    ['a step that is not there', [['$Steps.nosuch.Response', 'body.name']], 'There is no step "nosuch".'],
    ['an entry outside of a list', [['$Entry.name', 'body.name']], 'Use $Entry only in mappings below a list'],
    ['a path without a group', [['$Item.name', 'name']], '"name" is not the path of a field'],
    ['a path that is only a group', [['$Item.name', 'body']], '"body" is not the path of a field'],
    ['a path into a prototype’s group', [['$Item.name', '__proto__.name']], 'is not the path of a field'],
    ['a list in a list', [['$Item.a', 'body.a[].b[].c']], 'has a list inside a list'],
    ['a field of a list that is not mapped', [['$Item.a', 'body.lines[].price']], 'needs a mapping for the list itself: body.lines[]'],
    [
      'a field of one entry more that is not mapped',
      [['$Item.a', 'body.lines[+].price']],
      'needs a mapping for the entry itself: body.lines[+]',
    ],
    [
      'a field that is filled twice',
      [
        ['$Item.a', 'body.name'],
        ['$Item.b', 'body.name'],
      ],
      'Two mappings fill "body.name".',
    ],
  ])('%s', async (_, mappings, words) => {
    const pets = await syncedPets();
    const answer = await saveIntegration(pets, { operations: petOperations(pets, mappings) });
    expect([answer.status, answer.code]).toEqual([400, 'validation']);
    expect(JSON.stringify(answer.body)).toContain(JSON.stringify(words).slice(1, -1));
    expect(answer.body.errors[0].field).toMatch(/^operations\.Target\.mappings\[\d\]\./);
    expect(await integrationRows(pets.workflowId)).toEqual([]);
  });

  test('a step of the workflow, a list and its entries, constants, texts and formulas are fine', async () => {
    const pets = await syncedPets();
    const mappings: [string, string][] = [
      ['${$Item.first} ${$Item.last}', 'body.name'],
      ['$Item.lines', 'body.lines[]'],
      ['$Entry.price', 'body.lines[].price'],
      ['$Steps.start.Payload', 'body.note'],
      ['$Consts.WorkflowId', 'header.x-flow'],
      ['fixed', 'match.sku'],
    ];
    const answer = await saveIntegration(pets, { operations: petOperations(pets, mappings) });
    expect(answer.status, answer.message).toBe(200);
  });

  test.each<[string, (operations: ReturnType<typeof petOperations>) => object, string]>([
    [
      'an entity that is not there',
      (o) => ({ ...o, Target: { ...o.Target, entityType: 'Plants' } }),
      '“Plants” cannot be written to Pets: choose Animals, Keepers.',
    ],
    [
      'a target that is only a source',
      (o) => ({ ...o, Target: { ...o.Target, entityType: 'Newborns' } }),
      '“Newborns” cannot be written to Pets',
    ],
    [
      'the same records on both sides',
      (o) => ({ ...o, Source: { ...o.Source, connectorId: o.Target.connectorId } }),
      'Source and target are the same records',
    ],
    [
      'amounts in another currency than they are read in',
      ({ Source, Target }) => ({
        Source: { ...Source, customFormData: { currency: 'USD' } },
        Target: { ...Target, customFormData: { currency: 'EUR' } },
      }),
      'Amounts are read in USD and would be written as EUR.',
    ],
    [
      'a dependent entity that is not there',
      (o) => ({ ...o, Target: { ...o.Target, dependentMappings: { Plants: { mappings: [] } } } }),
      '“Plants” cannot be written to Pets',
    ],
    [
      'an entity named like a member of every object',
      (o) => ({ ...o, Target: { ...o.Target, entityType: 'constructor' } }),
      '“constructor” cannot be written',
    ],
  ])('%s', async (_, change, words) => {
    const pets = await syncedPets();
    const answer = await saveIntegration(pets, { operations: change(petOperations(pets)) });
    expect([answer.status, answer.code]).toEqual([400, 'validation']);
    expect(answer.message).toContain(words);
  });

  test('a link alone needs no writable entity: another flow has its records', async () => {
    const pets = await syncedPets();
    const operations = petOperations(pets);
    const link = { fromParameterExpression: '$Item.born', toParameterPath: 'body.name2' };
    const Target = { ...operations.Target, dependentMappings: { Newborns: { sourceEntityType: 'Newborns', mappings: [], link } } };
    const answer = await saveIntegration(pets, { operations: { ...operations, Target } });
    expect(answer.status, answer.message).toBe(200);
  });

  test('an unknown type, direction, field or size; a pair of other systems', async () => {
    const pets = await syncedPets();
    const operations = petOperations(pets);
    const statusOf = async (body: object, options = {}) => {
      const { status, message } = await saveIntegration(pets, body, options);
      return [status, message];
    };
    expect(await statusOf({ operations }, { type: 'PetsToPlants' })).toEqual([
      400,
      expect.stringContaining('There is no integration type "PetsToPlants". There are NetSuiteAndSalesforce'),
    ]);
    expect(await statusOf({ operations }, { direction: 'Sideways' })).toEqual([400, expect.stringContaining('direction')]);
    expect(await statusOf({ operations }, { type: 'BookerToShopify' })).toEqual([
      400,
      '“Booker to Shopify” joins Booker and Shopify; these connectors belong to Pets and Pets.',
    ]);
    expect(await statusOf({ operations, ownerUserId: 'x' })).toEqual([400, expect.stringContaining('Unknown field "ownerUserId".')]);
    expect(await statusOf({ operations: { ...operations, Other: operations.Target } })).toEqual([
      400,
      expect.stringContaining('Unknown field'),
    ]);
    expect(await statusOf({ operations: { Source: operations.Source } })).toEqual([400, expect.stringContaining('operations.Target')]);
    expect(await statusOf({ operations, targetExternalIdFields: ['externalTag'] })).toEqual([
      400,
      expect.stringContaining('not the path of a field'),
    ]);
    const many = Array.from({ length: 501 }, (_, at): [string, string] => ['$Item.a', `body.a${at}`]);
    expect((await statusOf({ operations: petOperations(pets, many) }))[0]).toBe(400);
    expect((await statusOf({ operations, note: 'x'.repeat(1_100_000) }))[0]).toBe(413);
    const noDate = 'Field "lastSyncDate" must be a date and time such as 2026-03-01T10:30:00Z.';
    expect(await statusOf({ operations }, { query: '?lastSyncDate=yesterday' })).toEqual([400, noDate]);
    const ahead = await statusOf({ operations }, { query: '?lastSyncDate=9999-01-01T00:00:00Z' });
    expect(ahead).toEqual([400, expect.stringContaining('is in the future')]);
  });

  test('HOSTILE 25: others’ connectors and workflows, and malformed ids, aren’t found', async () => {
    const [pets, other] = [await syncedPets(), await syncedPets()];
    const { Source, Target } = petOperations(pets);
    const stolen = { Source, Target: { ...Target, connectorId: other.targetId, connectorTypeId: other.connectorTypeId } };
    expect(await saveIntegration(pets, { operations: stolen })).toMatchObject({ status: 404, message: 'This connector was not found.' });
    expect(await saveIntegration(pets, { operations: { Source, Target } }, { token: other.person.token })).toMatchObject({ status: 404 });
    for (const connectorId of ["' or 1=1", '../x', '\u{1f600}', crypto.randomUUID()]) {
      expect((await saveIntegration(pets, { operations: { Source: { ...Source, connectorId }, Target } })).status).toBe(404);
    }
    const { id } = (await saveIntegration(pets, { operations: { Source, Target } })).body;
    // Not through one's own workflow either.
    const path = `/api/integration/integrations/${id}/${other.workflowId}/SourceToTarget/Integration`;
    expect((await api(`POST ${path}`, { token: other.person.token, body: { operations: petOperations(other) } })).status).toBe(404);
    expect((await api(`POST ${path}`, { token: pets.person.token, body: { operations: { Source, Target } } })).status).toBe(404);
    for (const hostile of ['x', "1'; drop table integrations; --", '%00']) {
      expect((await api(`GET /api/integration/integrations/${encodeURIComponent(hostile)}`, { token: pets.person.token })).status).toBe(
        404,
      );
    }
  });

  test('a connector for a different application than stated', async () => {
    const pets = await syncedPets();
    const otherType = await makeConnectorType({ visibility: 'AllUsers', name: 'Plants' });
    const plants = await addConnector(pets.person, otherType, 'My plants');
    const { Source, Target } = petOperations(pets);
    const answer = await saveIntegration(pets, { operations: { Source, Target: { ...Target, connectorId: plants } } });
    expect(answer).toMatchObject({ status: 400, message: 'The connector “My plants” belongs to another application (Plants).' });
    const without = await saveIntegration(pets, {
      operations: { Source, Target: { ...Target, connectorId: plants, connectorTypeId: otherType } },
    });
    expect(without).toMatchObject({ status: 400, message: 'Portage does not know what can be written to Plants.' });
  });
});

test('API-71: the kinds of integration step, one per pair of systems and a general one', async () => {
  const { token } = await signedInPerson();
  const { definitions } = (await api('GET /api/integrations/steps', { token })).body;
  expect(definitions.map(({ implementationType }: { implementationType: string }) => implementationType)).toEqual([
    ...['NetSuiteAndSalesforce', 'NetSuiteAndShopify', 'NetSuiteAndUApi', 'SalesForceAndQuickBooks', 'SalesforceToSwapcardEvent'],
    ...['ZoomMeetingsToSalesforce', 'ZoomWebinarsToSalesforce', 'BookerToShopify', 'MindbodyToShopify', 'Integration'],
  ]);
  expect(definitions[0]).toEqual({
    implementationType: 'NetSuiteAndSalesforce',
    name: 'NetSuite and Salesforce',
    fields: [
      {
        name: 'sourceConnector',
        displayName: 'NetSuite Connector',
        type: 'connector',
        isRequired: false,
        connectorTypeId: 'system-netsuite',
        isTextArea: false,
      },
      {
        name: 'targetConnector',
        displayName: 'Salesforce Connector',
        type: 'connector',
        isRequired: false,
        connectorTypeId: 'system-salesforce',
        isTextArea: false,
      },
    ],
  });
});

test('API-72: a Sync step with the type IntegrationApplication is an integration too', async () => {
  const pets = await syncedPets();
  const step = { stepId: 'sync', type: 'SyncStep', syncType: 'IntegrationApplication' };
  const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' }, step];
  const { id } = await makeWorkflow(pets.person, { steps });
  expect((await api(`GET /api/integrations/steps/${id}`, { token: pets.person.token })).body.workflow.id).toBe(id);
});

test('API-72: a workflow without an integration step isn’t found', async () => {
  const pets = await syncedPets();
  const { token } = pets.person;
  expect((await api(`GET /api/integrations/steps/${pets.workflowId}`, { token })).body.workflow.id).toBe(pets.workflowId);
  const plain = await makeWorkflow(pets.person);
  expect((await api(`GET /api/integrations/steps/${plain.id}`, { token })).status).toBe(404);
});

test('a connector type’s entities say what they support, need and ask', async () => {
  const pets = await syncedPets();
  const { token } = pets.person;
  const { entities } = (await api(`GET /api/connector-types/${pets.connectorTypeId}/entities`, { token })).body;
  expect(entities).toMatchObject([
    {
      ...{
        name: 'Animals',
        title: 'Animals',
        isSource: true,
        isTarget: true,
        externalIdFields: ['body.externalTag'],
        dependsOn: ['Keepers'],
      },
      parameters: [{ name: 'zoo', title: 'Zoo', description: null, isRequired: false, role: null }],
    },
    { name: 'Keepers', isSource: true, isTarget: true },
    { name: 'Newborns', isSource: true, isTarget: false },
  ]);
  const without = await makeConnectorType({ visibility: 'AllUsers' });
  expect((await api(`GET /api/connector-types/${without}/entities`, { token })).body).toEqual({ entities: [] });
});

test('API-73: settings are under /api/integration, steps and flows under /api/integrations, and neither under the other', async () => {
  const { person, workflowId } = await syncedPets();
  const { token } = person;
  const status = async (call: string) => (await api(call, { token })).status;
  expect(await status(`GET /api/integration/integrations/${workflowId}/Integration`)).toBe(200);
  expect(await status('GET /api/integrations/steps')).toBe(200);
  expect(await status('GET /api/integrations/flows')).toBe(200);
  for (const slip of [`integrations/integrations/${workflowId}/Integration`, 'integration/steps', 'integration/flows']) {
    expect(await status(`GET /api/${slip}`), slip).toBe(404);
  }
});

test('INT-21: integration steps have no create or update calls of their own', async () => {
  const { person, workflowId } = await syncedPets();
  for (const call of [
    'POST /api/integrations/steps',
    `PUT /api/integrations/steps/${workflowId}`,
    `POST /api/integrations/steps/${workflowId}`,
  ]) {
    const { status, message } = await api(call, { token: person.token, body: {} });
    expect([status, message], call).toEqual([405, 'Not supported']);
  }
});

describe('API-70: an entity’s fields', () => {
  test('have mappings with their fields’ errors; unreadable ones are reported where they are saved', async () => {
    const pets = await syncedPets();
    const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });
    const mappings = [
      mapping('body.name', '$Item.name'),
      mapping('body.colour', '$Item.name'),
      mapping('body.tag', '${Item.kind} ${Item.tag}'),
      mapping('body.weight', '$Item.('),
      mapping('body.externalTag', '$Item.id'),
    ];
    const body = { connectorId: pets.targetId, targetEntity: 'Animals', sourceConnectorId: pets.sourceId, sourceEntity: 'Animals' };
    expect((await schemaOf(pets, { ...body, mappings })).body.flaws).toEqual([
      {
        toParameterPath: 'body.colour',
        side: 'target',
        message: 'Animals of Pets have no field “colour”, which is mapped from $Item.name. Remove this mapping, or map another field.',
      },
      {
        toParameterPath: 'body.tag',
        side: 'source',
        message: 'Animals of Pets have no field “kind” any more. “tag” is not written if a record lacks it.',
      },
    ]);
    expect((await schemaOf(pets, body)).body.flaws).toEqual([]);
    const tooMany = Array.from({ length: 501 }, (_, at) => mapping(`body.f${at}`, 'x'));
    expect((await schemaOf(pets, { ...body, mappings: tooMany })).status).toBe(400);
  });

  const schemaOf = (pets: Awaited<ReturnType<typeof syncedPets>>, body: object) =>
    api('POST /api/integration/integrations/operations/schema', { token: pets.person.token, body });

  test('are the writable ones, or those of a record that is read, by side and direction', async () => {
    const pets = await syncedPets();
    const written = await schemaOf(pets, { connectorId: pets.targetId, targetEntity: 'Animals' });
    expect(written.status, written.message).toBe(200);
    expect(written.body.schemaProperties).toMatchObject([
      { path: 'body.name', title: 'Name', type: 'String', isRequired: true, description: 'What it is called' },
      { path: 'body.tag', isRequired: true },
      { path: 'body.weight', type: 'Number', isRequired: false, description: null },
      { path: 'body.keeperId' },
    ]);
    expect(written.body.proposals).toEqual([]);
    const read = await schemaOf(pets, { connectorId: pets.sourceId, sourceEntity: 'Animals', entityType: 'Source' });
    const paths = read.body.schemaProperties.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['name', 'tag', 'id', 'changedAt']));
    // The other way round, the source is written.
    const reversed = { connectorId: pets.sourceId, sourceEntity: 'Animals', entityType: 'Source', directionType: 'TargetToSource' };
    expect((await schemaOf(pets, reversed)).body.schemaProperties[0].path).toBe('body.name');
    const depending = await schemaOf(pets, { connectorId: pets.targetId, targetEntity: 'Animals', dependEntity: 'Keepers' });
    expect([written.body.title, depending.body.title]).toEqual(['Animals', 'Keepers']);
    expect(depending.body.schemaProperties.map(({ path }: { path: string }) => path)).toEqual(['body.name']);
    const named = await schemaOf(pets, { connectorId: pets.targetId, entityType: 'Keepers', targetEntity: 'Animals' });
    expect(named.body.schemaProperties).toHaveLength(1);
    const both = { connectorId: pets.targetId, targetEntity: 'Animals', sourceEntity: 'Animals', sourceConnectorId: pets.sourceId };
    expect((await schemaOf(pets, both)).body.proposals).toEqual(
      expect.arrayContaining([{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }]),
    );
  });

  test('are requested with an existing entity, through one’s own connectors', async () => {
    const [pets, other] = [await syncedPets(), await syncedPets()];
    const ask = async (body: object) => {
      const { status, message } = await schemaOf(pets, body);
      return [status, message];
    };
    expect(await ask({ connectorId: pets.targetId })).toEqual([400, 'Field "targetEntity" is required.']);
    expect(await ask({ connectorId: pets.targetId, targetEntity: 'Newborns' })).toEqual([
      400,
      expect.stringContaining('cannot be written'),
    ]);
    expect((await ask({ connectorId: other.targetId, targetEntity: 'Animals' }))[0]).toBe(404);
    const foreign = { connectorId: pets.targetId, targetEntity: 'Animals', sourceEntity: 'Animals', sourceConnectorId: other.sourceId };
    expect((await ask(foreign))[0]).toBe(404);
    expect((await ask({ connectorId: pets.targetId, targetEntity: 'Animals', more: 1 }))[0]).toBe(400);
  });
});

test('settings that lack the answer to a required question aren’t stored, and name it', async () => {
  const pets = await syncedPets(SYNCED_PETS.replace('zoo: { title: Zoo }', 'zoo: { title: Zoo, required: true, role: source }'));
  const { Source, Target } = petOperations(pets);
  const save = (customFormData: object) => saveIntegration(pets, { operations: { Source: { ...Source, customFormData }, Target } });
  for (const answers of [{}, { zoo: '' }, { zoo: null }]) {
    const refused = await save(answers);
    expect([refused.status, refused.message], JSON.stringify(answers)).toEqual([400, 'Please input Zoo']);
    expect(refused.body.errors[0].field).toBe('operations.Source.customFormData.zoo');
  }
  expect((await save({ zoo: 'north' })).status).toBe(200);
});
