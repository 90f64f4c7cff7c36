// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { expect, test } from 'vitest';
import { api, fetchWorker, signedInPerson, testEnv } from '../api.ts';

const server = (testEnv as unknown as { AUTHORIZATION_SERVER: string }).AUTHORIZATION_SERVER;

const stepsWith = (call: object) => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
  { stepId: 'call', type: 'HttpRequest', continueOnFailure: true, ...call },
];

test('HOSTILE 36: a public webhook’s payload can’t choose another path or parameter of the called system', async () => {
  const { token } = await signedInPerson();
  const url = `${server}/users/\${Steps["start"].Payload.id}/notes?q=\${Steps["start"].Payload.id}&size=10`;
  const made = await api('POST /api/workflows', { token, body: { name: 'Notes', steps: stepsWith({ url }) } });
  const { id, triggerCode } = made.body.workflow;
  expect((await api(`POST /api/workflows/${id}/activate`, { token })).status).toBe(200);

  async function callFor(value: string): Promise<{ requestUrl: string | undefined; errorMessage: string | null }> {
    const response = await fetchWorker(`/api/webhooks/${triggerCode}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: value }),
    });
    const { workflowInstanceId } = (await response.json()) as { workflowInstanceId: string };
    const run = async () => (await api(`GET /api/workflows/instances/${workflowInstanceId}`, { token })).body.workflowInstance;
    await expect.poll(async () => (await run()).status).toMatch(/Succeeded|Failed/);
    const listed = await api(`GET /api/workflows/step-instances?workflowInstanceId=${workflowInstanceId}&pageSize=10`, { token });
    const step = listed.body.stepInstances.find((one: { name: string }) => one.name === 'call');
    const read = await api(`GET /api/workflows/step-instances/${step.id}?workflowInstanceId=${workflowInstanceId}`, { token });
    const { stepData, errorMessage } = read.body.stepInstance;
    return { requestUrl: stepData?.requestUrl, errorMessage };
  }

  for (const [value, encoded] of [
    ['a/b', 'a%2Fb'],
    ['1?role=admin', '1%3Frole%3Dadmin'],
    ['ann+test@x.com&admin=true#', 'ann%2Btest%40x.com%26admin%3Dtrue%23'],
    ['https://evil.example', 'https%3A%2F%2Fevil.example'],
  ] as const) {
    expect((await callFor(value)).requestUrl).toBe(`${server}/users/${encoded}/notes?q=${encoded}&size=10`);
  }
  for (const value of ['../../admin', '..', '%2e%2e%2fadmin', 'a\r\nb', '']) {
    const { requestUrl, errorMessage } = await callFor(value);
    expect([value, requestUrl]).toEqual([value, undefined]);
    expect(errorMessage).toMatch(/^The value .* \(at character \d+ of the expression\)/);
  }
});

test('HOSTILE 36: a workflow whose webhook caller could choose what is called with a connector isn’t activated', async () => {
  const { token } = await signedInPerson();
  const call = { url: '$Steps["start"].Payload.url', connectorId: crypto.randomUUID() };
  const made = await api('POST /api/workflows', { token, body: { name: 'Open', steps: stepsWith(call) } });
  const refused = await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token });
  expect(refused.status).toBe(400);
  expect(refused.message).toContain('cannot begin with a value from the webhook call');
});
