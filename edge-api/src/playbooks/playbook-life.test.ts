import { schema, shortHash } from '@portage/database';
import { buildFlowKey, computeFingerprint } from '@portage/sync';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson } from '../../test/api.ts';
import { getSystem, insertItem } from '../../test/synced-pets.ts';
import {
  admin,
  convert,
  finished,
  listIntegrations,
  listWorkflows,
  read,
  save,
  type Zoo,
  zoo,
  zooTemplate,
} from '../../test/zoo-playbook.ts';

/** A finished playbook with its workflows. */
async function made(): Promise<Zoo & { id: string; ids: Record<string, string> }> {
  const of = await zoo();
  const id = await finished(of);
  const answer = await convert(of, id);
  expect(answer.status, answer.message).toBe(200);
  return { ...of, id, ids: answer.body.playbook.workflowTemplateIdsToWorkflowIds };
}

const listFlows = ({ person }: Zoo) => database().select().from(schema.syncFlows).where(eq(schema.syncFlows.ownerUserId, person.row.id));

/** Adds a flow as a first sync does. */
async function addFlow({ ids, person, connectorTypeId, oldId, newId }: Awaited<ReturnType<typeof made>>): Promise<void> {
  const at = new Date();
  await database()
    .insert(schema.syncFlows)
    .values({
      ...{ id: crypto.randomUUID(), workflowId: ids.animals ?? '', ownerUserId: person.row.id, flowKey: 'x', direction: 'SourceToTarget' },
      ...{ sourceConnectorTypeId: connectorTypeId, sourceConnectorId: oldId, sourceEntity: 'Animals' },
      ...{ targetConnectorTypeId: connectorTypeId, targetConnectorId: newId, targetEntity: 'Animals', createdAt: at, lastUpdatedAt: at },
    });
}

const away = {
  idFromName: () => {
    throw new Error('The object is away');
  },
};

test('a finished playbook’s preview knows which records its workflow wrote', async () => {
  const of = await made();
  const [id, at] = [crypto.randomUUID(), new Date()];
  const side = { connectorTypeId: of.connectorTypeId, entity: 'Keepers', parameters: {} };
  await database()
    .insert(schema.syncFlows)
    .values({
      ...{ id, workflowId: of.ids.keepers ?? '', ownerUserId: of.person.row.id, direction: 'SourceToTarget' },
      flowKey: buildFlowKey({ source: { ...side, connectorId: of.oldId }, target: { ...side, connectorId: of.newId } }),
      ...{ sourceConnectorTypeId: of.connectorTypeId, sourceConnectorId: of.oldId, sourceEntity: 'Keepers' },
      ...{
        targetConnectorTypeId: of.connectorTypeId,
        targetConnectorId: of.newId,
        targetEntity: 'Keepers',
        createdAt: at,
        lastUpdatedAt: at,
      },
    });
  const fingerprint = computeFingerprint([{ toParameterPath: 'body.name', value: 'Ada' }], shortHash);
  await insertItem(id, { sourceItemId: 'k1', targetItemId: 'tk1', fingerprint });
  const keepers = [
    { id: 'k1', name: 'Ada' },
    { id: 'k2', name: 'Ben' },
  ];
  await getSystem(of.oldId).willAnswer('/keepers', { body: keepers });
  const body = { workflowTemplateId: 'keepers' };
  const preview = await api(`POST /api/playbooks/${of.id}/preview`, { token: of.person.token, body });
  expect(preview.status, preview.message).toBe(200);
  expect(preview.body.flows[0].records).toMatchObject([{ change: 'unchanged' }, { change: 'new' }]);
  // A workflow that was deleted by hand is created again, and knows no records.
  expect((await api(`DELETE /api/workflows/${of.ids.keepers}`, { token: of.person.token })).status).toBe(200);
  const again = await api(`POST /api/playbooks/${of.id}/preview`, { token: of.person.token, body });
  expect(again.body.flows[0].records).toMatchObject([{ change: 'new' }, { change: 'new' }]);
});

test('a preview names the records and choices whose ids would be written', async () => {
  const name = { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' };
  const animals = {
    ...{ id: 'animals', name: 'Animals', description: 'Animals move.', mappings: [name], addMappings: { 'body.tag': '{answer.vet}' } },
    ...{ from: { connector: 'old', entity: 'Animals' }, to: { connector: 'new', entity: 'Animals' } },
    dependents: [
      {
        ...{ from: 'Keepers', to: 'Keepers', mappings: [name] },
        link: { fromParameterExpression: '$Item.keeperId', toParameterPath: 'body.keeperId' },
      },
    ],
  };
  const of = await zoo({ workflows: [animals] });
  const id = await finished(of);
  const chosenNames = { vet: { value: '7', name: 'Dr Ada' } };
  expect((await save(of, id, { id: 'setup', answers: { vet: '7' }, chosenNames })).body.isSuccess).toBe(true);
  await getSystem(of.oldId).willAnswer('/keepers', { body: [{ id: 'k1', name: 'Kim' }] });
  await getSystem(of.oldId).willAnswer('/animals', { body: { animals: [{ id: 'a', name: 'Rex', keeperId: 'k1' }] } });
  await of.system.willAnswer('/animals', { body: { animals: [] } });
  const body = { workflowTemplateId: 'animals' };
  const { flows } = (await api(`POST /api/playbooks/${id}/preview`, { token: of.person.token, body })).body;
  expect(flows[1].records[0].fields).toMatchObject([
    { toParameterPath: 'body.name', value: 'Rex' },
    { toParameterPath: 'body.tag', value: '7', valueName: 'Dr Ada' },
    { toParameterPath: 'body.keeperId', value: '(Keepers k1)', valueName: 'Kim' },
  ]);
  expect(flows[1].records[0].fields[0]).not.toHaveProperty('valueName');
});

test('PB-04: an application that was started before it was switched off for the account isn’t made', async () => {
  const of = await zoo();
  const id = await finished(of);
  const setDefinition = (integrationType: string) =>
    database()
      .update(schema.playbooks)
      .set({ definition: { ...zooTemplate(of.connectorTypeId), integrationType } })
      .where(eq(schema.playbooks.id, id));
  await setDefinition('IntegrationApplication');
  expect(await convert(of, id)).toMatchObject({ status: 403, code: 'applications-off' });
  expect(await listWorkflows(of)).toEqual([]);
});

const post = ({ person }: Zoo, path: string) => api(`POST /api/playbooks/${path}`, { token: person.token });

describe('pausing and deleting', () => {
  test('a paused playbook has inactive workflows and paused flows; resuming restarts both', async () => {
    const of = await made();
    await addFlow(of);
    const states = async () => ({
      workflows: (await listWorkflows(of)).map(({ isActive }) => isActive),
      flows: (await listFlows(of)).map((flow) => flow.isPaused),
    });
    for (const isPaused of [true, true, false, false]) {
      const { body } = await post(of, `${of.id}/${isPaused ? 'pause' : 'resume'}`);
      expect(body.playbook.isPaused).toBe(isPaused);
      expect(await states()).toEqual({ workflows: [!isPaused, !isPaused], flows: [isPaused] });
    }
  });

  test('schedules that can’t follow right now don’t interrupt a pause or a deletion', async () => {
    const of = await made();
    await addFlow(of);
    const broken = { token: of.person.token, env: { SCHEDULES: away as never } };
    const paused = await api(`POST /api/playbooks/${of.id}/pause`, broken);
    expect(paused.body.playbook).toMatchObject({ isPaused: true, workflows: [{ isActive: false }, { isActive: false }] });
    expect(await listFlows(of)).toMatchObject([{ isPaused: true }]);
    expect((await api(`DELETE /api/playbooks/${of.id}`, broken)).body).toEqual({ isSuccess: true, warnings: [] });
    expect(await listWorkflows(of)).toEqual([]);
    expect((await api(`GET /api/playbooks/${of.id}`, { token: of.person.token })).status).toBe(404);
  });

  test('a playbook that isn’t made yet can’t be paused', async () => {
    const of = await zoo();
    const id = await finished(of);
    expect(await post(of, `${id}/pause`)).toMatchObject({ status: 409, code: 'playbook-not-made' });
    expect(await post(of, `${id}/resume`)).toMatchObject({ status: 409, code: 'playbook-not-made' });
  });

  test('API-133, HOSTILE 43: deleting deletes the workflows; the template can be started again', async () => {
    const of = await made();
    expect((await api(`DELETE /api/playbooks/${of.id}`, { token: of.person.token })).body).toEqual({ isSuccess: true, warnings: [] });
    expect(await listWorkflows(of)).toEqual([]);
    expect((await api(`GET /api/playbooks/${of.id}`, { token: of.person.token })).status).toBe(404);
    expect((await api(`DELETE /api/playbooks/${of.id}`, { token: of.person.token })).status).toBe(404);
    expect(await finished(of)).not.toBe(of.id);
  });

  test('deleting a user deletes their playbooks', async () => {
    const of = await made();
    const boss = await admin();
    expect((await api(`DELETE /api/users/${of.person.row.id}`, { token: boss.token })).status).toBe(200);
    expect(await database().select().from(schema.playbooks).where(eq(schema.playbooks.id, of.id))).toEqual([]);
  });
});

describe('a connector that is gone or broken', () => {
  test('the playbook says so, isn’t updated, and continues once another one is chosen', async () => {
    const of = await made();
    const { token } = of.person;
    await database()
      .update(schema.connectors)
      .set({ connectionProblem: 'The password was refused.' })
      .where(eq(schema.connectors.id, of.newId));
    expect((await read(of, of.id)).problems).toEqual([
      {
        stepId: 'connector-new',
        message: expect.stringContaining('“New zoo” no longer works: The password was refused.'),
        isConnectorGone: false,
      },
    ]);
    expect(await convert(of, of.id)).toMatchObject({ status: 400, code: 'connector-problem' });
    await post(of, `${of.id}/pause`);
    expect((await api(`DELETE /api/connectors/${of.newId}`, { token })).status).toBe(200);
    expect((await read(of, of.id)).problems).toMatchObject([
      { stepId: 'connector-new', message: expect.stringContaining('was deleted'), isConnectorGone: true },
    ]);
    const other = await zoo();
    const [third] = await database()
      .update(schema.connectors)
      .set({ userId: of.person.row.id, connectorTypeId: of.connectorTypeId })
      .where(eq(schema.connectors.id, other.newId))
      .returning();
    expect((await save(of, of.id, { id: 'connector-new', connectorId: third?.id })).body.isSuccess).toBe(true);
    // Its answers came from another account.
    expect((await read(of, of.id)).wizard).toMatchObject({ isFinished: false });
    expect((await save(of, of.id, { id: 'setup', answers: { vet: '7' } })).body).toMatchObject({ isSuccess: true });
    expect((await save(of, of.id, { id: 'preview' })).body).toMatchObject({ isSuccess: true });
    expect((await convert(of, of.id)).status).toBe(200);
    expect((await read(of, of.id)).problems).toEqual([]);
    expect((await listIntegrations(of)).map(({ operations }) => operations.Target?.connectorId)).toEqual([third?.id, third?.id]);
  });
});

describe('newer versions of a template', () => {
  async function replaceTemplate({ templateId, connectorTypeId }: Zoo, change: (template: ReturnType<typeof zooTemplate>) => object) {
    const { token } = await admin();
    await api(`DELETE /api/playbook-templates/${templateId}`, { token });
    const body = { id: templateId, yaml: JSON.stringify(change(zooTemplate(connectorTypeId))) };
    const made = await api('POST /api/playbook-templates', { token, body });
    expect(made.status, made.message).toBe(200);
  }

  test('a playbook keeps its template, describes the newer one in sentences, and switches to it', async () => {
    const of = await made();
    await replaceTemplate(of, (template) => ({
      ...template,
      workflows: template.workflows.map((workflow) =>
        workflow.id === 'animals' ? { ...workflow, conflictRule: 'NewerWins' } : { ...workflow, id: 'staff', name: 'Staff' },
      ),
    }));
    expect(await read(of, of.id)).toMatchObject({ hasNewerTemplate: true, workflows: [{ name: 'Keepers' }, { name: 'Animals' }] });
    const changes = await api(`GET /api/playbooks/${of.id}/template-changes`, { token: of.person.token });
    expect(changes.body.changes).toEqual([
      '“Staff” is new: Keepers move first.',
      '“Animals” changes what it reads or writes.',
      '“Keepers” is no longer part of it: its workflow is deleted.',
    ]);
    const taken = await post(of, `${of.id}/take-newer-template`);
    expect(taken.status, taken.message).toBe(200);
    expect(taken.body.playbook).toMatchObject({ hasNewerTemplate: false, wizard: { isFinished: true } });
    expect(taken.body.playbook.workflows.map(({ name }: { name: string }) => name).sort()).toEqual(['Animals', 'Staff']);
    const [animals] = (await listIntegrations(of)).filter(({ workflowId }) => workflowId === of.ids.animals);
    expect(animals?.conflictRule).toBe('NewerWins');
    expect(await post(of, `${of.id}/take-newer-template`)).toMatchObject({ status: 200 });
  });

  test('a new question reopens the wizard, and the workflows continue unchanged meanwhile', async () => {
    const of = await made();
    await replaceTemplate(of, (template) => ({
      ...template,
      setup: { ...template.setup, questions: [...template.setup.questions, { name: 'fee', title: 'Fee', kind: 'number' }] },
    }));
    const taken = await post(of, `${of.id}/take-newer-template`);
    expect(taken.body.playbook).toMatchObject({ isConverted: true, wizard: { isFinished: false, activeStep: 3 } });
    expect((await listWorkflows(of)).map(({ isActive }) => isActive)).toEqual([true, true]);
    expect((await save(of, of.id, { id: 'setup' })).body.errorMessage).toBe('Please enter Fee');
    expect((await save(of, of.id, { id: 'setup', answers: { fee: '3' } })).body.isSuccess).toBe(true);
    expect((await save(of, of.id, { id: 'preview' })).body.isSuccess).toBe(true);
    expect((await convert(of, of.id)).status).toBe(200);
  });

  test('with a broken connector the newer version is used, the workflows continue unchanged, and the wizard waits at that step', async () => {
    const of = await made();
    await replaceTemplate(of, (template) => ({
      ...template,
      workflows: template.workflows.map((workflow) => ({ ...workflow, conflictRule: 'Ask' })),
    }));
    await database()
      .update(schema.connectors)
      .set({ connectionProblem: 'The password was refused.' })
      .where(eq(schema.connectors.id, of.newId));
    const before = await listIntegrations(of);
    const taken = await post(of, `${of.id}/take-newer-template`);
    expect(taken.status, taken.message).toBe(200);
    expect(taken.body.playbook).toMatchObject({ hasNewerTemplate: false, wizard: { isFinished: false, activeStep: 2 } });
    expect(await listIntegrations(of)).toEqual(before);
    // It is tested again, and works now.
    expect((await save(of, of.id, { id: 'connector-new', connectorId: of.newId })).body).toMatchObject({ isSuccess: true });
    expect((await save(of, of.id, { id: 'setup' })).body).toMatchObject({ isSuccess: true });
    expect((await save(of, of.id, { id: 'preview' })).body).toMatchObject({ isSuccess: true });
    await database().update(schema.connectors).set({ connectionProblem: null }).where(eq(schema.connectors.id, of.newId));
    expect((await convert(of, of.id)).status).toBe(200);
    expect((await listIntegrations(of)).map(({ conflictRule }) => conflictRule)).toEqual(['Ask', 'Ask']);
  });

  test('a workflow that the person switched off stays off, through an update and after a pause', async () => {
    const of = await made();
    const { token } = of.person;
    const offId = of.ids.animals;
    const active = async () => Object.fromEntries((await listWorkflows(of)).map(({ id, isActive }) => [id, isActive]));
    const keptOff = { [of.ids.keepers ?? '']: true, [offId ?? '']: false };
    expect((await api(`POST /api/workflows/${offId}/deactivate`, { token })).status).toBe(200);
    await replaceTemplate(of, (template) => ({
      ...template,
      workflows: template.workflows.map((workflow) => ({
        ...workflow,
        name: `${workflow.name} 2`,
        conflictRule: 'NewerWins',
        runsAfterFinish: false,
      })),
    }));
    const taken = await post(of, `${of.id}/take-newer-template`);
    expect(taken.status, taken.message).toBe(200);
    expect(taken.body.playbook.workflows.map(({ name }: { name: string }) => name).sort()).toEqual(['Animals 2', 'Keepers 2']);
    expect(await active()).toEqual(keptOff);
    expect((await convert(of, of.id)).body.warnings).toMatchObject([
      { code: 'workflow-kept-off', userMessage: '“Animals 2” is switched off and stays so. Activate it to sync again.' },
    ]);
    expect(await active()).toEqual(keptOff);

    await post(of, `${of.id}/pause`);
    expect((await convert(of, of.id)).status).toBe(200);
    expect(Object.values(await active())).toEqual([false, false]);
    expect((await post(of, `${of.id}/resume`)).body.playbook).toMatchObject({ isPaused: false });
    expect(await active()).toEqual(keptOff);
    // Once switched on again, it takes part in the next pause like the others.
    expect((await api(`POST /api/workflows/${offId}/activate`, { token })).status).toBe(200);
    await post(of, `${of.id}/pause`);
    await post(of, `${of.id}/resume`);
    expect(Object.values(await active())).toEqual([true, true]);
  });

  test('a playbook whose template was deleted keeps working, without newer versions', async () => {
    const of = await made();
    const { token } = await admin();
    await api(`DELETE /api/playbook-templates/${of.templateId}`, { token });
    expect(await read(of, of.id)).toMatchObject({ hasNewerTemplate: false, template: { name: 'Zoo to zoo', isActive: false } });
    expect((await convert(of, of.id)).status).toBe(200);
    expect(await post(of, `${of.id}/take-newer-template`)).toMatchObject({ status: 404 });
  });
});

test('HOSTILE: another person’s ids don’t exist, for any call', async () => {
  const of = await made();
  const stranger = { ...of, person: await signedInPerson() };
  const token = stranger.person.token;
  for (const path of ['update-from-wizard', 'pause', 'resume', 'take-newer-template'])
    expect((await post(stranger, `${of.id}/${path}`)).status).toBe(404);
  expect((await save(stranger, of.id, { id: 'start' })).status).toBe(404);
  expect((await api(`DELETE /api/playbooks/${of.id}`, { token })).status).toBe(404);
  expect(await listWorkflows(of)).toHaveLength(2);
});
