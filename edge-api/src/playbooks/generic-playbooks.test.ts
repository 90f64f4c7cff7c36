import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database } from '../../test/api.ts';
import { insertFlow, insertItem, type SyncedPets } from '../../test/synced-pets.ts';
import { makeWorkflow } from '../../test/workflows.ts';
import { admin, convert, listWorkflows, read, save, started, type Zoo, zoo } from '../../test/zoo-playbook.ts';

const addAnimal = (connectorTypeId: string, more: object = {}) => ({
  ...{ stepId: 'add', type: 'ConnectorOperation', connectorTypeId, operationId: 'POST /animals' },
  requestParametersSourceType: 'Mappings',
  requestParameterMappings: [
    { toParameterPath: 'body.name', fromParameterExpression: '' },
    { toParameterPath: 'body.tag', fromParameterExpression: 'new' },
    { toParameterPath: 'body.weight', fromParameterExpression: '3' },
  ],
  playbookParameters: ['body.tag'],
  ...more,
});

async function workflowTemplate(name: string, steps: object[]): Promise<string> {
  const boss = await admin();
  const { id } = await makeWorkflow(boss, { name, steps });
  const made = await api('POST /api/workflow-templates', { token: boss.token, body: { name: `${name} ${id}`, workflowId: id } });
  expect(made.status, made.message).toBe(200);
  return made.body.templateId;
}

/** A playbook with two workflow templates: one runs at once, manually, the other by schedule. */
async function generic() {
  const of = await zoo();
  const byHand = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'add' };
  const daily = { ...byHand, triggerType: 'Scheduled', schedule: { period: 'Day', frequency: 1, startAt: null } };
  const [welcome, feed] = [
    await workflowTemplate('Welcome', [byHand, addAnimal(of.connectorTypeId)]),
    await workflowTemplate('Feed', [
      daily,
      addAnimal(of.connectorTypeId, { requestParameterMappings: [], playbookParameters: ['body.weight'] }),
    ]),
  ];
  const text = {
    name: 'Welcome animals',
    description: 'New animals are welcomed.',
    connectors: [{ key: 'zoo', connectorTypeId: of.connectorTypeId, stepName: 'Connect the zoo', text: 'Choose the zoo.' }],
    endPage: { title: 'Done', text: 'It is ready. Click Finish.' },
    workflowTemplateIds: [welcome, feed],
    workflowTemplateIdsToRunAfterFinish: [welcome, feed],
  };
  const boss = await admin();
  const templateId = `generic-${crypto.randomUUID()}`;
  const post = (change: object) =>
    api('POST /api/playbook-templates', { token: boss.token, body: { id: templateId, yaml: JSON.stringify({ ...text, ...change }) } });
  return { of: { ...of, templateId }, welcome, feed, post };
}

const fill = (name: string, tag?: string) => ({
  stepIntegrations: [
    {
      ...{ stepId: 'add', connectorId: null, operationId: null },
      parameterMappings: [
        { toParameterPath: 'body.name', fromParameterExpression: name },
        ...(tag === undefined ? [] : [{ toParameterPath: 'body.tag', fromParameterExpression: tag }]),
      ],
    },
  ],
});

async function begun(of: Zoo): Promise<string> {
  const id = await started(of);
  expect((await save(of, id, { id: 'connector-zoo', connectorId: of.newId })).body).toMatchObject({ isSuccess: true });
  return id;
}

test('PB-12: a template that can’t work is refused: a workflow template without its connector, or one to run that isn’t made', async () => {
  const { of, welcome, feed, post } = await generic();
  const wrong = await post({ workflowTemplateIds: [welcome], workflowTemplateIdsToRunAfterFinish: [feed] });
  expect(wrong.body.errors).toMatchObject([{ field: 'workflowTemplateIdsToRunAfterFinish[0]' }]);
  const other = await zoo();
  const connectors = [{ key: 'zoo', connectorTypeId: other.connectorTypeId, stepName: 'Connect', text: 'Choose.' }];
  const missing = await post({ connectors });
  expect(
    missing.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message.includes(of.connectorTypeId)]),
  ).toEqual([
    ['workflowTemplateIds[0]', true],
    ['workflowTemplateIds[1]', true],
  ]);
});

test('PB-15, PB-21, PB-45, PB-46: one step per connector and workflow template; missing values are asked for, and the workflows are made with them', async () => {
  const { of, welcome, feed, post } = await generic();
  const made = await post({});
  expect(made.status, made.message).toBe(200);
  expect(made.body.template).toMatchObject({ workflowTemplateIds: [welcome, feed], workflowTemplateIdsToRunAfterFinish: [welcome, feed] });
  const id = await begun(of);
  expect((await read(of, id)).wizard.steps.map(({ type }: { type: string }) => type)).toEqual([
    'ConnectorSetup',
    'IntegrationsSetup',
    'IntegrationsSetup',
    'EndPage',
  ]);
  const { token } = of.person;
  const asked = await api(`GET /api/playbooks/${id}/wizard/steps/workflow-${welcome}/values-to-fill`, { token });
  expect(asked.body).toEqual({
    ...{ description: null, isScheduled: false },
    values: [
      { stepId: 'add', path: 'body.name', usual: '', isRequired: true },
      { stepId: 'add', path: 'body.tag', usual: 'new', isRequired: true },
    ],
  });
  expect((await api(`GET /api/playbooks/${id}/wizard/steps/connector-zoo/values-to-fill`, { token })).status).toBe(400);
  const step = { id: `workflow-${welcome}` };
  expect((await save(of, id, step)).body).toEqual({ isSuccess: false, errorMessage: 'Step “add”: Please enter name' });
  expect((await save(of, id, { ...step, ...fill('Rex', ' ') })).body.errorMessage).toBe('Step “add”: Please enter tag');
  expect(await convert(of, id)).toMatchObject({ status: 400, code: 'wizard-not-finished' });
  expect((await save(of, id, { ...step, ...fill('Rex', 'guest') })).body).toMatchObject({ isSuccess: true });
  // A value the operation requires is asked for, even though the template has no field for it.
  const required = await api(`GET /api/playbooks/${id}/wizard/steps/workflow-${feed}/values-to-fill`, { token });
  expect(required.body).toMatchObject({
    isScheduled: true,
    values: [
      { path: 'body.weight', isRequired: false },
      { path: 'body.name', isRequired: true },
      { path: 'body.tag', isRequired: true },
    ],
  });
  expect((await save(of, id, { id: `workflow-${feed}` })).body).toMatchObject({
    isSuccess: false,
    errorMessage: expect.stringContaining('Step “add”'),
  });
  const schedule = { frequency: 2, period: 'Week', startAt: '2090-01-01T00:00:00Z' };
  expect((await save(of, id, { id: `workflow-${feed}`, schedule, ...fill('Feed', 'hungry') })).body).toMatchObject({ isSuccess: true });

  const converted = await convert(of, id);
  expect(converted.status, converted.message).toBe(200);
  const { workflows, workflowTemplateIdsToWorkflowIds: ids } = converted.body.playbook;
  expect(workflows).toMatchObject([
    { workflowTemplateId: welcome, isActive: true, isIntegration: false },
    { workflowTemplateId: feed, isActive: true, isIntegration: false },
  ]);
  const stepsOf = async (workflowId: string) => (await api(`GET /api/workflows/${workflowId}`, { token })).body.workflow.steps;
  expect(await stepsOf(ids[welcome])).toMatchObject([
    {},
    {
      connectorId: of.newId,
      requestParameterMappings: [
        { toParameterPath: 'body.weight', fromParameterExpression: '3' },
        { toParameterPath: 'body.name', fromParameterExpression: 'Rex' },
        { toParameterPath: 'body.tag', fromParameterExpression: 'guest' },
      ],
    },
  ]);
  expect(await stepsOf(ids[feed])).toMatchObject([{ schedule }, { connectorId: of.newId }]);
  const [row] = await database().select().from(schema.playbooks).where(eq(schema.playbooks.id, id));
  // The person chose when the other one starts, so it doesn't run before.
  expect(row?.startedWorkflowIds).toEqual([ids[welcome]]);
  const before = await listWorkflows(of);
  expect((await convert(of, id)).status).toBe(200);
  expect(await listWorkflows(of)).toEqual(before);
  const flowId = await insertFlow({ ...of, workflowId: ids[welcome], sourceId: of.newId, targetId: of.newId } as unknown as SyncedPets);
  for (const sourceItemId of ['1', '2']) await insertItem(flowId, { sourceItemId, status: 'Error' });
  await insertItem(flowId, { sourceItemId: '3' });
  const { playbook } = (await api(`GET /api/playbooks/${id}`, { token })).body;
  expect(playbook.workflows).toMatchObject([{ itemsInError: 2 }, { itemsInError: 0 }]);
});

test('with a used-up quota everything is made, the response says what hasn’t run, and the next update runs it', async () => {
  const { of, welcome, post } = await generic();
  const byHand = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'add' };
  const again = await workflowTemplate('Once more', [byHand, addAnimal(of.connectorTypeId)]);
  const ids = [welcome, again];
  expect((await post({ workflowTemplateIds: ids, workflowTemplateIdsToRunAfterFinish: ids })).status).toBe(200);
  const id = await begun(of);
  for (const one of ids) expect((await save(of, id, { id: `workflow-${one}`, ...fill('Rex') })).body).toMatchObject({ isSuccess: true });
  const quota = (maxWorkflowInstancesPerDay: number | null) =>
    database()
      .update(schema.users)
      .set({ workflowQuotaSettings: { maxWorkflowInstancesPerDay } })
      .where(eq(schema.users.id, of.person.row.id));
  const startedIds = async () =>
    (await database().select().from(schema.playbooks).where(eq(schema.playbooks.id, id)))[0]?.startedWorkflowIds;
  await quota(1);
  const made = await convert(of, id);
  expect(made.status, made.message).toBe(200);
  const { workflows, workflowTemplateIdsToWorkflowIds: madeIds } = made.body.playbook;
  expect(workflows).toMatchObject([{ isActive: true }, { isActive: true }]);
  expect(made.body.warnings).toEqual([
    expect.objectContaining({
      code: 'quota-exceeded',
      userMessage: expect.stringMatching(/was created, but hasn’t run yet: The quota is used up\.$/),
    }),
  ]);
  expect(await startedIds()).toEqual([madeIds[welcome]]);
  await quota(null);
  expect((await convert(of, id)).body.warnings).toEqual([]);
  expect(await startedIds()).toEqual([madeIds[welcome], madeIds[again]]);
  // Used-up daily runs keep the schedules waiting too.
  await quota(1);
  expect((await convert(of, id)).body.warnings).toMatchObject([
    { userMessage: 'Your account has used up its 1 run for today. The playbook runs next after midnight UTC.' },
  ]);
});

test('a connector of another type of the same system stands in, and says so in the steps', async () => {
  const { of, welcome, post } = await generic();
  const app = await zoo();
  const connectors = [
    {
      ...{ key: 'zoo', connectorTypeId: of.connectorTypeId },
      orConnectorTypeIds: [app.connectorTypeId],
      stepName: 'Connect',
      text: 'Choose.',
    },
  ];
  expect((await post({ connectors, workflowTemplateIds: [welcome], workflowTemplateIdsToRunAfterFinish: [] })).status).toBe(200);
  const id = await started(of);
  await database().update(schema.connectors).set({ userId: of.person.row.id }).where(eq(schema.connectors.id, app.newId));
  expect((await save(of, id, { id: 'connector-zoo', connectorId: app.newId })).body).toMatchObject({ isSuccess: true });
  expect((await save(of, id, { id: `workflow-${welcome}`, ...fill('Rex') })).body).toMatchObject({ isSuccess: true });
  const made = await convert(of, id);
  expect(made.status, made.message).toBe(200);
  const [workflow] = await listWorkflows(of);
  const { steps } = (await api(`GET /api/workflows/${workflow?.id}`, { token: of.person.token })).body.workflow;
  expect(steps[1]).toMatchObject({ connectorId: app.newId, connectorTypeId: app.connectorTypeId });
});

test('a deleted workflow template deletes no workflow, and its step can still be saved', async () => {
  const { of, welcome, post } = await generic();
  expect((await post({ workflowTemplateIds: [welcome], workflowTemplateIdsToRunAfterFinish: [] })).status).toBe(200);
  const id = await begun(of);
  await save(of, id, { id: `workflow-${welcome}`, ...fill('Rex') });
  expect((await convert(of, id)).status).toBe(200);
  const boss = await admin();
  expect((await api(`DELETE /api/workflow-templates/${welcome}`, { token: boss.token })).status).toBe(200);
  expect((await save(of, id, { id: `workflow-${welcome}`, ...fill('Max') })).body).toMatchObject({ isSuccess: true });
  expect((await convert(of, id)).status).toBe(200);
  const [workflow] = await listWorkflows(of);
  const { steps } = (await api(`GET /api/workflows/${workflow?.id}`, { token: of.person.token })).body.workflow;
  expect(steps[1].requestParameterMappings).toContainEqual({ toParameterPath: 'body.name', fromParameterExpression: 'Max' });
});
