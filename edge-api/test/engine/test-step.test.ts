import { expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../api.ts';
import { sentStatements } from '../sent-statements.ts';
import { makeWorkflow } from '../workflows.ts';

const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1', nextStepId: 'after' },
  { stepId: 'after', type: 'CustomScript', script: 'return "never"' },
];

async function tryStep({ token }: Person, workflowId: string, step: object, stepValues?: object) {
  const answer = await api(`POST /api/workflows/${workflowId}/test-step`, { token, body: { step, ...(stepValues ? { stepValues } : {}) } });
  expect(answer.status, answer.message).toBe(200);
  const runId = answer.body.workflowInstanceId as string;
  await expect
    .poll(async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance.status)
    .toMatch(/Succeeded|Failed/);
  const { body } = await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token });
  const found = body.stepInstances.find(({ name }: { name: string }) => name === (step as { stepId: string }).stepId);
  const detail = await api(`GET /api/workflows/step-instances/${found.id}?workflowInstanceId=${runId}`, { token });
  return { runId, names: body.stepInstances.map(({ name }: { name: string }) => name), ...detail.body.stepInstance };
}

test('a step runs on its own, as it is in the editor, with the given values', async () => {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person, { steps });
  const changed = { ...steps[1], script: 'console.log("here"); return Steps["start"].Payload.total * 2 + Steps["each"].CurrentItem' };
  const tried = await tryStep(person, id, changed, { start: { Payload: { total: 20 } }, each: { CurrentItem: 2 } });
  expect(tried).toMatchObject({ status: 'Succeeded', stepData: { response: { body: 42 }, log: 'here' } });
  expect(tried.names).not.toContain('after');
});

test('a test that ends soon returns its result to a caller that awaits it', async () => {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person, { steps });
  // On a busy machine a test may end too late for the call that starts it.
  const pollResult = (script: string) =>
    expect.poll(async () => {
      const body = { step: { ...steps[1], script }, stepValues: { start: { Payload: 20 } }, awaitsResult: true };
      return (await api(`POST /api/workflows/${id}/test-step`, { token: person.token, body })).body.result;
    });
  await pollResult('return Steps["start"].Payload * 2').toMatchObject({
    workflowInstance: { status: 'Succeeded', isTest: true },
    stepInstance: { name: 'work', status: 'Succeeded', stepData: { response: { body: 40 } } },
  });
  await pollResult('throw new Error("no good")').toMatchObject({
    workflowInstance: { status: 'Failed' },
    stepInstance: { errorMessage: expect.stringContaining('no good') },
  });
});

test('a test executes few statements, however many steps the workflow has', async () => {
  const person = await signedInPerson();
  const counts: number[] = [];
  for (const length of [3, 60]) {
    const others = Array.from({ length }, (_, at) => ({
      stepId: `step${at}`,
      clientId: `client${at}`,
      type: 'CustomScript',
      script: 'return 1',
      ...(at < length - 1 ? { nextStepId: `step${at + 1}` } : {}),
    }));
    const { id } = await makeWorkflow(person, { steps: [{ ...steps[0], nextStepId: 'step0' }, ...others] });
    await tryStep(person, id, { ...others[0], script: 'return 2' });
    const sent = await sentStatements(() =>
      api(`POST /api/workflows/${id}/test-step`, {
        token: person.token,
        body: { step: { ...others.at(-1), script: 'return Steps["step0"].Response' } },
      }),
    );
    counts.push(sent.length);
  }
  expect(counts).toEqual([9, 9]);
});

test('a branch returns the matching group, a failing script its error, and a step that hasn’t run null', async () => {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person, { steps });
  const branch = {
    stepId: 'route',
    type: 'Branch',
    conditionGroups: [
      {
        name: 'Yes',
        logicalOperator: 'And',
        nextStepId: 'after',
        conditions: [{ leftExpression: '$Steps["start"].Payload.n', operator: 'GreaterThan', rightExpression: '1' }],
      },
      { name: 'No', conditions: [], nextStepId: null },
    ],
  };
  const taken = await tryStep(person, id, branch, { start: { Payload: { n: 2 } } });
  expect(taken.status).toBe('Succeeded');
  expect(JSON.stringify(taken.stepData)).toContain('Yes');
  expect(await tryStep(person, id, { stepId: 'work', type: 'CustomScript', script: 'throw new Error("no good")' })).toMatchObject({
    status: 'Failed',
    errorMessage: expect.stringContaining('no good'),
  });
  const unrun = {
    stepId: 'keep',
    type: 'DataStorage',
    dataStorageOperation: 'Create',
    scope: 'CurrentRun',
    keyValues: [{ key: 'k', valueExpression: '$Steps["work"].Response' }],
  };
  expect(await tryStep(person, id, unrun)).toMatchObject({ status: 'Succeeded' });
});

test('no list shows it: neither the run history nor the workflow’s last run', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id } = await makeWorkflow(person, { steps });
  const whole = (await api(`POST /api/workflows/${id}/test-run`, { token, body: { payload: {} } })).body.workflowInstanceId;
  const lists = async () => ({
    found: (await api('GET /api/workflows/find-instances', { token })).body.workflowInstances.map(({ id: runId }: { id: string }) => runId),
    last: (await api(`GET /api/workflows/${id}/last-instance`, { token })).body.workflowInstance?.id,
  });
  await tryStep(person, id, { ...steps[1] });
  await expect.poll(async () => (await lists()).last).toBe(whole);
  // Summaries are sent in order: if the test had one, it would arrive before the second, whole run's.
  const second = (await api(`POST /api/workflows/${id}/test-run`, { token, body: { payload: {} } })).body.workflowInstanceId;
  await expect.poll(async () => (await lists()).found).toEqual([second, whole]);
});

test('refuses what can’t run, says why, and starts nothing', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const { id } = await makeWorkflow(person, { steps });
  const ask = (step: object) => api(`POST /api/workflows/${id}/test-step`, { token, body: { step } });
  expect(await ask(steps[0] as object)).toMatchObject({ status: 400, code: 'validation' });
  expect(await ask({ stepId: 'work', type: 'CustomScript', script: '' })).toMatchObject({ status: 400, code: 'workflow-invalid' });
  expect(await ask({ stepId: 'c', type: 'ConnectorOperation' })).toMatchObject({ status: 400, code: 'workflow-invalid' });
  expect(await ask({ stepId: 'l', type: 'Loop', listContextDataEntityName: '$Steps["gone"].Response' })).toMatchObject({ status: 400 });
});
