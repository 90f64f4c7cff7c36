import { liveRunPath, liveRunProtocols } from '@portage/contracts';
import { recordAlerts } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { api, database, fetchWorker, impersonate, type Person, signedInPerson } from '../api.ts';
import { makeWorkflow, signedInAdmin } from '../workflows.ts';

const SECRET = 'top-secret';
const isHiddenFromCustomer = true;

/** start, visible, (secret, storing), route( Yes, (Concealed: inside) ), last; every hidden part contains the secret. */
const steps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'visible' },
  { stepId: 'visible', type: 'CustomScript', script: 'return 1', nextStepId: 'top-secret-step' },
  {
    stepId: 'top-secret-step',
    type: 'CustomScript',
    script: 'console.log("top-secret"); return "top-secret" + Steps["visible"].Response',
    nextStepId: 'top-secret-storing',
    isHiddenFromCustomer,
  },
  {
    stepId: 'top-secret-storing',
    type: 'DataStorage',
    dataStorageOperation: 'Create',
    keyValues: [{ key: 'top-secret-key', valueExpression: '$Steps["top-secret-step"].Response' }],
    nextStepId: 'route',
    isHiddenFromCustomer,
  },
  {
    stepId: 'route',
    type: 'Branch',
    nextStepId: 'last',
    conditionGroups: [
      { name: 'Yes', nextStepId: null, conditions: [{ leftExpression: '1', operator: 'Equals', rightExpression: '2' }] },
      { name: 'top-secret-group', nextStepId: 'top-secret-inside', isHiddenFromCustomer },
    ],
  },
  { stepId: 'top-secret-inside', type: 'CustomScript', script: 'return "top-secret inside"' },
  { stepId: 'last', type: 'CustomScript', script: 'return 2' },
];
const VISIBLE = ['start', 'visible', 'route', 'last'];

async function ended(runId: string, token: string): Promise<void> {
  await expect
    .poll(async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance.status)
    .toMatch(/Succeeded|Failed/);
}

async function setUp() {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  const acting = await impersonate(admin.row.id, person.row.id);
  const { id } = await makeWorkflow({ ...person, token: acting }, { name: 'Mixed', steps });
  return { admin, person, acting, id };
}

/** Every call that returns steps or records of a workflow and one of its runs. */
async function readEverything(token: string, workflowId: string, runId: string): Promise<{ call: string; body: unknown }[]> {
  const list = `GET /api/workflows/step-instances?workflowInstanceId=${runId}`;
  const found = await api(`${list}&pageSize=50`, { token });
  const calls = [
    `GET /api/workflows/${workflowId}`,
    `GET /api/workflows/${workflowId}/versions`,
    `GET /api/workflows?name=Mixed`,
    `GET /api/workflows/instances/${runId}`,
    `GET /api/workflows/instances/${runId}/overview`,
    `GET /api/workflows/instances/${runId}/attempts`,
    `GET /api/workflows/${workflowId}/payloads`,
    `GET /api/workflows/find-instances?workflowId=${workflowId}`,
    `GET /api/workflows/instances?WorkflowId=${workflowId}`,
    list,
    `${list}&within=/`,
    `${list}&name=top`,
    `${list}&within=${encodeURIComponent('route.top-secret-group/')}`,
    ...found.body.stepInstances.flatMap(({ id }: { id: string }) => [
      `GET /api/workflows/step-instances/${id}?workflowInstanceId=${runId}`,
      `GET /api/workflows/step-instances/${id}/context?workflowInstanceId=${runId}`,
    ]),
  ];
  return Promise.all(calls.map(async (call) => ({ call, body: (await api(call, { token })).body as unknown })));
}

describe('EDIT-78: hidden steps', () => {
  test('are in no response to their owner, but are in those to an admin who acts as the owner or views the run', async () => {
    const { admin, person, acting, id } = await setUp();
    const { body } = await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: {} });
    const runId = body.workflowInstanceId as string;
    await ended(runId, person.token);

    for (const { call, body: answer } of await readEverything(person.token, id, runId)) {
      expect(JSON.stringify(answer), call).not.toContain(SECRET);
    }
    const own = (await api(`GET /api/workflows/${id}`, { token: person.token })).body.workflow;
    expect(own).toMatchObject({ hasHiddenSteps: true, steps: VISIBLE.map((stepId) => ({ stepId })) });
    expect(own.steps[1]).toMatchObject({ nextStepId: 'route' });

    const instance = (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance;
    expect(instance).toMatchObject({ status: 'Succeeded', stepCount: 4 });
    const page = (
      await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}&pageSize=2&pageIndex=1`, { token: person.token })
    ).body;
    expect(page).toMatchObject({ totalCount: 4, stepInstances: [{ name: 'route' }, { name: 'last' }] });

    const seen = JSON.stringify(await readEverything(acting, id, runId));
    for (const name of ['top-secret-step', 'top-secret-storing', 'top-secret-inside', 'top-secret-key', 'top-secret-group'])
      expect(seen).toContain(name);
    const forAdmin = await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token: admin.token });
    expect(forAdmin.body.totalCount).toBe(7);
  });

  test('have records that their owner can’t request by id', async () => {
    const { person, acting, id } = await setUp();
    const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: {} })).body.workflowInstanceId;
    await ended(runId, person.token);
    const all = (await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token: acting })).body.stepInstances;
    const hidden = all.find(({ name }: { name: string }) => name === 'top-secret-step');
    for (const suffix of ['', '/context']) {
      const path = `GET /api/workflows/step-instances/${hidden.id}${suffix}?workflowInstanceId=${runId}`;
      expect((await api(path, { token: person.token })).status).toBe(404);
      expect((await api(path, { token: acting })).status).toBe(200);
    }
  });

  test('aren’t pushed to their owner during a run', async () => {
    const { person, acting, id } = await setUp();
    const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: {} })).body.workflowInstanceId;
    await ended(runId, person.token);
    const [own, all] = [await pushedTo(person.token, runId), await pushedTo(acting, runId)];
    expect(own).toContain('visible');
    expect(own).not.toContain(SECRET);
    expect(JSON.parse(own.split('\n')[0] ?? '')).toMatchObject({ workflowInstance: { stepCount: 4 } });
    expect(all).toContain('top-secret-step');
  });

  test('that were hidden after a run are in no response about that run', async () => {
    const { person, acting, runId, id, clientIds } = await runThenHide(openSteps);
    for (const { call, body } of await readEverything(person.token, id, runId)) expect(JSON.stringify(body), call).not.toContain(SECRET);
    const instance = (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance;
    expect(instance).toMatchObject({ status: 'Succeeded', stepCount: 4 });
    const briefs = await api(`POST /api/workflows/instances/${runId}/briefs`, { token: person.token, body: { clientIds } });
    expect(briefs.body.briefs).toHaveLength(4);
    expect(JSON.stringify(briefs.body)).not.toContain(SECRET);
    expect(await pushedTo(person.token, runId)).not.toContain(SECRET);
    expect(await pushedTo(acting, runId)).toContain('top-secret-step');

    // Once shown again, they are back, and the number of steps with them.
    await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: openSteps } });
    const shown = (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance;
    expect(shown.stepCount).toBe(7);
  });

  test('that were hidden after a run failed in one are neither in its error nor in lists', async () => {
    const [start, ...others] = openSteps;
    const tagged = { stepId: 'start', ...start, runTags: [{ name: 'kept', valueExpression: '$Steps["top-secret-step"].Response' }] };
    const failing = others.map((step) => (step.stepId === 'last' ? { ...step, script: 'throw new Error("top-secret reason")' } : step));
    const { person, acting, runId, id } = await runThenHide([tagged, ...failing], ['last']);
    const alert = { ownerUserId: person.row.id, kind: 'RunFailed' as const, name: 'Mixed', workflowId: id, runId, at: new Date() };
    await recordAlerts(database(), [{ ...alert, groupKey: 'failed', message: 'Step “last”: top-secret reason' }], 'counts');
    const told = async (token: string) =>
      (await api('GET /api/alerts', { token })).body.alerts.map(({ message }: { message: string }) => message);
    expect(await told(person.token)).toEqual(['A hidden step failed.']);
    expect(await told(acting)).toEqual(['Step “last”: top-secret reason']);
    await expect
      .poll(
        async () => (await api(`GET /api/workflows/find-instances?workflowId=${id}`, { token: person.token })).body.workflowInstances[0],
      )
      .toMatchObject({ id: runId, status: 'Failed', failedStep: null, errorMessage: 'A hidden step failed.' });
    const selection = { filter: { tagValue: 'top-' } };
    const foundBy = async (token: string) => [
      (await api('GET /api/search?text=top-', { token })).body.runs.length,
      (await api('GET /api/workflows/find-instances?tagValue=top-', { token })).body.totalCount,
      (await api('POST /api/workflows/run-jobs/preview', { token, body: { action: 'Continue', selection } })).body.count,
    ];
    expect(await foundBy(acting)).toEqual([1, 1, 1]);
    expect(await foundBy(person.token)).toEqual([0, 0, 0]);
    // The workflow itself shows the tag's expression, which the owner wrote.
    const answers = (await readEverything(person.token, id, runId)).filter(({ call }) => call.includes('instance'));
    for (const { call, body } of answers) expect(JSON.stringify(body), call).not.toContain(SECRET);
  });

  test('don’t show in the error of a run that fails in one', async () => {
    const { person, acting, id } = await setUp();
    const failing = steps.map((step) =>
      step.stepId === 'top-secret-step' ? { ...step, script: 'throw new Error("top-secret reason")' } : step,
    );
    expect((await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: failing } })).status).toBe(200);
    const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: {} })).body.workflowInstanceId;
    await ended(runId, person.token);
    for (const { call, body } of await readEverything(person.token, id, runId)) expect(JSON.stringify(body), call).not.toContain(SECRET);
    const instance = (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance;
    expect(instance).toMatchObject({ status: 'Failed', errorMessage: 'A hidden step failed.' });
    expect(JSON.stringify(await readEverything(acting, id, runId))).toContain('top-secret reason');
  });

  test('leave changes of steps to admins: the owner may save only what changes no step', async () => {
    const { person, acting, id } = await setUp();
    const put = (body: object) => api(`PUT /api/workflows/${id}`, { token: person.token, body });
    const own = (await api(`GET /api/workflows/${id}`, { token: person.token })).body.workflow;
    expect((await put({ steps: own.steps, name: 'Renamed' })).body.workflow.name).toBe('Renamed');
    for (const script of ['return Steps', 'return Object.keys(Steps)', 'return Steps["top-secret-step"]', 'return $Data', 'return 41']) {
      const changed = own.steps.map((step: { stepId: string }) => (step.stepId === 'visible' ? { ...step, script } : step));
      expect(await put({ steps: changed })).toMatchObject({ status: 403, code: 'hidden-steps' });
    }
    const whole = (await api(`GET /api/workflows/${id}`, { token: acting })).body.workflow;
    expect(whole.steps.map(({ stepId }: { stepId: string }) => stepId)).toEqual(steps.map(({ stepId }) => stepId));
  });

  test('HOSTILE 25: aren’t visible to an older script that reads everything', async () => {
    const { person, acting, id } = await setUp();
    for (const script of [
      'return [Steps, $Data]',
      'const all = globalThis.Steps; return [all, globalThis.$Data]',
      'return [JSON.stringify(Steps), Object.entries($Data), Steps.hasOwnProperty("x")]',
    ]) {
      const older = steps.map((step) => (step.stepId === 'last' ? { ...step, script } : step));
      expect((await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: older } })).status).toBe(200);
      const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: {} })).body.workflowInstanceId;
      await ended(runId, person.token);
      const seen = JSON.stringify((await readEverything(person.token, id, runId)).map(({ body }) => body));
      expect(seen).toContain('visible');
      expect(seen).not.toContain(SECRET);
    }
    // A script that names a step gets it: only an admin can have written that.
    const named = steps.map((step) => (step.stepId === 'last' ? { ...step, script: 'return Steps["top-secret-step"].Response' } : step));
    await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: named } });
    const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: acting, body: {} })).body.workflowInstanceId;
    await ended(runId, acting);
    expect(JSON.stringify(await readEverything(acting, id, runId))).toContain('top-secret1');
  });

  test('can’t be made, deleted with their container, or replaced by a same-named step by their owner', async () => {
    const { person, id } = await setUp();
    const own = (await api(`GET /api/workflows/${id}`, { token: person.token })).body.workflow.steps as { stepId: string }[];
    const put = (sent: object[]) => api(`PUT /api/workflows/${id}`, { token: person.token, body: { steps: sent } });
    const refused = { status: 403, code: 'hidden-steps' };
    expect(await put(own.map((step) => (step.stepId === 'last' ? { ...step, isHiddenFromCustomer } : step)))).toMatchObject(refused);
    expect(await put([...own, { stepId: 'top-secret-step', type: 'EndStep' }])).toMatchObject(refused);
  });

  test('can’t be made by a person for themselves, only by an admin who acts as them', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const make = (token: string) => api('POST /api/workflows', { token, body: { name: 'New', steps } });
    expect(await make(person.token)).toMatchObject({ status: 403, code: 'hidden-steps' });
    expect((await make(await impersonate(admin.row.id, person.row.id))).status).toBe(200);
  });

  test('are included when the server copies, shares and makes templates, and stay hidden', async () => {
    const { admin, person, acting, id } = await setUp();
    const other = await signedInPerson();
    const actingAsOther = await impersonate(admin.row.id, other.row.id);

    const copy = await api('POST /api/workflows', { token: person.token, body: { name: 'Copy Of Mixed', copyOfWorkflowId: id } });
    await expectHidden(person, acting, copy.body.workflow.id);

    const { link } = (await api(`POST /api/workflows/${id}/share`, { token: person.token })).body;
    const sharedWorkflowCode = new URL(link).searchParams.get('sharedWorkflowCode');
    const imported = await api('POST /api/workflows/import', {
      token: other.token,
      body: { workflowIdToImport: id, sharedWorkflowCode, workflowName: 'Imported' },
    });
    await expectHidden(other, actingAsOther, imported.body.workflowId);

    const name = `Template ${crypto.randomUUID()}`;
    const { templateId } = (await api('POST /api/workflow-templates', { token: admin.token, body: { name, workflowId: id } })).body;
    const template = (await api(`GET /api/workflow-templates/${templateId}`, { token: other.token })).body.template;
    expect(JSON.stringify(template)).not.toContain(SECRET);
    expect(template.hasHiddenSteps).toBe(true);
    const whole = (await api(`GET /api/workflow-templates/${templateId}`, { token: admin.token })).body.template;
    expect(whole.steps).toHaveLength(7);
    const made = await api('POST /api/workflows', { token: other.token, body: { name: 'From template', templateId } });
    await expectHidden(other, actingAsOther, made.body.workflow.id);
  });

  test.each([
    ['two originals', { copyOfWorkflowId: 'x', templateId: 'y' }, 400],
    ['an original and steps', { copyOfWorkflowId: 'x', steps: [] }, 400],
    ['connectors without a template', { connectorIds: { a: 'b' } }, 400],
    ['an unknown original', { copyOfWorkflowId: crypto.randomUUID() }, 404],
    ['an unknown template', { templateId: 'nothing' }, 404],
  ])('a copy is refused with %s', async (_, body, status) => {
    const { token } = await signedInPerson();
    expect((await api('POST /api/workflows', { token, body })).status).toBe(status);
  });

  test('HOSTILE 25: another person’s workflow can’t be copied', async () => {
    const { id } = await setUp();
    const stranger = await signedInPerson();
    expect(await api('POST /api/workflows', { token: stranger.token, body: { copyOfWorkflowId: id } })).toMatchObject({ status: 404 });
  });

  test('aren’t named if they are incomplete and the owner can’t start the workflow', async () => {
    const { person, acting, id } = await setUp();
    const broken = steps.map((step) => (step.stepId === 'top-secret-step' ? { ...step, script: '' } : step));
    await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: broken } });
    for (const call of ['activate', 'test-run']) {
      const answer = await api(`POST /api/workflows/${id}/${call}`, { token: person.token });
      expect(answer).toMatchObject({ status: 400, code: 'workflow-invalid', message: expect.stringContaining('hidden from you') });
      expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    }
    expect((await api(`POST /api/workflows/${id}/activate`, { token: acting })).message).toContain('top-secret-step');
  });

  test('aren’t visible to a step that is tested on its own', async () => {
    const { person, id } = await setUp();
    const step = { stepId: 'last', type: 'CustomScript', script: 'return Steps["visible"]' };
    const runId = (await api(`POST /api/workflows/${id}/test-step`, { token: person.token, body: { step } })).body.workflowInstanceId;
    await ended(runId, person.token);
    for (const { call, body } of await readEverything(person.token, id, runId)) expect(JSON.stringify(body), call).not.toContain(SECRET);
  });
});

/** Waits in a step that asks people for approval; every text of that step contains the secret. */
const askingSteps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'top-secret-ask' },
  {
    ...{ stepId: 'top-secret-ask', type: 'WaitForApproval', nextStepId: 'last' },
    ...{ subject: 'top-secret subject', message: 'top-secret message', recipients: 'boss@example.test' },
    ...{ approveLabel: 'top-secret yes', rejectLabel: 'top-secret no' },
  },
  { stepId: 'last', type: 'CustomScript', script: 'return 2' },
];

/** A run that waits in the step, which is hidden from the start or only later. */
async function waitingInHidden(isHiddenFirst: boolean) {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  const acting = await impersonate(admin.row.id, person.row.id);
  const hide = (isHiddenFromCustomer: boolean) =>
    askingSteps.map((step) => (step.type === 'WaitForApproval' ? { ...step, clientId: 'ask', isHiddenFromCustomer } : step));
  const { id } = await makeWorkflow({ ...person, token: acting }, { name: 'Mixed', steps: hide(isHiddenFirst) });
  const started = await api(`POST /api/workflows/${id}/test-run`, { token: acting, body: {} });
  const runId = started.body.workflowInstanceId as string;
  const waiting = async () => (await api('GET /api/approvals', { token: acting })).body.approvals;
  await expect.poll(waiting).toHaveLength(1);
  const [{ approvalId }] = await waiting();
  if (!isHiddenFirst) {
    expect(JSON.stringify(await readEverything(person.token, id, runId))).toContain(SECRET);
    expect((await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: hide(true) } })).status).toBe(200);
  }
  return { person, acting, id, runId, approvalId: approvalId as string };
}

describe.each([
  ['from the start', true],
  ['after it asked', false],
])('EDIT-78: an approval that is hidden %s', (_, isHiddenFirst) => {
  test('is in no list, run, live view or search of its owner, who can neither read, decide nor forward it', async () => {
    const { person, acting, id, runId, approvalId } = await waitingInHidden(isHiddenFirst);
    const { token } = person;
    expect((await api('GET /api/approvals', { token })).body).toEqual({ approvals: [], totalCount: 0 });
    const instance = (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
    expect(instance.waiting).toBeUndefined();
    const calls = [
      ...(await readEverything(token, id, runId)),
      ...(await Promise.all(
        [
          `GET /api/workflows/${id}/last-instance`,
          `GET /api/workflows/${id}/workflow-context-data`,
          'GET /api/workflows/find-instances?search=top-secret',
          'GET /api/workflows/find-instances?status=Waiting',
          'GET /api/search?text=top-secret',
          'GET /api/alerts',
        ].map(async (call) => ({ call, body: (await api(call, { token })).body as unknown })),
      )),
      {
        call: 'briefs',
        body: (await api(`POST /api/workflows/instances/${runId}/briefs`, { token, body: { clientIds: ['ask'] } })).body,
      },
    ];
    for (const { call, body } of calls) {
      // No response repeats the search text itself.
      expect(JSON.stringify(body), call).not.toContain(SECRET);
    }
    expect(await pushedTo(token, runId)).not.toContain(SECRET);
    expect(await pushedTo(acting, runId)).toContain('top-secret-ask');

    const at = `/api/approvals/${runId}/${approvalId}`;
    const gone = crypto.randomUUID();
    for (const [call, body] of [
      [`GET ${at}`, undefined],
      [`POST ${at}/answer`, { decision: 'Approved' }],
      [`POST ${at}/links`, { person: 'Ann' }],
    ] as const) {
      const refused = await api(call, { token, body });
      const ofNothing = await api(call.replace(approvalId, gone), { token, body });
      expect([refused.status, refused.body], call).toEqual([404, ofNothing.body]);
    }
    expect((await api(`GET ${at}`, { token: acting })).body.approval).toMatchObject({ subject: 'top-secret subject' });
  });

  test('stays hidden once it is decided', async () => {
    const { person, acting, id, runId, approvalId } = await waitingInHidden(isHiddenFirst);
    const body = { decision: 'Rejected', comment: 'top-secret comment' };
    const decided = await api(`POST /api/approvals/${runId}/${approvalId}/answer`, { token: acting, body });
    expect(decided.body).toMatchObject({ isTaken: true });
    await ended(runId, person.token);
    for (const { call, body: shown } of await readEverything(person.token, id, runId)) {
      expect(JSON.stringify(shown), call).not.toContain(SECRET);
    }
    expect((await api(`GET /api/approvals/${runId}/${approvalId}`, { token: person.token })).status).toBe(404);
    expect(JSON.stringify(await readEverything(acting, id, runId))).toContain('top-secret comment');
  });
});

/** The same workflow before any of it was hidden. */
const openSteps = steps.map(({ isHiddenFromCustomer: _, conditionGroups, ...step }) => ({
  ...step,
  ...(conditionGroups ? { conditionGroups: conditionGroups.map(({ isHiddenFromCustomer: _, ...group }) => group) } : {}),
}));

/** A run of a workflow whose steps an admin hides afterwards. @param also names of more steps to hide */
async function runThenHide(shown: { stepId: string }[], also: string[] = []) {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  const acting = await impersonate(admin.row.id, person.row.id);
  const { id } = await makeWorkflow(person, { name: 'Mixed', steps: shown });
  const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: {} })).body.workflowInstanceId as string;
  await ended(runId, person.token);
  expect(JSON.stringify(await readEverything(person.token, id, runId))).toContain(SECRET);

  const { workflow } = (await api(`GET /api/workflows/${id}`, { token: acting })).body;
  const flagged = workflow.steps.map((step: { stepId: string; conditionGroups?: { name: string }[] }) => ({
    ...step,
    isHiddenFromCustomer: also.includes(step.stepId) || ['top-secret-step', 'top-secret-storing'].includes(step.stepId),
    ...(step.conditionGroups
      ? { conditionGroups: step.conditionGroups.map((group) => ({ ...group, isHiddenFromCustomer: group.name === 'top-secret-group' })) }
      : {}),
  }));
  expect((await api(`PUT /api/workflows/${id}`, { token: acting, body: { steps: flagged } })).status).toBe(200);
  return { person, acting, runId, id, clientIds: workflow.steps.map(({ clientId }: { clientId: string }) => clientId) };
}

async function expectHidden(owner: Person, acting: string, workflowId: string): Promise<void> {
  const own = (await api(`GET /api/workflows/${workflowId}`, { token: owner.token })).body.workflow;
  expect(own.steps.map(({ stepId }: { stepId: string }) => stepId)).toEqual(VISIBLE);
  const whole = (await api(`GET /api/workflows/${workflowId}`, { token: acting })).body.workflow;
  expect(whole.steps.filter((step: { isHiddenFromCustomer?: boolean }) => step.isHiddenFromCustomer)).toHaveLength(2);
  const runId = (await api(`POST /api/workflows/${workflowId}/test-run`, { token: owner.token, body: {} })).body.workflowInstanceId;
  await ended(runId, owner.token);
  const all = (await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token: acting })).body.stepInstances;
  expect(all.map(({ name }: { name: string }) => name)).toContain('top-secret-inside');
}

/** The first two messages of a live view, one per line. */
async function pushedTo(token: string, runId: string): Promise<string> {
  const { webSocket } = await fetchWorker(liveRunPath(runId), {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': liveRunProtocols(token).join(', ') },
  });
  if (!webSocket) throw new Error('There is no live view');
  const lines: string[] = [];
  webSocket.addEventListener('message', ({ data }) => lines.push(String(data)));
  webSocket.accept();
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  webSocket.close();
  return lines.join('\n');
}
