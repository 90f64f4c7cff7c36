import { expect, test } from 'vitest';
import { api, fetchWorker, type Person, signedInPerson, testEnv } from '../api.ts';
import { makeConnectorType } from '../connector-types.ts';

const server = (testEnv as unknown as { AUTHORIZATION_SERVER: string }).AUTHORIZATION_SERVER;

function oauthType(): Promise<string> {
  return makeConnectorType({
    visibility: 'AllUsers',
    name: 'Crm',
    settings: {
      authUrl: `${server}/auth`,
      tokenUrl: `${server}/token`,
      baseUrl: `${server}/api`,
      clientId: 'portage',
      scope: 'openid offline_access',
      additionalData: { connection: { authorizationParameters: { prompt: 'consent' } } },
    },
  });
}

/** Follows the system's pages like a browser, up to the callback's address. */
async function consent(redirectUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = redirectUrl;
  for (let hops = 0; hops < 12 && !url.startsWith('https://portage.test/'); hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      cookies.set(name, value);
    }
    await response.body?.cancel();
    url = new URL(response.headers.get('location') ?? '', url).href;
  }
  return url;
}

async function connected(person: Person) {
  const body = { name: 'My Crm', connectorTypeId: await oauthTypeWithSecret() };
  const made = await api('POST /api/connectors', { token: person.token, body });
  expect(made.status, made.message).toBe(200);
  const cookie = (made.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const callback = new URL(await consent(made.body.redirectUrl));
  return { id: made.body.connector.id as string, cookie, callback };
}

/** Enters the type's secret as an admin does. */
async function oauthTypeWithSecret(): Promise<string> {
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const id = await oauthType();
  const { connectorType } = (await api(`GET /api/connector-types/${id}`, { token: admin.token })).body;
  const { id: _, isSystem: __, createdAt: ___, ...body } = connectorType;
  const saved = await api(`PUT /api/connector-types/${id}`, {
    token: admin.token,
    body: { ...body, clientSecret: 'client-secret-of-portage' },
  });
  expect(saved.status, saved.message).toBe(200);
  return id;
}

test('a person adds an OAuth 2 connector, allows it at the system, and a workflow makes calls with it', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id, cookie, callback } = await connected(person);
  const back = await fetchWorker(callback.pathname + callback.search, { headers: { cookie }, redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([302, `https://portage.test/connector-created?connectorId=${id}`]);
  const { connector } = (await api(`GET /api/connectors/${id}`, { token })).body;
  expect(connector).toMatchObject({ connectedAt: expect.any(String), connectionProblem: null });
  expect((await api(`POST /api/connectors/${id}/test`, { token })).body).toMatchObject({ isSuccess: true });

  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
    { stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url: '/things', connectorId: id },
  ];
  const { workflow } = (await api('POST /api/workflows', { token, body: { name: 'Things', steps } })).body;
  const started = await api(`POST /api/workflows/${workflow.id}/test-run`, { token });
  expect(started.status, started.message).toBe(200);
  const runId = started.body.workflowInstanceId;
  const statusOf = async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
  await expect.poll(async () => (await statusOf()).status).toMatch(/Succeeded|Failed/);
  expect(await statusOf()).toMatchObject({ status: 'Succeeded', errorMessage: null });

  // A deleted connector gives no more leases.
  await api(`DELETE /api/connectors/${id}`, { token });
  const again = await api(`POST /api/workflows/${workflow.id}/test-run`, { token });
  const secondRun = again.body.workflowInstanceId;
  const secondOf = async () => (await api(`GET /api/workflows/instances/${secondRun}`, { token })).body.workflowInstance;
  await expect.poll(async () => (await secondOf()).status).toBe('Failed');
  expect((await secondOf()).errorMessage).toContain('The connector was not found');
});

test('HOSTILE 27: a callback finished by another browser, and a repeated one, connect nothing', async () => {
  const person = await signedInPerson();
  const { id, cookie, callback } = await connected(person);
  const failed = `https://portage.test/connector-created?connectorId=${id}&isSuccess=false`;
  const finish = (withCookie: string) =>
    fetchWorker(callback.pathname + callback.search, { headers: { cookie: withCookie }, redirect: 'manual' });
  expect((await finish('')).headers.get('location')).toBe(failed);
  expect((await finish(cookie)).headers.get('location')).toBe(failed);
  const { connector } = (await api(`GET /api/connectors/${id}`, { token: person.token })).body;
  // A stranger's callback doesn't change what the connector's owner sees.
  expect(connector).toMatchObject({ connectedAt: null, connectionProblem: null });
});
