import { expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../api.ts';
import { makeWorkflow } from '../workflows.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript', script: text, ...extra });
const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'first' },
  script('first', 'return Steps["start"].Payload.n + 1', { nextStepId: 'second' }),
  script('second', 'return [Steps["first"]?.Response ?? "none"]', { nextStepId: 'third' }),
  script('third', 'return Steps["second"].Response'),
];

async function testRun({ token }: Person, workflowId: string, body: object) {
  const answer = await api(`POST /api/workflows/${workflowId}/test-run`, { token, body });
  expect(answer.status, answer.message).toBe(200);
  return whatRan({ token } as Person, answer.body.workflowInstanceId);
}

/** Waits for the end of the run. @returns the run and its steps' results, by name */
async function whatRan({ token }: Person, runId: string) {
  const read = async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
  await expect.poll(async () => (await read()).status).toMatch(/Succeeded|Failed/);
  const { stepInstances } = (await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token })).body;
  const gave: Record<string, unknown> = {};
  for (const { id, name } of stepInstances) {
    const { stepData } = (await api(`GET /api/workflows/step-instances/${id}?workflowInstanceId=${runId}`, { token })).body.stepInstance;
    gave[name] = stepData?.response?.body;
  }
  return { run: await read(), runId, gave, names: stepInstances.map(({ name }: { name: string }) => name) };
}

const changed = (...changes: [stepId: string, change: object][]) =>
  steps.map((step) => ({ ...step, ...changes.find(([stepId]) => stepId === step.stepId)?.[1] }));

test('a disabled step is skipped in real runs and in tests, and stays disabled in copies', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const off = changed(['first', { isSwitchedOff: true, script: '' }]);
  const { id } = await makeWorkflow(person, { steps: off });
  expect(await testRun(person, id, { payload: { n: 1 } })).toMatchObject({
    names: ['start', 'second', 'third'],
    gave: { third: ['none'] },
  });

  expect((await api(`POST /api/workflows/${id}/activate`, { token })).status).toBe(200);
  const run = await api(`POST /api/workflows/${id}/run`, { token, body: { payload: { n: 1 } } });
  expect((await whatRan(person, run.body.workflowInstanceId)).names).toEqual(['start', 'second', 'third']);

  const copy = await api('POST /api/workflows/', { token, body: { copyOfWorkflowId: id } });
  expect(copy.body.workflow.steps[1]).toMatchObject({ stepId: 'first', isSwitchedOff: true });
});

test('the trigger can’t be disabled; a disabled step can be tested on its own', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id } = await makeWorkflow(person, { steps: changed(['start', { isSwitchedOff: true }]) });
  expect(await api(`POST /api/workflows/${id}/test-run`, { token })).toMatchObject({
    status: 400,
    message: 'Step “start”: The trigger cannot be switched off',
  });
  const alone = await api(`POST /api/workflows/${id}/test-step`, {
    token,
    body: { step: script('first', 'return 7', { isSwitchedOff: true }) },
  });
  expect((await whatRan(person, alone.body.workflowInstanceId)).gave).toMatchObject({ first: 7 });
});

test('a test up to a step ends there, and requires only the steps on its path to be complete', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id } = await makeWorkflow(person, { steps: changed(['third', { script: '' }]) });
  const part = await testRun(person, id, { payload: { n: 1 }, upToStepId: 'second' });
  expect(part).toMatchObject({
    names: ['start', 'first', 'second'],
    gave: { second: [2] },
    run: { isTest: true, testedPart: { from: null, upTo: 'second' } },
  });
  const ask = (body: object) => api(`POST /api/workflows/${id}/test-run`, { token, body });
  expect(await ask({})).toMatchObject({ status: 400, code: 'workflow-invalid' });
  expect(await ask({ upToStepId: 'third' })).toMatchObject({ status: 400, code: 'workflow-invalid' });
  expect(await ask({ upToStepId: 'gone' })).toMatchObject({ status: 400, code: 'validation' });
  expect(await ask({ upToStepId: 'second', until: 'x' })).toMatchObject({ status: 400, code: 'validation' });
});

const pins = (person: Person, id: string, body: object) => api(`PUT /api/workflows/${id}/pins`, { token: person.token, body });

async function withIds(person: Person, more: object[] = steps) {
  const workflow = await makeWorkflow(person, { steps: more });
  const { body } = await api(`GET /api/workflows/${workflow.id}`, { token: person.token });
  const idOf = (name: string): string => body.workflow.steps.find(({ stepId }: { stepId: string }) => stepId === name).clientId;
  return { id: workflow.id, triggerCode: body.workflow.triggerCode, idOf };
}

test('a pinned output replaces its step in tests, even after a rename, but never in a real run or a copy', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id, idOf } = await withIds(person);
  const pinned = await pins(person, id, { clientId: idOf('first'), values: { Response: 40 } });
  expect(pinned.body.pins).toMatchObject([{ clientId: idOf('first'), values: { Response: 40 } }]);
  expect((await testRun(person, id, { payload: { n: 1 } })).gave).toMatchObject({ first: 40, third: [40] });

  const renamed = JSON.parse(
    JSON.stringify(changed().map((step) => ({ ...step, clientId: idOf(step.stepId) }))).replaceAll('first', 'erst'),
  );
  expect((await api(`PUT /api/workflows/${id}`, { token, body: { steps: renamed } })).status).toBe(200);
  expect((await testRun(person, id, { payload: { n: 1 } })).gave).toMatchObject({ erst: 40, third: [40] });

  expect((await api(`POST /api/workflows/${id}/activate`, { token })).status).toBe(200);
  const run = await api(`POST /api/workflows/${id}/run`, { token, body: { payload: { n: 1 } } });
  expect((await whatRan(person, run.body.workflowInstanceId)).gave).toMatchObject({ erst: 2, third: [2] });
  const copy = await api('POST /api/workflows/', { token, body: { copyOfWorkflowId: id } });
  expect((await api(`GET /api/workflows/${copy.body.workflow.id}/pins`, { token })).body).toEqual({ pins: [] });

  expect((await pins(person, id, { clientId: idOf('first'), values: null })).body).toEqual({ pins: [] });
  expect((await testRun(person, id, { payload: { n: 1 } })).gave).toMatchObject({ erst: 2 });
});

test('a webhook call that starts a test uses pinned outputs too', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id, triggerCode, idOf } = await withIds(person, changed(['start', { triggerType: 'Webhook' }]));
  await pins(person, id, { clientId: idOf('first'), values: { Response: 40 } });
  expect((await api(`POST /api/workflows/${id}/start-testing`, { token })).status).toBe(200);
  const called = await api(`POST /api/webhooks/${triggerCode}`, { body: { n: 1 } });
  const { run, gave } = await whatRan(person, called.body.workflowInstanceId);
  expect(run.isTest).toBe(true);
  expect(gave).toMatchObject({ third: [40] });
});

test('pins are limited in size and number, to steps with an output, and to the owner', async () => {
  const person = await signedInPerson();
  const { id, idOf } = await withIds(person);
  const invalid = { status: 400, code: 'validation' };
  const clientId = idOf('first');
  expect(await pins(person, id, { clientId: 'gone', values: {} })).toMatchObject(invalid);
  expect(await pins(person, id, { clientId: idOf('start'), values: {} })).toMatchObject(invalid);
  expect(await pins(person, id, { clientId, values: { Payload: 1 } })).toMatchObject(invalid);
  expect(await pins(person, id, { clientId, values: {}, more: 1 })).toMatchObject(invalid);
  expect(await pins(person, id, { clientId, values: { Response: 'x'.repeat(500_001) } })).toMatchObject({
    ...invalid,
    message: 'A pinned output may have at most 500,000 characters as JSON.',
  });
  expect(await pins(await signedInPerson(), id, { clientId, values: {} })).toMatchObject({ status: 404 });
  const many = Array.from({ length: 9 }, (_, at) => script(`s${at}`, 'return 1'));
  const full = await withIds(person, [...steps, ...many]);
  const answers = [];
  for (const { stepId } of many)
    answers.push(await pins(person, full.id, { clientId: full.idOf(stepId), values: { Response: 'x'.repeat(490_000) } }));
  expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 400]);
  expect(answers.at(-1)?.message).toContain('4,000,000');
});

test('a test that begins at a step uses the chosen run’s results for earlier steps, under their current names', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id, idOf } = await withIds(person);
  const first = await testRun(person, id, { payload: { n: 1 } });
  const second = await testRun(person, id, { payload: { n: 10 } });
  const renamed = JSON.parse(
    JSON.stringify(changed(['first', { script: 'throw new Error("not again")' }]).map((step) => ({ ...step, clientId: idOf(step.stepId) })))
      .replaceAll('"first"', '"erst"')
      .replaceAll('Steps[\\"first\\"]', 'Steps[\\"erst\\"]'),
  );
  expect((await api(`PUT /api/workflows/${id}`, { token, body: { steps: renamed } })).status).toBe(200);
  const again = await testRun(person, id, { fromStepId: 'second', dataRunId: first.runId });
  expect(again).toMatchObject({ gave: { erst: 2, second: [2], third: [2] }, run: { testedPart: { from: 'second', upTo: null } } });
  expect((await testRun(person, id, { fromStepId: 'second', upToStepId: 'second', dataRunId: second.runId })).gave).toEqual({
    start: undefined,
    erst: 11,
    second: [11],
  });
  // Without a first step, the chosen run only starts the test.
  const part = await testRun(person, id, { upToStepId: 'start', dataRunId: second.runId });
  expect(
    (await api(`GET /api/workflows/step-instances/0?workflowInstanceId=${part.runId}`, { token })).body.stepInstance.stepData.payload,
  ).toEqual({
    n: 10,
  });
  const { briefs } = (
    await api(`POST /api/workflows/instances/${second.runId}/briefs`, { token, body: { clientIds: [idOf('start'), idOf('second'), 'x'] } })
  ).body;
  expect(briefs.map(({ clientId, text }: { clientId: string; text: string }) => [clientId, text])).toEqual([
    [idOf('second'), '1 item'],
    [idOf('start'), 'n: 10'],
  ]);
  // If the chosen run didn't get that far, its last step's values count.
  const short = await testRun(person, id, { payload: { n: 4 }, upToStepId: 'start' });
  expect((await testRun(person, id, { fromStepId: 'third', dataRunId: short.runId })).gave.third ?? null).toBeNull();
  const ask = (body: object) => api(`POST /api/workflows/${id}/test-run`, { token, body });
  expect(await ask({ fromStepId: 'third', upToStepId: 'second' })).toMatchObject({ status: 400, code: 'validation' });
  const other = await withIds(person);
  expect(await api(`POST /api/workflows/${other.id}/test-run`, { token, body: { fromStepId: 'second' } })).toMatchObject({ status: 400 });
  expect(
    await api(`POST /api/workflows/${other.id}/test-run`, { token, body: { fromStepId: 'second', dataRunId: first.runId } }),
  ).toMatchObject({
    status: 404,
  });
});
