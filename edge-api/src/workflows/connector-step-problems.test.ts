import type { OwnerId } from '@portage/contracts';
import { connectors } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { CHOOSY_PETS } from '../../test/pets-document.ts';
import { addConnector, createDocumentType } from '../../test/synced-pets.ts';

test('STEP-40, STEP-41: a workflow isn’t activated while its connector step lacks what its document requires, and the response says what', async () => {
  const { row, token } = await signedInPerson();
  const [connectorId, fileStorageId, at] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await testEnv.FILES.put(`uploads/${fileStorageId}`, CHOOSY_PETS);
  const connectorTypeId = await makeConnectorType({
    visibility: 'AllUsers',
    openApiDocument: { fileName: 'pets.yaml', fileStorageId, storageType: 'R2' },
  });
  await database()
    .insert(connectors)
    .values({ id: connectorId, userId: row.id, connectorTypeId, name: 'My pets', createdAt: at, lastUpdatedAt: at });

  const make = async (step: object) => {
    const call = { stepId: 'call', type: 'ConnectorOperation', connectorId, connectorTypeId, ...step };
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' }, call];
    const made = await api('POST /api/workflows', { token, body: { name: 'Pets', steps } });
    expect(made.status, made.message).toBe(200);
    return made.body.workflow as { id: string; versionId: string };
  };
  const activate = async (step: object) => api(`POST /api/workflows/${(await make(step)).id}/activate`, { token });
  /** Problems that the editor shows before activation. */
  const listed = async (step: object) => {
    const { id, versionId } = await make(step);
    const answer = await api(`GET /api/workflows/${id}/connector-step-problems`, { token });
    expect(answer).toMatchObject({ status: 200, body: { versionId } });
    return answer.body;
  };
  const rooms = { operationId: 'GET /owners/{ownerId}/rooms' };
  const mapping = { toParameterPath: 'path.ownerId', fromParameterExpression: '7' };

  const missing = await activate(rooms);
  expect(missing).toMatchObject({ status: 400, code: 'workflow-invalid', message: 'Step “call”: Please enter ownerId' });
  expect(missing.body.errors[0].field).toBe('mapping:path.ownerId');
  expect(await listed(rooms)).toMatchObject({
    problems: [{ stepId: 'call', field: 'mapping:path.ownerId', message: 'Please enter ownerId' }],
    warnings: [],
  });
  const activated = await activate({ ...rooms, requestParameterMappings: [mapping] });
  expect(activated).toMatchObject({ status: 200, body: { warnings: [] } });
  const mistyped = { toParameterPath: 'query.nope', fromParameterExpression: '$Steps["start"].Payload' };
  const warned = await activate({ ...rooms, requestParameterMappings: [mapping, mistyped] });
  expect(warned).toMatchObject({
    status: 200,
    body: {
      warnings: [
        {
          code: 'mapping-unfit',
          userMessage: 'Step “call”: "query.nope" is not a field of this operation; it can\'t be sent, so the step fails with it.',
        },
      ],
    },
  });
  expect(await listed({ ...rooms, requestParameterMappings: [mapping, mistyped] })).toMatchObject({
    problems: [],
    warnings: [
      {
        stepId: 'call',
        field: 'mapping:query.nope',
        message: '"query.nope" is not a field of this operation; it can\'t be sent, so the step fails with it.',
      },
    ],
  });
  expect((await activate({ ...rooms, requestParametersSourceType: 'Script', script: 'return {}' })).status).toBe(200);
  expect((await activate({ type: 'GetDataStep', getDataDataType: 'Customers' })).message).toMatch(/provides no Customers: select another/);
  expect((await activate({ operationId: 'GET /nosuch' })).message).toMatch(/no operation "GET \/nosuch" any more/);
  expect((await activate({ ...rooms, connectorId: crypto.randomUUID() })).message).toMatch(/connector was not found/);
});

test('forms and activation don’t ask for what the connection fills in', async () => {
  const { row, token } = await signedInPerson();
  const [connectorId, fileStorageId, at] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await testEnv.FILES.put(`uploads/${fileStorageId}`, CHOOSY_PETS);
  const connectorTypeId = await makeConnectorType({
    visibility: 'AllUsers',
    openApiDocument: { fileName: 'pets.yaml', fileStorageId, storageType: 'R2' },
    settings: { additionalData: { connection: { authParameters: [{ in: 'path', name: 'ownerId', template: '{slug}' }] } } },
  });
  await database()
    .insert(connectors)
    .values({ id: connectorId, userId: row.id, connectorTypeId, name: 'My pets', createdAt: at, lastUpdatedAt: at });
  const operationId = 'GET /owners/{ownerId}/rooms';
  const shown = await api(`GET /api/connectors/${connectorId}/operation-schema?operationId=${encodeURIComponent(operationId)}`, { token });
  expect(shown.body.requestSchema.properties.map(({ name }: { name: string }) => name)).toEqual(['query']);
  const call = { stepId: 'call', type: 'ConnectorOperation', connectorId, operationId };
  const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' }, call];
  const made = await api('POST /api/workflows', { token, body: { name: 'Pets', steps } });
  expect(await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token })).toMatchObject({ status: 200 });
});

test('activation warns about steps that can run but probably not as intended, and continues', async () => {
  const { token } = await signedInPerson();
  const delay = { type: 'DelayStep', delayValue: 1 };
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'route' },
    { stepId: 'route', type: 'Branch', conditionGroups: [{ name: 'All' }, { name: 'All' }], nextStepId: 'end' },
    { stepId: 'end', type: 'EndStep', nextStepId: 'after' },
    { stepId: 'after', ...delay },
    { stepId: 'alone', ...delay },
  ];
  const made = await api('POST /api/workflows', { token, body: { name: 'Doubtful', steps } });
  const activated = await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token });
  expect(activated.status).toBe(200);
  expect(activated.body.warnings.map(({ code, userMessage }: { code: string; userMessage: string }) => `${code}: ${userMessage}`)).toEqual([
    'flow-doubtful: Step “alone”: This step is not connected: it never runs',
    'flow-doubtful: Step “after”: This step never runs: "end" before it ends the path',
    'flow-doubtful: Step “route”: "All" is never taken: "All" before it has no conditions',
    'flow-doubtful: Step “route”: Two options are called "All"',
  ]);
});

test('a workflow isn’t activated if a data step’s connector is gone or another person’s, or if it lacks what its document requires: the field says so', async () => {
  const [{ row, token }, other] = [await signedInPerson(), await signedInPerson()];
  const fileStorageId = crypto.randomUUID();
  await testEnv.FILES.put(`uploads/${fileStorageId}`, CHOOSY_PETS);
  const openApiDocument = { fileName: 'pets.yaml', fileStorageId, storageType: 'R2' as const };
  const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', openApiDocument });
  const connectorOf = async (userId: OwnerId) => {
    const [id, at] = [crypto.randomUUID(), new Date()];
    await database().insert(connectors).values({ id, userId, connectorTypeId, name: 'Pets', createdAt: at, lastUpdatedAt: at });
    return id;
  };
  const [own, theirs] = [await connectorOf(row.id), await connectorOf(other.row.id)];
  const types = { sourceConnectorTypeId: connectorTypeId, targetConnectorTypeId: connectorTypeId };
  const refusedFields = async (step: object) => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'data' },
      { stepId: 'data', ...step },
    ];
    const made = await api('POST /api/workflows', { token, body: { name: 'Data', steps } });
    const { status, body } = await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token });
    return [status, ...(body.errors ?? []).map(({ field }: { field: string }) => field)];
  };
  const filled = { connectorTypeId, requestParameterMappings: [{ toParameterPath: 'path.ownerId', fromParameterExpression: '7' }] };
  expect(await refusedFields({ type: 'GetDataStep', ...filled, connectorId: own })).toEqual([200]);
  expect(await refusedFields({ type: 'GetDataStep', connectorTypeId, connectorId: theirs })).toEqual([400, 'connectorId']);
  const blank = { connectorTypeId, connectorId: own };
  expect(await refusedFields({ type: 'GetDataStep', ...blank })).toEqual([400, 'mapping:path.ownerId']);
  expect(await refusedFields({ type: 'DashboardStep', ...blank, dashboardId: 'board' })).toEqual([400, 'mapping:path.ownerId']);
  expect(await refusedFields({ type: 'DashboardStep', ...filled, connectorId: own, dashboardId: 'board' })).toEqual([200]);
  expect(await refusedFields({ type: 'GetDataStep', ...filled, connectorId: own, getDataDataType: 'Songs' })).toEqual([
    400,
    'getDataDataType',
  ]);
  const gone = { sourceConnectorId: theirs, targetConnectorId: crypto.randomUUID() };
  expect(await refusedFields({ type: 'SyncStep', ...types, ...gone })).toEqual([400, 'sourceConnectorId', 'targetConnectorId']);
});

test('STEP-86, STEP-87, STEP-89: a sync step is activated only for the systems of its sync type', async () => {
  const person = await signedInPerson();
  const ids = new Map<string, string>();
  for (const name of ['Mindbody', 'NetSuite', 'Salesforce', 'Shopify', 'QuickBooks']) {
    ids.set(name, await addConnector(person, await createDocumentType(CHOOSY_PETS, name), name));
  }
  const activate = async (syncType: string, source: string, target: string, more: object = {}) => {
    const sync = {
      ...{ stepId: 'sync', type: 'SyncStep', syncType, sourceConnectorTypeId: 'a', targetConnectorTypeId: 'b' },
      ...{ sourceConnectorId: ids.get(source), targetConnectorId: ids.get(target), ...more },
    };
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' }, sync];
    const made = await api('POST /api/workflows', { token: person.token, body: { name: 'Sync', steps } });
    const answer = await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token: person.token });
    return answer.status === 200 ? 200 : answer.message;
  };
  for (const syncType of ['Products', 'Inventory']) {
    expect(await activate(syncType, 'Mindbody', 'Shopify')).toBe(200);
    expect(await activate(syncType, 'NetSuite', 'Shopify')).toMatch(
      `${syncType} are synced from Mindbody to Shopify, not from NetSuite to Shopify`,
    );
    expect(await activate(syncType, 'Mindbody', 'NetSuite')).toMatch('not from Mindbody to NetSuite');
  }
  expect(await activate('IntegrationApplication', 'Mindbody', 'Shopify')).toMatch(
    'Integration applications are synced from NetSuite, Salesforce',
  );
  expect(await activate('IntegrationApplication', 'NetSuite', 'Mindbody')).toMatch('not from NetSuite to Mindbody');
  expect(await activate('IntegrationApplication', 'Salesforce', 'QuickBooks')).toBe(200);
  const skips = { customOptions: { SkipProductsCreate: true } };
  expect(await activate('Products', 'Mindbody', 'Shopify', skips)).toBe(200);
  expect(await activate('Inventory', 'Mindbody', 'Shopify', skips)).toMatch('Skip Products Create is only for the sync type Products');
});

const STOCK = `
openapi: 3.0.0
info: { title: Stock, version: '1' }
servers: [{ url: 'https://stock.test' }]
paths:
  /stock:
    get:
      x-sync-source: Inventory
      parameters:
        - { name: locationIds, in: query, required: true, schema: { type: array, items: { type: string } } }
        - { name: search, in: query, schema: { type: string } }
      responses: { '200': { description: ok } }
  /stock/{id}:
    put:
      x-sync-target: Inventory
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [locationId, quantity, reason]
              properties:
                locationId: { type: string, x-label: Location }
                quantity: { type: integer }
                reason: { type: string }
      responses: { '200': { description: ok } }
x-entities:
  Inventory:
    idPath: id
    parameters: { locationId: { title: Location, required: true } }
    list: { operation: GET /stock, values: { query.locationIds: ['{parameter.locationId}'] } }
    update: { operation: 'PUT /stock/{id}', values: { path.id: '{id}', body.locationId: '{parameter.locationId}', body.reason: counted } }
`;

test('STEP-85, STEP-15, STEP-41: activation requires what a sync step’s form marks as required, on both sides', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const [source, target] = [await createDocumentType(STOCK, 'Mindbody Stock'), await createDocumentType(STOCK, 'Shopify Stock')];
  const [sourceConnectorId, targetConnectorId] = [await addConnector(person, source, 'Studio'), await addConnector(person, target, 'Shop')];
  const activate = async (more: object) => {
    const sync = {
      ...{ stepId: 'sync', type: 'SyncStep', syncType: 'Inventory', sourceConnectorTypeId: source, targetConnectorTypeId: target },
      ...{ sourceConnectorId, targetConnectorId, ...more },
    };
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' }, sync];
    const made = await api('POST /api/workflows', { token, body: { name: 'Stock', steps } });
    return api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token });
  };
  const query = `sourceConnectorTypeId=${source}&targetConnectorTypeId=${target}`;
  const { body } = await api(`GET /api/connector-types/sync-step/schema?${query}`, { token });
  const fields = (typeId: string, side: string) => {
    const { requestSchema } = body.operationsByConnectorTypeId[typeId].find(({ role }: { role: string }) => role === side);
    type Node = { name: string; isRequired: boolean; properties?: Node[] };
    return (requestSchema as Node).properties?.flatMap((group) =>
      (group.properties ?? []).map(({ name, isRequired }) => `${group.name}.${name}${isRequired ? ' *' : ''}`),
    );
  };
  expect(fields(source, 'source')).toEqual(['query.locationIds *', 'query.search']);
  expect(fields(target, 'target')).toEqual(['body.locationId *']);

  const refused = await activate({});
  expect(refused).toMatchObject({ status: 400, code: 'workflow-invalid' });
  expect(refused.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])).toEqual([
    ['mapping:source:query.locationIds', 'Step “sync”: Please enter locationIds'],
    ['mapping:target:body.locationId', 'Step “sync”: Please enter Location'],
  ]);
  const ofSource = {
    sourceConnectorTypeRequestParameterMappings: [{ toParameterPath: 'query.locationIds[0]', fromParameterExpression: '1' }],
  };
  const ofTarget = { targetConnectorTypeRequestParameterMappings: [{ toParameterPath: 'body.locationId', fromParameterExpression: 'l' }] };
  expect((await activate(ofSource)).body.errors).toMatchObject([{ field: 'mapping:target:body.locationId' }]);
  const blank = { targetConnectorTypeRequestParameterMappings: [{ toParameterPath: 'body.locationId', fromParameterExpression: '  ' }] };
  expect((await activate({ ...ofSource, ...blank })).status).toBe(400);
  expect(await activate({ ...ofSource, ...ofTarget })).toMatchObject({ status: 200 });
});
