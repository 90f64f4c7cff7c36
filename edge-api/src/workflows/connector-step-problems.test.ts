import { connectors } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { CHOOSY_PETS } from '../../test/pets-document.ts';

test('STEP-40, STEP-41: a workflow whose connector step misses what its document requires is not activated, and is told what', async () => {
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

  const activate = async (step: object) => {
    const call = { stepId: 'call', type: 'ConnectorOperation', connectorId, connectorTypeId, ...step };
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' }, call];
    const made = await api('POST /api/workflows', { token, body: { name: 'Pets', steps } });
    expect(made.status, made.message).toBe(200);
    return api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token });
  };
  const rooms = { operationId: 'GET /owners/{ownerId}/rooms' };
  const mapping = { toParameterPath: 'path.ownerId', fromParameterExpression: '7' };

  const missing = await activate(rooms);
  expect(missing).toMatchObject({ status: 400, code: 'workflow-invalid', message: 'Step “call”: Please enter ownerId' });
  expect(missing.body.errors[0].field).toBe('mapping:path.ownerId');
  const activated = await activate({ ...rooms, requestParameterMappings: [mapping] });
  expect(activated).toMatchObject({ status: 200, body: { warnings: [] } });
  const mistyped = { toParameterPath: 'query.nope', fromParameterExpression: '$Steps["start"].Payload' };
  const warned = await activate({ ...rooms, requestParameterMappings: [mapping, mistyped] });
  expect(warned).toMatchObject({
    status: 200,
    body: {
      warnings: [
        { code: 'mapping-unfit', userMessage: 'Step “call”: "query.nope" is not a field of this operation; its value is not sent.' },
      ],
    },
  });
  expect((await activate({ ...rooms, requestParametersSourceType: 'Script', script: 'return {}' })).status).toBe(200);
  expect((await activate({ operationId: 'GET /nosuch' })).message).toMatch(/no operation "GET \/nosuch" any more/);
  expect((await activate({ ...rooms, connectorId: crypto.randomUUID() })).message).toMatch(/connector was not found/);
});

test('what the connection fills in is not asked for, in forms or at activation', async () => {
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
