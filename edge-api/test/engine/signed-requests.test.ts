import { MASKED_SECRET } from '@portage/contracts';
import { expect, test } from 'vitest';
import { api, type Person, signedInPerson, testEnv } from '../api.ts';
import { makeWorkflow, signedInAdmin } from '../workflows.ts';

const server = (testEnv as unknown as { APPS_SERVER: string }).APPS_SERVER;
/** `APPS_CLIENT` of the server. */
const APPS_CLIENT = { id: 'portage-app', secret: 'secret-of-the-portage-app' };
const TYPE = {
  name: 'Signed Shop',
  baseUrl: `${server}/signed`,
  authorizationType: 'SignedRequest',
  visibility: 'AllUsers',
  additionalData: {
    connection: {
      authParameters: [{ in: 'query', name: 'app_key', template: '{clientId}' }],
      healthCheck: { method: 'GET', path: '/shops' },
      authorizationSettings: {
        signedText: '{secret}{path}{sortedQuery}{body}{secret}',
        signatureIn: 'query',
        signatureName: 'sign',
        timestampIn: 'query',
        timestampName: 'timestamp',
      },
    },
  },
};

test('a type with signed requests is made, its connector tested, and its runs make calls that the system accepts', async () => {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  const incomplete = { ...TYPE, additionalData: { connection: { authorizationSettings: { signatureName: 'sign' } } } };
  expect(await api('POST /api/connector-types', { token: admin.token, body: incomplete })).toMatchObject({
    status: 400,
    message: 'Please input Signed text',
  });
  const type = await api('POST /api/connector-types', { token: admin.token, body: TYPE });
  expect(type.status, type.message).toBe(200);
  expect(type.body.connectorType.additionalData).toEqual(TYPE.additionalData);
  const connectorTypeId = type.body.connectorType.id;

  const { token } = person;
  const body = { name: 'My shop', connectorTypeId };
  expect(await api('POST /api/connectors', { token, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'clientId' }, { field: 'clientSecret', userMessage: 'Please input Signing Secret' }] },
  });
  const made = await api('POST /api/connectors', { token, body: { ...body, clientId: APPS_CLIENT.id, clientSecret: APPS_CLIENT.secret } });
  expect(made.body.connector).toMatchObject({ authorizationType: 'SignedRequest', clientId: APPS_CLIENT.id, clientSecret: MASKED_SECRET });
  const { id } = made.body.connector;
  expect((await api(`POST /api/connectors/${id}/test`, { token })).body).toEqual({
    isSuccess: true,
    message: 'The connection to Signed Shop works.',
  });

  const call = {
    stepId: 'call',
    type: 'HttpRequest',
    httpMethod: 'POST',
    connectorId: id,
    url: '/orders?page_size=2&cipher=a%2Fb',
    // The system returns what it was sent, so that a leak would show.
    body: `{"note": "é and ${APPS_CLIENT.secret}"}`,
  };
  const { run, detail } = await runSteps(person, [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' }, call]);
  expect(run.errorMessage).toBeNull();
  expect(detail.stepData.response).toMatchObject({ body: { code: 0, note: expect.stringContaining('é and ') } });
  expect(JSON.stringify([run, detail.stepData])).not.toContain(APPS_CLIENT.secret);

  // With a wrong secret the system refuses, and the check says what to do.
  await api(`PUT /api/connectors/${id}`, { token, body: { clientSecret: 'another-secret' } });
  expect((await api(`POST /api/connectors/${id}/test`, { token })).body).toEqual({
    isSuccess: false,
    message:
      'Signed Shop did not accept the credentials (401). Check the ids and the secret that the connector signs with; its connector type says what is signed.',
  });
});

async function runSteps({ token, ...person }: Person, steps: object[]) {
  const { id } = await makeWorkflow({ token, ...person }, { steps });
  const started = await api(`POST /api/workflows/${id}/test-run`, { token, body: { payload: {} } });
  expect(started.status, started.message).toBe(200);
  const runId = started.body.workflowInstanceId as string;
  const read = async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
  await expect.poll(async () => (await read()).status).toMatch(/Succeeded|Failed/);
  const { body } = await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token });
  const step = body.stepInstances.find(({ name }: { name: string }) => name === 'call');
  const detail = await api(`GET /api/workflows/step-instances/${step.id}?workflowInstanceId=${runId}`, { token });
  return { run: await read(), detail: detail.body.stepInstance };
}
