import type { CallResponse, Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { expect } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { ADMIN, signIn } from '../api/session.ts';
import { connectedPerson } from './pair-test.ts';
import { type SimulatedRecord, type SimulatedRecords, simulatedRecords } from './simulated-records.ts';

export type Playbook = CallResponse<Calls, 'GET /api/playbooks/{id}'>['playbook'];
type Step = Playbook['wizard']['steps'][number];
/** A new person with connectors to simulated systems, who is offered integration applications. */
export async function openCrmPair(baseUrl: string, connectorTypeIds: readonly string[]) {
  const [admin, person] = [await signIn(baseUrl, ADMIN), await connectedPerson(connectorTypeIds, baseUrl)];
  const { user } = await person.api('GET /api/users/me');
  await admin('PUT /api/users/{id}', { params: { id: user.id }, body: { showIntegrationApplications: true } });
  return { ...person, systems: simulatedRecords(baseUrl) };
}

/**
 * New customers of NetSuite whose names no other customer has. Accounts are also found by name, so customers of the same name, such as a
 * shop's that another test brought there, are reported instead of written.
 */
export async function makeCustomers(systems: SimulatedRecords, count: number): Promise<SimulatedRecord[]> {
  const made = await systems.fill('netsuite', 'customer', count);
  for (const { id, isPerson } of made) {
    const name = `Customer ${crypto.randomUUID()}`;
    await systems.change('netsuite', 'customer', id, isPerson ? { lastName: name } : { companyName: name });
  }
  return made;
}

/** A template's playbook whose wizard is at the step after its connectors. */
export async function startWizard(api: Client<Calls>, playbookTemplateId: string, connectorIds: readonly string[]) {
  const { playbookId: id } = await api('POST /api/playbooks', { body: { playbookTemplateId } });
  const read = async () => (await api('GET /api/playbooks/{id}', { params: { id } })).playbook;
  const save = (step: Pick<Step, 'id'> & Partial<Step>, move: { addNewStep?: boolean } = {}) => {
    const { name: _name, position: _position, isActive: _active, type: _type, ...answers } = step as Step;
    return api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', { params: { id, stepId: step.id }, body: { step: answers, ...move } });
  };
  const stepOf = async (type: string) => {
    const found = (await read()).wizard.steps.filter((step) => step.type === type).at(-1);
    if (!found) throw new Error(`The wizard has no ${type}`);
    return found;
  };
  const left = [...connectorIds];
  for (const { id: stepId, type } of (await read()).wizard.steps) {
    if (type !== 'StartPage' && type !== 'ConnectorSetup') continue;
    expect(await save({ id: stepId, ...(type === 'ConnectorSetup' ? { connectorId: left.shift() ?? null } : {}) })).toMatchObject({
      isSuccess: true,
    });
  }
  return {
    id,
    read,
    save,
    stepOf,
    async options(type: string, fieldName: string, query?: string) {
      const { id: stepId } = await stepOf(type);
      const params = { id, stepId, fieldName };
      const asked = await api('GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}', { params, query: query ? { query } : {} });
      return asked.lookupOptions;
    },
    /** Saves the steps that ask nothing, and makes the workflows. */
    async finish() {
      for (const step of (await read()).wizard.steps) if (step.type === 'Preview') await save({ id: step.id });
      expect((await read()).wizard.isFinished).toBe(true);
      await api('POST /api/playbooks/{id}/update-from-wizard', { params: { id } });
      return read();
    },
    remove: () => api('DELETE /api/playbooks/{id}', { params: { id } }),
  };
}

/** What a playbook carries, once its workflows exist. */
export function carried(api: Client<Calls>, playbook: Playbook) {
  const workflowIds = playbook.workflowTemplateIdsToWorkflowIds;
  async function flowsOf(id: string) {
    const workflowId = workflowIds[id];
    if (workflowId === undefined) throw new Error(`The playbook has no workflow ${id}: ${Object.keys(workflowIds).join(', ')}`);
    return (await api('GET /api/integrations/flows', { query: { workflowId, pageSize: 100 } })).flows;
  }
  async function items(id: string, targetEntity: string) {
    const flow = (await flowsOf(id)).find(({ target }) => target.entity === targetEntity);
    if (!flow) throw new Error(`${id} has no flow to ${targetEntity}`);
    const params = { flowId: flow.id };
    return (await api('GET /api/integrations/flows/{flowId}/items', { params, query: { pageSize: 100 } })).items;
  }
  /** Runs another sync to its end, after any scheduled run in progress. */
  async function sync(...ids: string[]) {
    for (const id of ids) {
      const startedAt = new Date().toISOString();
      for (let attempt = 0; ; attempt += 1) {
        const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflowIds[id] ?? '' }, body: {} });
        const run = await waitForRun(api, workflowInstanceId);
        expect([id, run.status, run.errorMessage]).toEqual([id, 'Succeeded', null]);
        const flows = await flowsOf(id);
        if (flows.length > 0 && flows.every(({ syncedAt }) => syncedAt !== null && syncedAt >= startedAt)) break;
        if (attempt > 20) throw new Error(`${id} is not synced: ${JSON.stringify(flows)}`);
      }
    }
  }
  return {
    ids: Object.keys(workflowIds),
    flowsOf,
    items,
    sync,
    /** Waits until every workflow has read its source once: the playbook started them. The main flow goes last. */
    async firstSync() {
      for (const id of Object.keys(workflowIds)) {
        const main = playbook.template?.workflows.find((one) => one.id === id.split(':')[0])?.toEntity;
        const synced = async () =>
          (await flowsOf(id)).some(({ target, syncedAt, state }) => target.entity === main && syncedAt !== null && state === 'Idle');
        await expect.poll(synced, { timeout: 60_000, interval: 250, message: id }).toBe(true);
      }
    },
    /** Saves each workflow's settings as they were read, as its Settings tab does. */
    async saveSettings() {
      const integrationType = playbook.customPlaybookType ?? 'Integration';
      for (const workflowId of Object.values(workflowIds)) {
        const path = 'GET /api/integration/integrations/{workflowId}/{integrationType}';
        const { integration } = await api(path, { params: { workflowId, integrationType } });
        if (!integration) throw new Error(`${workflowId} has no integration`);
        const { id, operations, conflictRule, carriesDeletions, targetExternalIdFields, directionType: direction } = integration;
        await api('POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}', {
          params: { id, workflowId, direction, integrationType },
          body: { operations, conflictRule, carriesDeletions, targetExternalIdFields } as never,
        });
        const { integration: saved } = await api(path, { params: { workflowId, integrationType } });
        expect(saved?.operations).toEqual(operations);
      }
    },
    /** Retries waiting and refused items now. */
    async syncAgain(id: string) {
      for (const { id: flowId, items: counts } of await flowsOf(id)) {
        if (counts.Error > 0)
          await api('POST /api/integrations/flows/{flowId}/sync-again', { params: { flowId }, body: { allInError: true } });
        if (counts.InProgress === 0) continue;
        const query = { pageSize: 100, status: 'InProgress' as const };
        const { items: waiting } = await api('GET /api/integrations/flows/{flowId}/items', { params: { flowId }, query });
        const sourceItemIds = waiting.map(({ sourceItemId }) => sourceItemId);
        await api('POST /api/integrations/flows/{flowId}/sync-again', { params: { flowId }, body: { sourceItemIds } });
      }
      await sync(id);
    },
  };
}
