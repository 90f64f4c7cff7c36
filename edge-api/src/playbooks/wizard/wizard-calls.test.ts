import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson } from '../../../test/api.ts';
import { addConnector } from '../../../test/synced-pets.ts';
import { finished, getSystem, read, save, started, zoo } from '../../../test/zoo-playbook.ts';

describe('starting a playbook', () => {
  test('API-131: a person has one per template, however often and simultaneously it is started', async () => {
    const of = await zoo();
    const ids = await Promise.all(Array.from({ length: 5 }, () => started(of)));
    expect(new Set(ids).size).toBe(1);
    const other = { ...of, person: await signedInPerson() };
    expect(await started(other)).not.toBe(ids[0]);
    const { playbooks } = (await api('GET /api/playbooks', { token: of.person.token })).body;
    expect(playbooks).toMatchObject([{ id: ids[0], playbookTemplateId: of.templateId, isConverted: false, wizard: { activeStep: 0 } }]);
    const none = await api('GET /api/playbooks?playbookTemplateIds=other&playbookTemplateIds=others', { token: of.person.token });
    expect(none.body.playbooks).toEqual([]);
  });

  test('a template that doesn’t exist, or is disabled, isn’t found', async () => {
    const of = await zoo();
    const start = (playbookTemplateId: string) => api('POST /api/playbooks', { token: of.person.token, body: { playbookTemplateId } });
    expect(await start('no-such-template')).toMatchObject({ status: 404, message: 'This playbook template was not found.' });
    const boss = await signedInPerson({ roles: ['ADMIN'] });
    await api(`PATCH /api/playbook-templates/${of.templateId}`, { token: boss.token, body: { isActive: false } });
    expect((await start(of.templateId)).status).toBe(404);
  });

  test('PB-07: the template list says which ones the person has started', async () => {
    const of = await zoo();
    const shown = async () => (await api(`GET /api/playbook-templates/${of.templateId}`, { token: of.person.token })).body.template;
    expect(await shown()).toMatchObject({ playbookId: null, workflowTemplateIds: ['keepers', 'animals'], customPlaybookType: 'ZooToZoo' });
    const id = await started(of);
    expect((await shown()).playbookId).toBe(id);
  });
});

describe('saving a step', () => {
  test('PB-44: a connector that is deleted, or belongs to another person or application, is refused', async () => {
    const of = await zoo();
    const id = await started(of);
    const foreign = await addConnector(await signedInPerson(), of.connectorTypeId, 'Foreign');
    const other = await addConnector(of.person, 'system-shopify', 'Shop');
    for (const connectorId of [foreign, other, crypto.randomUUID(), 'nonsense']) {
      const saved = await save(of, id, { id: 'connector-old', connectorId });
      expect(saved.body).toMatchObject({ isSuccess: false, errorMessage: expect.stringMatching(/not found|another application/) });
    }
    expect((await read(of, id)).wizard.steps[1].connectorId ?? null).toBeNull();
  });

  test('PB-13..15, API-132, API-134: a playbook returns its members, its wizard’s and its steps’', async () => {
    const of = await zoo();
    const id = await finished(of);
    for (const period of ['OneTime', 'Minute', 'Day', 'Week', 'Month', 'Year', 'Hour']) {
      const saved = await save(of, id, { id: 'preview', schedule: { frequency: 2, period, startAt: null } });
      expect([period, saved.body.isSuccess]).toEqual([period, true]);
    }
    const playbook = await read(of, id);
    expect(playbook).toMatchObject({
      ...{ id, playbookTemplateId: of.templateId, customPlaybookType: 'ZooToZoo', workflowTemplateIdsToWorkflowIds: {} },
      ...{ isDeleted: false, deletedAt: null, period: 'Hour', frequency: 2, startAt: null, integrationApplicationsConfiguration: null },
      wizard: { userId: of.person.row.id, activeStep: 5, isFinished: true, type: 'Default' },
    });
    const types = ['StartPage', 'ConnectorSetup', 'ConnectorSetup', 'ZooToZooSetup', 'Preview', 'EndPage'];
    const names = ['Start', 'Old zoo', 'New zoo', 'Settings', 'Preview', 'Finish'];
    expect(playbook.wizard.steps).toMatchObject(types.map((type, position) => ({ type, position, name: names[position] })));
    expect(playbook.wizard.steps[1]).toMatchObject({
      connectorTypeId: of.connectorTypeId,
      connectorId: of.oldId,
      workflowTemplateId: null,
    });
    expect(playbook.wizard.steps[4].schedule).toEqual({ frequency: 2, period: 'Hour', startAt: null });
  });

  test('PB-35, API-137: a save moves on, back with goToPreviousStep, to a stepIndex, or adds a step with addNewStep', async () => {
    const of = await zoo();
    const id = await finished(of);
    const at = async (move: object) => {
      const { body } = await save(of, id, { id: 'connector-new', connectorId: of.newId }, move);
      return [body.isSuccess, (await read(of, id)).wizard.activeStep];
    };
    expect(await at({})).toEqual([true, 3]);
    expect(await at({ goToPreviousStep: true })).toEqual([true, 1]);
    expect(await at({ stepIndex: 4 })).toEqual([true, 4]);
    expect(await at({ stepIndex: 99 })).toEqual([false, 4]);
    // This template offers no more integrations.
    expect(await at({ addNewStep: true })).toEqual([false, 4]);
    for (const move of [{ goToPreviousStep: 'yes' }, { stepIndex: -1 }, { addNewStep: 1 }]) {
      expect((await save(of, id, { id: 'start' }, move)).status).toBe(400);
    }
  });

  test('PB-22: a flow goes from the source to the target or back, and no other way', async () => {
    const of = await zoo();
    const id = await started(of);
    const goes = async (integrationFlowDirectionType: string) => (await save(of, id, { id: 'start', integrationFlowDirectionType })).status;
    expect([await goes('SourceToTarget'), await goes('TargetToSource')]).toEqual([200, 200]);
    for (const direction of ['Sideways', 'sourceToTarget', '']) expect(await goes(direction)).toBe(400);
  });

  test('PB-31: two tabs that save different steps at once lose nothing', async () => {
    const of = await zoo();
    const id = await started(of);
    const steps = [
      { id: 'connector-old', connectorId: of.oldId },
      { id: 'connector-new', connectorId: of.newId },
      { id: 'preview', schedule: { frequency: 3, period: 'Hour', startAt: null } },
    ];
    const saved = await Promise.all([...steps, ...steps, ...steps].map((step) => save(of, id, step)));
    expect(saved.map(({ body }) => body.isSuccess)).toEqual(saved.map(() => true));
    const { wizard } = await read(of, id);
    expect(wizard.steps).toMatchObject([{}, { connectorId: of.oldId }, { connectorId: of.newId }, {}, { schedule: { frequency: 3 } }, {}]);
  });

  test('a step’s fixed members are ignored; unknown members and oversized bodies are refused', async () => {
    const of = await zoo();
    const id = await started(of);
    const renamed = await save(of, id, { id: 'start', name: 'Mine', type: 'EndPage', position: 9 });
    expect(renamed.body.isSuccess).toBe(true);
    expect((await read(of, id)).wizard.steps[0]).toMatchObject({ name: 'Start', type: 'StartPage', position: 0 });
    expect((await save(of, id, { id: 'start', colour: 'red' })).status).toBe(400);
    expect((await save(of, id, { id: 'start' }, { force: true })).status).toBe(400);
    expect((await save(of, id, { id: 'no-such-step' })).status).toBe(404);
    const large = {
      id: 'setup',
      mappings: {
        animals: Array.from({ length: 400 }, () => ({ fromParameterExpression: 'x'.repeat(2_000), toParameterPath: 'body.name' })),
      },
    };
    expect((await save(of, id, large)).status).toBe(413);
    const token = of.person.token;
    const mixed = await api(`PUT /api/playbooks/${id}/wizard/steps/start/save`, { token, body: { step: { id: 'preview' } } });
    expect(mixed).toMatchObject({ status: 400 });
  });

  test('a choice the system doesn’t offer, and a mapping no sync could carry out, aren’t saved', async () => {
    const of = await zoo();
    const id = await started(of);
    await save(of, id, { id: 'connector-old', connectorId: of.oldId });
    await save(of, id, { id: 'connector-new', connectorId: of.newId });
    const choice = await save(of, id, { id: 'setup', answers: { vet: '8' } });
    expect(choice.body).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('Vet') });
    const mappings = { animals: [{ fromParameterExpression: '$Steps["x"].y', toParameterPath: 'body.name' }] };
    const mapping = await save(of, id, { id: 'setup', answers: { vet: '7' }, mappings });
    expect(mapping.body).toMatchObject({ isSuccess: false });
    expect((await save(of, id, { id: 'setup', answers: { vet: '7' } })).body).toEqual({ isSuccess: true, errorMessage: null });
  });

  test('the step repeats the system’s words', async () => {
    const of = await zoo();
    const id = await started(of);
    const silent = await addConnector(of.person, of.connectorTypeId, 'Silent zoo');
    await save(of, id, { id: 'connector-old', connectorId: of.oldId });
    await save(of, id, { id: 'connector-new', connectorId: silent });
    const saved = await save(of, id, { id: 'setup', answers: { vet: '7' } });
    expect(saved.body).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('Nobody is at') });
    // Going back to the step that chooses another connector works.
    const back = await save(of, id, { id: 'setup', answers: { vet: '7' } }, { goToPreviousStep: true });
    expect(back.body).toEqual({ isSuccess: true, errorMessage: null });
    expect((await read(of, id)).wizard).toMatchObject({ activeStep: 2, isFinished: false });
  });
});

describe('a step’s questions', () => {
  test('API-138: choices come from the chosen connector, filtered by the typed text; a record to be found has its name there', async () => {
    const of = await zoo();
    const id = await finished(of);
    const options = (field: string, query = '', token = of.person.token) =>
      api(`GET /api/playbooks/${id}/lookup-options/setup/${field}${query}`, { token });
    expect((await options('vet')).body).toEqual({ lookupOptions: [{ value: '7', label: 'Ada' }] });
    expect((await options('vet', '?query=AD')).body.lookupOptions).toHaveLength(1);
    expect((await options('vet', '?query=Bob')).body.lookupOptions).toEqual([]);
    expect((await options('room')).body).toEqual({ lookupOptions: [{ value: 'r1', label: 'aviary' }] });
    expect((await options('colour')).status).toBe(404);
    expect((await options('vet', '', (await signedInPerson()).token)).status).toBe(404);
  });

  test('before the connector is chosen, the response names its step', async () => {
    const of = await zoo();
    const id = await started(of);
    const asked = await api(`GET /api/playbooks/${id}/lookup-options/setup/vet`, { token: of.person.token });
    expect(asked).toMatchObject({ status: 400, message: 'Choose a connector in “New zoo” first.' });
  });

  test('API-140: the fields of the written system', async () => {
    const of = await zoo();
    const query = `sourceEntity=Keepers&targetEntity=Animals&targetConnectorId=${of.newId}`;
    const fields = await api(`GET /api/playbooks/schema-fields?${query}`, { token: of.person.token });
    expect(fields.body.schemaFields).toContainEqual({ name: 'body.name', label: 'Name', type: 'String', isRequired: true });
    const back = await api(`GET /api/playbooks/schema-fields?${query}&directionType=TargetToSource`, { token: of.person.token });
    expect(back.body.schemaFields.map(({ name }: { name: string }) => name)).toEqual(['body.name']);
  });
});

describe('before anything is made', () => {
  test('CPB-02: a workflow’s mappings can be read and changed, and its preview follows them', async () => {
    const of = await zoo();
    const id = await finished(of);
    const token = of.person.token;
    await getSystem(of.oldId).willAnswer('/animals', { body: { animals: [{ id: 'a1', name: 'Rex', tag: 't' }] } });
    await getSystem(of.newId).willAnswer('/animals', { body: { animals: [] } });
    const defaults = await api(`GET /api/playbooks/${id}/default-mappings/animals`, { token });
    expect(defaults.body).toMatchObject({
      sourceConnectorId: of.oldId,
      targetConnectorId: of.newId,
      sourceEntity: 'Animals',
      targetEntity: 'Animals',
    });
    expect(defaults.body.mappings).toHaveLength(2);
    expect(defaults.body.answerMappings).toEqual([{ fromParameterExpression: 'vet {answer.vet}', toParameterPath: 'body.tag' }]);
    // The animal's keeper comes from the link to keepers.
    expect(defaults.body.linkedPaths).toEqual(['body.keeperId']);
    const preview = () => api(`POST /api/playbooks/${id}/preview`, { token, body: { workflowTemplateId: 'animals' } });
    const first = await preview();
    expect(first.body.flows, first.message).toMatchObject([
      { sourceEntity: 'Keepers' },
      { sourceEntity: 'Animals', error: null, records: [{ sourceItemId: 'a1', change: 'new' }] },
    ]);
    const mappings = { animals: [...defaults.body.mappings, { fromParameterExpression: '5', toParameterPath: 'body.weight' }] };
    expect((await save(of, id, { id: 'setup', mappings })).body).toEqual({ isSuccess: true, errorMessage: null });
    const paths = (await preview()).body.flows[1].records[0].fields.map(
      ({ toParameterPath }: { toParameterPath: string }) => toParameterPath,
    );
    expect(paths).toContain('body.weight');
    expect(await api(`POST /api/playbooks/${id}/preview`, { token, body: { workflowTemplateId: 'other' } })).toMatchObject({ status: 404 });
    expect((await database().select().from(schema.workflows).where(eq(schema.workflows.ownerUserId, of.person.row.id))).length).toBe(0);
  });
});
