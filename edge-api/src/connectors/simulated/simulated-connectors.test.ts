import { beforeAll, expect, test } from 'vitest';
import { api, signedInPerson } from '../../../test/api.ts';
import { makeAppType } from '../../../test/app-types.ts';
import { makeConnectorType } from '../../../test/connector-types.ts';
import { signInAddress } from './simulated-systems.ts';

const TYPE = 'system-simulated';
beforeAll(() => makeAppType(TYPE, 'Simulated', { authorizationType: 'OAuth' }));

test('one call makes a connector to the simulated system, without a sign-in', async () => {
  const { token, row } = await signedInPerson();
  const made = await api('POST /api/connectors/simulated', { token, body: { connectorTypeId: TYPE } });
  expect(made.status, made.message).toBe(200);
  expect(made.body.connector).toMatchObject({
    name: 'Simulated Simulated',
    connectorTypeId: TYPE,
    userId: row.id,
    isSimulated: true,
    slug: 'portage-demo',
    apiKey: '•'.repeat(20),
  });
  expect(made.body.redirectUrl).toBeUndefined();
  const { connectors } = (await api('GET /api/connectors', { token })).body;
  expect(connectors).toMatchObject([{ id: made.body.connector.id, isSimulated: true, testedAt: null }]);
  const again = await api(`POST /api/connectors/${made.body.connector.id}/reconnect`, { token });
  expect(again).toMatchObject({ status: 400, message: expect.stringContaining('no sign-in to repeat') });
});

test('each connector to the same simulated system has its own name', async () => {
  const { token } = await signedInPerson();
  const make = async () => (await api('POST /api/connectors/simulated', { token, body: { connectorTypeId: TYPE } })).body.connector;
  const names = [(await make()).name, (await make()).name];
  const { id, name } = await make();
  expect([...names, name]).toEqual(['Simulated Simulated', 'Simulated Simulated 2', 'Simulated Simulated 3']);
  expect((await api(`DELETE /api/connectors/${id}`, { token })).status).toBeLessThan(300);
  expect((await make()).name).toBe('Simulated Simulated 3');
});

test('a deployed Portage lacks the call, and a local one has it only for what it simulates', async () => {
  const { token } = await signedInPerson();
  const ask = (connectorTypeId: string, env = {}) => api('POST /api/connectors/simulated', { token, body: { connectorTypeId }, env });
  expect(await ask(TYPE, { SIMULATORS: '' })).toMatchObject({ status: 404, code: 'not-found' });
  expect(await ask('system-other')).toMatchObject({ status: 404 });
  expect(await ask('constructor')).toMatchObject({ status: 404 });
  const unknown = { token, body: { connectorTypeId: TYPE, isSimulated: true } };
  expect((await api('POST /api/connectors/simulated', unknown)).status).toBe(400);
  expect((await api('GET /api/connectors', { token })).body.totalCount).toBe(0);
});

test('nobody turns a real connector into a simulated one, or the other way round', async () => {
  const { token } = await signedInPerson();
  const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } });
  const body = { name: 'Mine', connectorTypeId, apiKey: 'key', isSimulated: true };
  expect((await api('POST /api/connectors', { token, body })).status).toBe(400);
});

test('the browser goes to a local page instead of a simulated system, and otherwise to the system itself', async () => {
  const env = { SIMULATORS: JSON.stringify({ connectors: {}, signIns: { '*.example': '/local/simulators/pets/sign-in' } }) };
  expect(signInAddress(env, 'https://login.example/authorize?client_id=a&state=b', 'https://portage.test')).toBe(
    'https://portage.test/local/simulators/pets/sign-in?client_id=a&state=b&portage_host=login.example',
  );
  expect(signInAddress(env, 'https://login.example.com/authorize', 'https://portage.test')).toBe('https://login.example.com/authorize');
  expect(signInAddress({}, 'https://login.example/authorize', 'https://portage.test')).toBe('https://login.example/authorize');
});

test('a connector can’t be made in a way its system doesn’t support', async () => {
  const { token } = await signedInPerson();
  const connectorTypeId = await makeConnectorType({
    visibility: 'AllUsers',
    settings: { baseUrl: null, additionalData: { connection: { baseUrlMember: 'instance_url' } } },
  });
  const body = { name: 'CRM', connectorTypeId, authorizationType: 'ApiKey', apiKey: 'key' };
  const refused = await api('POST /api/connectors', { token, body });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'authorizationType' }] } });
});

test('a system without a simulator is simulated from its document: the connector has all that its type requires', async () => {
  const { token } = await signedInPerson();
  const byDocument = { clientId: 'simulated-app', secret: 'simulated-secret', token: 'simulated-token' };
  const env = { SIMULATORS: JSON.stringify({ connectors: {}, signIns: {}, byDocument }) };
  const openApiDocument = { fileName: 'pets.yaml', fileStorageId: crypto.randomUUID(), storageType: 'R2' };
  const make = async (settings: object, document: typeof openApiDocument | null = openApiDocument) => {
    const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings, openApiDocument: document });
    return api('POST /api/connectors/simulated', { token, body: { connectorTypeId }, env });
  };
  const template = '{customOptions.shopId}:{customOptions.userEmail}';
  const connection = { authParameters: [{ in: 'header', name: 'shop', template }] };
  const oauth = await make({ authorizationType: 'OAuth', clientId: null, additionalData: { connection } });
  expect(oauth.body.connector).toMatchObject({
    isSimulated: true,
    clientId: 'simulated-app',
    clientSecret: '•'.repeat(20),
    accessToken: null,
    customOptions: { shopId: '1001', userEmail: 'portage-demo@example.com' },
  });
  const basic = await make({ authorizationType: 'Basic', needSlug: true });
  expect(basic.body.connector).toMatchObject({ username: 'portage-demo', password: '•'.repeat(20), slug: 'portage-demo' });
  expect(await make({ authorizationType: 'ApiKey' }, null)).toMatchObject({
    status: 404,
    message: expect.stringContaining('no OpenAPI document'),
  });
  const { token: other, row } = await signedInPerson();
  const own = await makeConnectorType({ userId: row.id, settings: { authorizationType: 'ApiKey' }, openApiDocument });
  const ask = (as: string) => api('POST /api/connectors/simulated', { token: as, body: { connectorTypeId: own }, env });
  expect((await ask(token)).status).toBe(404);
  expect((await ask(other)).status).toBe(200);
});
