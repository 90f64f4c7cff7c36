import { describe, expect, test } from 'vitest';
import { api } from '../../test/api.ts';
import { addConnector, petOperations, type SyncedPets, saveIntegration, syncedPets } from '../../test/synced-pets.ts';
import { makeWorkflow } from '../../test/workflows.ts';

const startedBy = (steps: object[]) => [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' }, ...steps];

/** Another workflow of this person, between two of their accounts. */
async function workflowBetween(pets: SyncedPets, name: string, sourceId: string, targetId: string): Promise<SyncedPets> {
  const step = { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration' };
  const { id: workflowId } = await makeWorkflow(pets.person, { name, steps: startedBy([step]) });
  return { ...pets, workflowId, sourceId, targetId };
}

const save = (pets: SyncedPets, options = {}) => saveIntegration(pets, { operations: petOperations(pets) }, options);
const activate = ({ workflowId, person }: SyncedPets) => api(`POST /api/workflows/${workflowId}/activate`, { token: person.token });
const findings = async ({ workflowId, person }: SyncedPets) =>
  (await api(`GET /api/workflows/${workflowId}/connector-step-problems`, { token: person.token })).body;
const circle = (words: string) => [{ code: 'sync-circle', userMessage: expect.stringContaining(words) }];

describe('a sync that closes a circle', () => {
  test('causes a warning when it is saved, in the list of problems and when it is activated, naming the other workflow', async () => {
    const there = await syncedPets();
    const back = await workflowBetween(there, 'Pets back', there.targetId, there.sourceId);
    expect((await save(there)).body.warnings).toEqual([]);
    expect((await activate(there)).body.warnings).toEqual([]);
    const words = 'from “New zoo” to “Old zoo”, and “Pets” carries them back';
    const made = await save(back);
    expect(made.body.warnings).toMatchObject(circle(words));
    expect(await findings(back)).toMatchObject({ problems: [], warnings: [{ stepId: 'sync', message: expect.stringContaining(words) }] });
    const activated = await activate(back);
    expect([activated.status, activated.body.warnings]).toMatchObject([200, circle(words)]);
    expect((await findings(there)).warnings).toMatchObject([{ message: expect.stringContaining('“Pets back” carries them back') }]);
  });

  test('causes a warning when the direction is reversed or the settings are changed', async () => {
    const there = await syncedPets();
    await save(there);
    const turned = await workflowBetween(there, 'Turned', there.sourceId, there.targetId);
    const { Source, Target } = petOperations(turned);
    const operations = { Source: { ...Source, mappings: Target.mappings }, Target };
    const made = await saveIntegration(turned, { operations }, { direction: 'TargetToSource' });
    expect(made.body.warnings, made.message).toMatchObject(circle('“Pets” carries them back'));
    const path = `/api/integration/integrations/${made.body.id}/${turned.workflowId}/TargetToSource/Integration`;
    const saved = await api(`POST ${path}`, { token: turned.person.token, body: { operations } });
    expect(saved.body.warnings, saved.message).toMatchObject(circle('“Pets” carries them back'));
  });

  test('over three systems names both other workflows', async () => {
    const first = await syncedPets();
    const thirdId = await addConnector(first.person, first.connectorTypeId, 'Third zoo');
    const second = await workflowBetween(first, 'Second', first.targetId, thirdId);
    const third = await workflowBetween(first, 'Third', thirdId, first.sourceId);
    expect((await save(first)).body.warnings).toEqual([]);
    expect((await save(second)).body.warnings).toEqual([]);
    expect((await save(third)).body.warnings).toMatchObject(circle('“Pets” and “Second” carry them back'));
    await api(`DELETE /api/workflows/${second.workflowId}`, { token: first.person.token });
    expect((await findings(third)).warnings).toEqual([]);
  });

  test('is found through a Sync step without settings', async () => {
    const pets = await syncedPets();
    const sync = (name: string, sourceConnectorId: string, targetConnectorId: string) =>
      makeWorkflow(pets.person, {
        name,
        steps: startedBy([{ stepId: 'sync', type: 'SyncStep', syncType: 'Products', sourceConnectorId, targetConnectorId }]),
      });
    await sync('There', pets.sourceId, pets.targetId);
    const { id: workflowId } = await sync('Back', pets.targetId, pets.sourceId);
    expect((await findings({ ...pets, workflowId })).warnings).toMatchObject([
      { stepId: 'sync', field: 'targetConnectorId', message: expect.stringContaining('“There” carries them back') },
    ]);
  });

  test('ignores other people’s workflows, other kinds of records and steps that are switched off', async () => {
    const there = await syncedPets();
    await save(there);
    const other = await syncedPets();
    expect((await save(other)).body.warnings).toEqual([]);
    const back = await workflowBetween(there, 'Keepers', there.targetId, there.sourceId);
    const { Source, Target } = petOperations(back);
    const operations = { Source: { ...Source, entityType: 'Keepers' }, Target: { ...Target, entityType: 'Keepers' } };
    const made = await saveIntegration(back, { operations });
    expect([made.status, made.body.warnings], made.message).toEqual([200, []]);
  });
});
