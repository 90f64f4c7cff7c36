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

test('a deployed Portage does not have the call, and a local one only for what it simulates', async () => {
  const { token } = await signedInPerson();
  const ask = (connectorTypeId: string, env = {}) => api('POST /api/connectors/simulated', { token, body: { connectorTypeId }, env });
  expect(await ask(TYPE, { SIMULATORS: '' })).toMatchObject({ status: 404, code: 'not-found' });
  expect(await ask('system-other')).toMatchObject({ status: 404 });
  expect(await ask('constructor')).toMatchObject({ status: 404 });
  const unknown = { token, body: { connectorTypeId: TYPE, isSimulated: true } };
  expect((await api('POST /api/connectors/simulated', unknown)).status).toBe(400);
  expect((await api('GET /api/connectors', { token })).body.totalCount).toBe(0);
});

test('nobody makes an own connector a simulated one, or the other way round', async () => {
  const { token } = await signedInPerson();
  const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } });
  const body = { name: 'Mine', connectorTypeId, apiKey: 'key', isSimulated: true };
  expect((await api('POST /api/connectors', { token, body })).status).toBe(400);
});

test('the browser goes to a local page in place of a simulated system, and to the system itself otherwise', async () => {
  const env = { SIMULATORS: JSON.stringify({ connectors: {}, signIns: { '*.example': '/local/simulators/pets/sign-in' } }) };
  expect(signInAddress(env, 'https://login.example/authorize?client_id=a&state=b', 'https://portage.test')).toBe(
    'https://portage.test/local/simulators/pets/sign-in?client_id=a&state=b&portage_host=login.example',
  );
  expect(signInAddress(env, 'https://login.example.com/authorize', 'https://portage.test')).toBe('https://login.example.com/authorize');
  expect(signInAddress({}, 'https://login.example/authorize', 'https://portage.test')).toBe('https://login.example/authorize');
});

test('a connector is not made in a way in which its system cannot be connected', async () => {
  const { token } = await signedInPerson();
  const connectorTypeId = await makeConnectorType({
    visibility: 'AllUsers',
    settings: { baseUrl: null, additionalData: { connection: { baseUrlMember: 'instance_url' } } },
  });
  const body = { name: 'CRM', connectorTypeId, authorizationType: 'ApiKey', apiKey: 'key' };
  const refused = await api('POST /api/connectors', { token, body });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'authorizationType' }] } });
});
