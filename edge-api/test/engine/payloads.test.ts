import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../api.ts';
import { PETS } from '../pets-document.ts';

const start = (fields: object = {}) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'price', ...fields });
const price = { stepId: 'price', type: 'CustomScript', script: 'return (Steps["start"].Payload?.total ?? 0) * 2' };

async function makeWorkflow({ token }: Person, steps: object[] = [start(), price]): Promise<string> {
  const made = await api('POST /api/workflows', { token, body: { name: 'Prices', steps } });
  expect(made.status, made.message).toBe(200);
  return made.body.workflow.id;
}

async function runWith({ token }: Person, id: string, payload?: unknown): Promise<string> {
  const started = await api(`POST /api/workflows/${id}/test-run`, { token, body: payload === undefined ? {} : { payload } });
  expect(started.status, started.message).toBe(200);
  const runId = started.body.workflowInstanceId;
  const statusOf = async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance.status;
  await expect.poll(statusOf, { interval: 50 }).toMatch(/Succeeded|Failed/);
  await expect.poll(async () => (await api(`GET /api/workflows/${id}/last-instance`, { token })).body.workflowInstance?.id).toBe(runId);
  return runId;
}

const readPayloads = async ({ token }: Person, id: string) => (await api(`GET /api/workflows/${id}/payloads`, { token })).body;

describe('data to run a workflow with', () => {
  test('a new workflow has none; a sample of its trigger and its newest payload are offered', async () => {
    const person = await signedInPerson();
    const id = await makeWorkflow(person);
    expect(await readPayloads(person, id)).toEqual({ last: null, sample: null });
    await runWith(person, id, { total: 1 });
    const runId = await runWith(person, id, { total: 21, note: ['a', null] });
    expect(await readPayloads(person, id)).toMatchObject({
      last: { runId, method: null, payload: { total: 21, note: ['a', null] }, isTooLong: false },
      sample: null,
    });
    const withSample = await makeWorkflow(person, [start({ payloadSampleJson: '{"total": 5}' }), price]);
    expect((await readPayloads(person, withSample)).sample).toEqual({ payload: { total: 5 }, source: 'Trigger' });
  });

  test('a payload that is too long to edit is named, not sent', async () => {
    const person = await signedInPerson();
    const id = await makeWorkflow(person);
    const runId = await runWith(person, id, { text: 'x'.repeat(250_000) });
    expect((await readPayloads(person, id)).last).toMatchObject({ runId, payload: null, isTooLong: true });
  });

  test('a schedule’s sample is the current instant', async () => {
    const person = await signedInPerson();
    const id = await makeWorkflow(person, [start({ triggerType: 'Scheduled', schedule: { period: 'Day', frequency: 1 } }), price]);
    const { sample } = await readPayloads(person, id);
    expect(sample).toEqual({ payload: { scheduledAt: expect.any(String) }, source: 'Schema' });
    expect(Math.abs(Date.parse(sample.payload.scheduledAt) - Date.now())).toBeLessThan(60_000);
  });

  test('an event without its own sample gets one from its schema', async () => {
    const [boss, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const openApiDocument = (await api('POST /api/files/upload-text?fileName=pets.yaml', { token: boss.token, rawBody: PETS })).body;
    const body = {
      name: 'Pets',
      baseUrl: 'https://api.pets.example',
      authorizationType: 'ApiKey',
      visibility: 'AllUsers',
      openApiDocument,
    };
    const { connectorType } = (await api('POST /api/connector-types', { token: boss.token, body })).body;
    const fields = { name: 'Pets', connectorTypeId: connectorType.id, apiKey: 'key' };
    const connectorId = (await api('POST /api/connectors', { token: person.token, body: fields })).body.connector.id;
    const trigger = start({ triggerType: 'ConnectorEvent', connectorId, eventId: 'petBorn' });
    expect((await readPayloads(person, await makeWorkflow(person, [trigger, price]))).sample).toMatchObject({
      payload: { name: 'name', parent: { name: 'name' } },
      source: 'Schema',
    });
  });

  test('HOSTILE 25: another person’s payloads stay private', async () => {
    const person = await signedInPerson();
    const id = await makeWorkflow(person);
    await runWith(person, id, { total: 1 });
    const other = await signedInPerson();
    expect((await api(`GET /api/workflows/${id}/payloads`, { token: other.token })).status).toBe(404);
  });
});

test('a successful run is re-run with its payload, on the current version', async () => {
  const person = await signedInPerson();
  const id = await makeWorkflow(person);
  const runId = await runWith(person, id, { total: 21 });
  const { body } = await api(`POST /api/workflows/instances/${runId}/re-run?type=StartNew`, { token: person.token });
  expect(body).toMatchObject({ isSuccess: true });
  expect(body.workflowInstanceId).not.toBe(runId);
  await expect
    .poll(async () => (await readPayloads(person, id)).last)
    .toMatchObject({ runId: body.workflowInstanceId, payload: { total: 21 } });
  const goOn = await api(`POST /api/workflows/instances/${runId}/re-run?type=ContinueExisting`, { token: person.token });
  expect(goOn.body).toMatchObject({ isSuccess: false });
});
