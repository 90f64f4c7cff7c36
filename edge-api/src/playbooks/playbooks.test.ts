import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, testEnv } from '../../test/api.ts';
import type { ScheduleObject } from '../../test/schedule-object.ts';
import { convert, finished, getSystem, listIntegrations, listWorkflows, read, save, started, zoo } from '../../test/zoo-playbook.ts';

async function readPlaybookRow(id: string) {
  const [row] = await database().select().from(schema.playbooks).where(eq(schema.playbooks.id, id));
  if (!row) throw new Error('The playbook is gone');
  return row;
}

describe('from a template to workflows', () => {
  test('PB-12, PB-37, API-135: the wizard ends in scheduled, active workflows with their integrations; repeating it changes nothing', async () => {
    const of = await zoo();
    const id = await finished(of);
    expect((await read(of, id)).wizard).toMatchObject({ isFinished: true, activeStep: 5 });
    const made = await convert(of, id);
    expect(made.status, made.message).toBe(200);
    const { playbook } = made.body;
    expect(playbook).toMatchObject({ isConverted: true, isPaused: false, hasNewerTemplate: false, problems: [] });
    expect(playbook.workflows).toMatchObject([
      { workflowTemplateId: 'keepers', name: 'Keepers', isActive: true },
      { workflowTemplateId: 'animals', name: 'Animals', isActive: true },
    ]);
    const { keepers, animals } = playbook.workflowTemplateIdsToWorkflowIds;
    const shown = (await api(`GET /api/workflows/${animals}`, { token: of.person.token })).body.workflow;
    expect(shown).toMatchObject({
      triggerType: 'Scheduled',
      steps: [
        { type: 'Trigger', schedule: { period: 'Minute', frequency: 10 }, nextStepId: 'Sync' },
        { type: 'IntegrationStep', implementationType: 'Integration' },
      ],
    });
    const rows = await listIntegrations(of);
    expect(rows.map(({ workflowId }) => workflowId).sort()).toEqual([keepers, animals].sort());
    expect(rows.find(({ workflowId }) => workflowId === animals)).toMatchObject({
      directionType: 'SourceToTarget',
      operations: {
        Source: { connectorId: of.oldId, entityType: 'Animals' },
        Target: {
          ...{ connectorId: of.newId, entityType: 'Animals', customFormData: { zoo: '7' } },
          mappings: [
            { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' },
            { fromParameterExpression: 'vet 7', toParameterPath: 'body.tag' },
          ],
          dependentMappings: { Keepers: { sourceEntityType: 'Keepers', link: { toParameterPath: 'body.keeperId' } } },
        },
      },
    });
    const before = [await listWorkflows(of), await listIntegrations(of)];
    expect((await convert(of, id)).status).toBe(200);
    expect([await listWorkflows(of), await listIntegrations(of)]).toEqual(before);
  });

  test('CPB-16: records to be found must exist, and the response says what is missing', async () => {
    const of = await zoo();
    const id = await started(of);
    for (const step of [
      { id: 'connector-old', connectorId: of.oldId },
      { id: 'connector-new', connectorId: of.oldId },
    ]) {
      expect((await save(of, id, step)).body.isSuccess).toBe(true);
    }
    await getSystem(of.oldId).willAnswer('/vets', { body: { vets: [{ id: 7, name: 'Ada' }], rooms: [{ id: 'r', name: 'Cage' }] } });
    const saved = await save(of, id, { id: 'setup', answers: { vet: '7' } });
    expect(saved.body).toEqual({ isSuccess: false, errorMessage: 'Aviary not found' });
    expect((await read(of, id)).wizard.activeStep).toBe(3);
  });

  test('an update doesn’t switch a paused playbook on', async () => {
    const of = await zoo();
    const id = await finished(of);
    await convert(of, id);
    await api(`POST /api/playbooks/${id}/pause`, { token: of.person.token });
    expect((await convert(of, id)).status).toBe(200);
    expect((await listWorkflows(of)).map(({ isActive }) => isActive)).toEqual([false, false]);
  });

  test('an unfinished wizard makes nothing, and the response names the step', async () => {
    const of = await zoo();
    const id = await started(of);
    expect(await convert(of, id)).toMatchObject({
      status: 400,
      code: 'wizard-not-finished',
      message: expect.stringContaining('“Old zoo”'),
    });
    expect(await listWorkflows(of)).toEqual([]);
  });

  test('after a change in the wizard only what differs is changed; changes by hand stay', async () => {
    const of = await zoo();
    const id = await finished(of);
    const { keepers, animals } = (await convert(of, id)).body.playbook.workflowTemplateIdsToWorkflowIds;
    const { token } = of.person;
    const [row] = (await listIntegrations(of)).filter(({ workflowId }) => workflowId === animals);
    const { Source, Target } = row?.operations ?? {};
    const mappings = [{ fromParameterExpression: 'By hand', toParameterPath: 'body.name' }];
    const byHand = { operations: { Source, Target: { ...Target, mappings } }, conflictRule: 'Ask' };
    const path = `/api/integration/integrations/${row?.id}/${animals}/SourceToTarget/Integration`;
    const edited = await api(`POST ${path}`, { token, body: byHand });
    expect(edited.status, edited.message).toBe(200);
    const before = await listWorkflows(of);
    const schedule = { frequency: 1, period: 'Hour', startAt: null };
    expect((await save(of, id, { id: 'preview', schedule })).body.isSuccess).toBe(true);
    expect((await convert(of, id)).status).toBe(200);
    const [after] = (await listIntegrations(of)).filter(({ workflowId }) => workflowId === animals);
    expect(after).toMatchObject({ conflictRule: 'Ask', operations: { Target: { mappings } } });
    for (const workflowId of [keepers, animals]) {
      const { workflow } = (await api(`GET /api/workflows/${workflowId}`, { token })).body;
      expect(workflow).toMatchObject({ isActive: true, steps: [{ schedule: { frequency: 1, period: 'Hour' } }, {}] });
    }
    expect(before.map(({ id: workflowId }) => workflowId).sort()).toEqual([keepers, animals].sort());
  });

  test('steps that a person added stay where they are', async () => {
    const of = await zoo();
    const id = await finished(of);
    const { animals } = (await convert(of, id)).body.playbook.workflowTemplateIdsToWorkflowIds;
    const { token } = of.person;
    const { workflow } = (await api(`GET /api/workflows/${animals}`, { token })).body;
    await api(`POST /api/workflows/${animals}/deactivate`, { token });
    const [trigger, sync] = workflow.steps;
    const steps = [trigger, { ...sync, nextStepId: 'tell' }, { stepId: 'tell', type: 'CustomScript', script: 'return 1' }];
    expect((await api(`PUT /api/workflows/${animals}`, { token, body: { steps } })).status).toBe(200);
    expect((await api(`POST /api/workflows/${animals}/activate`, { token })).status).toBe(200);
    await save(of, id, { id: 'preview', schedule: { frequency: 1, period: 'Day', startAt: null } });
    expect((await convert(of, id)).status).toBe(200);
    const after = (await api(`GET /api/workflows/${animals}`, { token })).body.workflow;
    expect(after).toMatchObject({ isActive: true, steps: [{ schedule: { period: 'Day' } }, { nextStepId: 'tell' }, { stepId: 'tell' }] });
  });

  test('a workflow that the person deleted is created again, with another id', async () => {
    const of = await zoo();
    const id = await finished(of);
    const { keepers, animals } = (await convert(of, id)).body.playbook.workflowTemplateIdsToWorkflowIds;
    await api(`DELETE /api/workflows/${animals}`, { token: of.person.token });
    const again = (await convert(of, id)).body.playbook;
    expect(again.workflowTemplateIdsToWorkflowIds.keepers).toBe(keepers);
    expect(again.workflowTemplateIdsToWorkflowIds.animals).not.toBe(animals);
    expect(again.workflows).toMatchObject([{ isActive: true }, { isActive: true }]);
  });

  test('HOSTILE 43: simultaneous clicks make nothing twice', async () => {
    const of = await zoo();
    const id = await finished(of);
    const answers = await Promise.all(Array.from({ length: 4 }, () => convert(of, id)));
    for (const { status, code } of answers) expect([200, 409], code).toContain(status);
    expect((await convert(of, id)).status).toBe(200);
    expect(await listWorkflows(of)).toHaveLength(2);
    expect(await listIntegrations(of)).toHaveLength(2);
  });

  test('an interrupted update continues where it stopped', async () => {
    const of = await zoo();
    const id = await finished(of);
    let calls = 0;
    const broken = {
      idFromName: () => {
        calls += 1;
        throw new Error('The object is away');
      },
    };
    const first = await convert(of, id, { env: { SCHEDULES: broken as never } });
    expect(first).toMatchObject({ status: 503, code: 'schedule-not-set' });
    expect(calls).toBe(1);
    const [half] = await listWorkflows(of);
    expect((await read(of, id)).isConverted).toBe(false);
    const second = await convert(of, id);
    expect(second.status, second.message).toBe(200);
    const all = await listWorkflows(of);
    expect(all).toHaveLength(2);
    expect(all.map((workflow) => workflow.id)).toContain(half?.id);
    expect(await listIntegrations(of)).toHaveLength(2);
  });

  test('PB-15: a chosen start is kept on every path to the schedule: creating, changing, pausing and resuming', async () => {
    const of = await zoo();
    const id = await finished(of);
    const { token } = of.person;
    const startAt = '2090-01-01T00:00:00.000Z';
    const hasNotRun = async () => {
      const playbook = await read(of, id);
      for (const { workflowId } of playbook.workflows) {
        const { workflow } = (await api(`GET /api/workflows/${workflowId}`, { token })).body;
        expect(workflow).toMatchObject({ isActive: true, steps: [{ schedule: { startAt } }, {}] });
        const schedules = testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(workflowId)) as unknown as ScheduleObject;
        expect((await schedules.status()).nextFireAt).toBe(startAt);
      }
      expect((await readPlaybookRow(id)).startedWorkflowIds).toEqual([]);
    };
    await save(of, id, { id: 'preview', schedule: { frequency: 1, period: 'Hour', startAt } });
    expect((await convert(of, id)).status).toBe(200);
    await hasNotRun();
    await save(of, id, { id: 'preview', schedule: { frequency: 1, period: 'Day', startAt } });
    expect((await convert(of, id)).status).toBe(200);
    await hasNotRun();
    for (const way of ['pause', 'resume']) expect((await api(`POST /api/playbooks/${id}/${way}`, { token })).status).toBe(200);
    await hasNotRun();
  });
});
