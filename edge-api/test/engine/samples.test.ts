import { expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../api.ts';
import { makeWorkflow } from '../workflows.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({
  stepId,
  clientId: `id-${stepId}`,
  type: 'CustomScript',
  script: text,
  ...extra,
});
const start = { stepId: 'start', clientId: 'id-start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'fetch' };
const steps = [
  { ...start, payloadSampleJson: '{"n": 5}' },
  script('fetch', 'return [{ n: Steps["start"].Payload.n }, { n: 7 }]', { nextStepId: 'each' }),
  {
    stepId: 'each',
    clientId: 'id-each',
    type: 'Loop',
    listContextDataEntityName: '$Steps["fetch"].Response',
    loopFirstStepId: 'price',
    nextStepId: 'sum',
  },
  script('price', 'return Steps["each"].CurrentItem.n * 2'),
  script('sum', 'return Steps["fetch"].Response.length'),
];

async function scene(others: object[] = steps) {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person, { steps: others });
  return { person, token: person.token, id };
}

const call = (method: string, { token }: Pick<Person, 'token'>, path: string, body?: object) =>
  api(`${method} /api/workflows/${path}`, { token, ...(body ? { body } : {}) });

async function ended({ token }: Pick<Person, 'token'>, { body }: { body: { workflowInstanceId: string } }): Promise<string> {
  await expect
    .poll(async () => (await api(`GET /api/workflows/instances/${body.workflowInstanceId}`, { token })).body.workflowInstance.status)
    .toMatch(/Succeeded|Failed/);
  return body.workflowInstanceId;
}

/** Tests a step as it is stored, or with these changes, without giving any values. @returns the run's id */
async function testStep(person: Pick<Person, 'token'>, id: string, stepId: string, change: object = {}) {
  const step = { ...steps.find((one) => one.stepId === stepId), ...change };
  const answer = await call('POST', person, `${id}/test-step`, { step });
  expect(answer.status, answer.message).toBe(200);
  return ended(person, answer);
}

const sampleOf = async (person: Pick<Person, 'token'>, id: string, name: string, query = '') =>
  (await call('GET', person, `${id}/samples/id-${name}${query}`)).body?.sample;
const list = async (person: Pick<Person, 'token'>, id: string, query = '') =>
  Object.fromEntries(
    (await call('GET', person, `${id}/samples${query}`)).body.samples.map((sample: { clientId: string }) => [sample.clientId, sample]),
  );

test('a program tests step after step without giving values: each test’s result is the next one’s sample', async () => {
  const { person, id } = await scene();
  expect(await list(person, id)).toEqual({
    'id-start': { clientId: 'id-start', origin: 'schema', at: null, isCut: false, isStale: false, workflowInstanceId: null },
  });
  const runId = await testStep(person, id, 'fetch');
  expect(await sampleOf(person, id, 'fetch')).toEqual({
    clientId: 'id-fetch',
    origin: 'test',
    at: expect.stringMatching(/Z$/),
    isCut: false,
    isStale: false,
    workflowInstanceId: runId,
    values: { Response: [{ n: 5 }, { n: 7 }] },
  });
  await testStep(person, id, 'price');
  expect((await sampleOf(person, id, 'price')).values).toEqual({ Response: 10 });
  await testStep(person, id, 'sum');
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 2 });
});

test('a pin beats a test, a test beats the last run, and given values beat all of them', async () => {
  const { person, token, id } = await scene();
  const run = await ended(person, await call('POST', person, `${id}/test-run`, { payload: { n: 1 } }));
  await expect.poll(async () => (await list(person, id))['id-fetch']).toMatchObject({ origin: 'run', workflowInstanceId: run });
  expect((await sampleOf(person, id, 'start')).values).toMatchObject({ Payload: { n: 1 } });
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 2 });

  await testStep(person, id, 'fetch', { script: 'return [1, 2, 3]' });
  expect(await sampleOf(person, id, 'fetch')).toMatchObject({ origin: 'test', values: { Response: [1, 2, 3] } });
  await testStep(person, id, 'sum');
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 3 });

  await call('PUT', person, `${id}/pins`, { clientId: 'id-fetch', values: { Response: [1] } });
  expect(await sampleOf(person, id, 'fetch')).toMatchObject({ origin: 'pin', workflowInstanceId: null, values: { Response: [1] } });
  await testStep(person, id, 'sum');
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 1 });

  const given = { step: steps.at(-1), stepValues: { fetch: { Response: [1, 2, 3, 4, 5] } } };
  await ended(person, await api(`POST /api/workflows/${id}/test-step`, { token, body: given }));
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 5 });
});

test('with a chosen run, that run’s results count, and tests that were made with it', async () => {
  const { person, id } = await scene();
  const chosen = await ended(person, await call('POST', person, `${id}/test-run`, { payload: { n: 1 } }));
  await testStep(person, id, 'fetch', { script: 'return [9]' });
  expect((await sampleOf(person, id, 'fetch')).values).toEqual({ Response: [9] });
  const query = `?dataRunId=${chosen}`;
  expect((await sampleOf(person, id, 'fetch', query)).values).toEqual({ Response: [{ n: 1 }, { n: 7 }] });
  const body = { step: { ...steps[1], script: 'return Steps["start"].Payload.n + 1' }, dataRunId: chosen };
  await ended(person, await call('POST', person, `${id}/test-step`, body));
  expect(await sampleOf(person, id, 'fetch', query)).toMatchObject({ origin: 'test', values: { Response: 2 } });

  const other = await scene();
  expect(await call('GET', other.person, `${other.id}/samples${query}`)).toMatchObject({ status: 404, code: 'not-found' });
  const own = await scene();
  const foreign = await ended(own.person, await call('POST', own.person, `${own.id}/test-run`, { payload: {} }));
  const { id: second } = await makeWorkflow(own.person, { steps });
  expect((await call('GET', own.person, `${second}/samples?dataRunId=${foreign}`)).status).toBe(404);
});

test('the steps of a partial test get samples, those it didn’t reach keep theirs, and a whole test starts over', async () => {
  const { person, id } = await scene();
  await testStep(person, id, 'sum', { script: 'return "kept"' });
  await ended(person, await call('POST', person, `${id}/test-run`, { payload: { n: 3 }, upToStepId: 'fetch' }));
  expect(await list(person, id)).toMatchObject({
    'id-start': { origin: 'test' },
    'id-fetch': { origin: 'test' },
    'id-sum': { origin: 'test', isStale: true },
  });
  expect((await sampleOf(person, id, 'start')).values).toMatchObject({ Payload: { n: 3 } });
  const whole = await ended(person, await call('POST', person, `${id}/test-run`, { payload: { n: 4 } }));
  await expect.poll(async () => (await list(person, id))['id-fetch']).toMatchObject({ origin: 'run', workflowInstanceId: whole });
});

test('a test from a step on uses what the steps before it returned in tests, with or without a run', async () => {
  const { person, id } = await scene();
  await testStep(person, id, 'fetch', { script: 'return [1, 2, 3]' });
  await ended(person, await call('POST', person, `${id}/test-run`, { fromStepId: 'sum' }));
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 3 });
  await ended(person, await call('POST', person, `${id}/test-run`, { payload: { n: 1 } }));
  await testStep(person, id, 'fetch', { script: 'return [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]' });
  await ended(person, await call('POST', person, `${id}/test-run`, { fromStepId: 'sum' }));
  expect((await sampleOf(person, id, 'sum')).values).toEqual({ Response: 4 });

  const { person: other, id: empty } = await scene([{ ...start, nextStepId: 'sum' }, script('sum', 'return 1')]);
  expect(await call('POST', other, `${empty}/test-run`, { fromStepId: 'sum' })).toMatchObject({ status: 400, code: 'validation' });
});

test('a failure doesn’t replace a good sample, and a changed step marks its sample stale', async () => {
  const { person, id } = await scene();
  await testStep(person, id, 'sum', { script: 'throw new Error("first")' });
  expect((await sampleOf(person, id, 'sum')).values).toMatchObject({ Error: expect.stringContaining('first') });
  await testStep(person, id, 'fetch');
  await testStep(person, id, 'fetch', { script: 'throw new Error("no good")' });
  expect((await sampleOf(person, id, 'fetch')).values).toEqual({ Response: [{ n: 5 }, { n: 7 }] });
  expect((await list(person, id))['id-fetch'].isStale).toBe(false);

  const renamed = JSON.parse(JSON.stringify(steps).replaceAll('"fetch"', '"load"').replaceAll('\\"fetch\\"', '\\"load\\"'));
  expect((await call('PUT', person, id, { steps: renamed })).status).toBe(200);
  expect((await list(person, id))['id-fetch']).toMatchObject({ origin: 'test', isStale: false });
  const changed = renamed.map((step: { stepId: string }) => (step.stepId === 'load' ? { ...step, script: 'return 1' } : step));
  expect((await call('PUT', person, id, { steps: changed })).status).toBe(200);
  expect((await list(person, id))['id-fetch']).toMatchObject({ origin: 'test', isStale: true });
});

test('a called workflow’s End response is its caller’s sample before the first test', async () => {
  const person = await signedInPerson();
  const end = { stepId: 'end', type: 'EndStep', response: { body: '{"total": $Steps["start"].Payload.total, "state": "new"}' } };
  const called = await makeWorkflow(person, { steps: [{ ...start, nextStepId: 'end' }, end] });
  const caller = { stepId: 'call', clientId: 'id-call', type: 'CallWorkflow', workflowId: called.id };
  const { id } = await makeWorkflow(person, { steps: [{ ...start, nextStepId: 'call' }, caller] });
  expect(await sampleOf(person, id, 'call')).toMatchObject({
    origin: 'schema',
    values: { Response: { total: null, state: 'new' }, ResponseHttpStatusCode: 200 },
  });
});

test('a long result keeps its shape within the limit', async () => {
  const { person, id } = await scene();
  const long = 'return { orders: Array.from({ length: 20000 }, (_, id) => ({ id, note: "x".repeat(50) })), total: 20000 }';
  await testStep(person, id, 'fetch', { script: long });
  const sample = await sampleOf(person, id, 'fetch');
  expect(sample.isCut).toBe(true);
  expect(JSON.stringify(sample.values).length).toBeLessThanOrEqual(262_144);
  expect(sample.values.Response).toMatchObject({ total: 20_000, orders: expect.arrayContaining([{ id: 0, note: 'x'.repeat(50) }]) });
});

test('a sample has no secrets', async () => {
  const { person, id } = await scene();
  const payload = { n: 1, password: 'of-the-caller' };
  await ended(person, await call('POST', person, `${id}/test-run`, { payload, upToStepId: 'fetch' }));
  expect(await sampleOf(person, id, 'start')).toMatchObject({ origin: 'test', values: { Payload: { n: 1, password: '[redacted]' } } });
  await testStep(person, id, 'fetch', { script: 'return Steps["start"].Payload' });
  expect((await sampleOf(person, id, 'fetch')).values).toEqual({ Response: { n: 1, password: '[redacted]' } });
});

test('a sample is forgotten by its owner, with the draft, and with the workflow; no copy has it', async () => {
  const { person, token, id } = await scene();
  await testStep(person, id, 'fetch');
  const copy = await api('POST /api/workflows/', { token, body: { copyOfWorkflowId: id } });
  expect(Object.keys(await list(person, copy.body.workflow.id))).toHaveLength(1);
  const other = await signedInPerson();
  expect((await call('DELETE', other, `${id}/samples/id-fetch`)).status).toBe(404);
  expect((await sampleOf(person, id, 'fetch')).origin).toBe('test');
  expect(await call('DELETE', person, `${id}/samples/id-fetch`)).toMatchObject({ status: 200, body: { isSuccess: true } });
  expect((await call('GET', person, `${id}/samples/id-fetch`)).status).toBe(404);
  expect((await call('DELETE', person, `${id}/samples/id-gone`)).status).toBe(404);
  expect(await call('GET', person, `${id}/samples?clientId=x`)).toMatchObject({ status: 400, code: 'validation' });

  await testStep(person, id, 'fetch');
  expect((await call('POST', person, `${id}/activate`)).status).toBe(200);
  const { versionId } = (await call('GET', person, id)).body.workflow;
  const changed = steps.map((step) => (step.stepId === 'sum' ? { ...step, script: 'return 0' } : step));
  const draft = await call('PUT', person, `${id}/draft`, { versionId, steps: changed });
  expect(draft.status, draft.message).toBe(200);
  expect((await sampleOf(person, id, 'fetch')).origin).toBe('test');
  await call('DELETE', person, `${id}/draft?versionId=${draft.body.draft.versionId ?? draft.body.draft.id}`);
  expect(Object.keys(await list(person, id))).toEqual(['id-start']);

  await testStep(person, id, 'fetch');
  await call('DELETE', person, id);
  expect((await call('POST', person, `${id}/restore`)).status).toBe(200);
  expect(Object.keys(await list(person, id))).toEqual(['id-start']);
});
