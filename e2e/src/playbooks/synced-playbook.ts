import type { CallResponse, Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { expect } from 'vitest';
import { waitForRun } from '../api/runs.ts';

type Flow = CallResponse<Calls, 'GET /api/integrations/flows'>['flows'][number];

/** A finished playbook: its workflows by their ids in the template. */
export async function syncedPlaybook(api: Client<Calls>, playbookId: string) {
  const { playbook } = await api('GET /api/playbooks/{id}', { params: { id: playbookId } });
  const workflowId = (id: string) => {
    const found = playbook.workflowTemplateIdsToWorkflowIds[id];
    if (found === undefined) throw new Error(`The playbook has no workflow ${id}`);
    return found;
  };

  async function flowOf(id: string): Promise<Flow> {
    const { flows } = await api('GET /api/integrations/flows', { query: { workflowId: workflowId(id) } });
    const [flow] = flows;
    if (!flow) throw new Error(`${id} has no flow`);
    return flow;
  }

  return {
    playbook,
    flowOf,

    /** Waits until every workflow has read its source once, started only by its schedule. @param timeout ms for each of them */
    async firstSync(timeout = 60_000): Promise<void> {
      for (const id of Object.keys(playbook.workflowTemplateIdsToWorkflowIds)) {
        await expect
          .poll(async () => (await flowOf(id).catch(() => null))?.syncedAt ?? null, { timeout, interval: 250, message: id })
          .not.toBeNull();
      }
    },

    /** Runs one sync to its end. If the schedule already has one in progress, another follows. */
    async sync(...ids: string[]): Promise<void> {
      for (const id of ids) {
        const startedAt = new Date().toISOString();
        for (;;) {
          const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflowId(id) }, body: {} });
          const run = await waitForRun(api, workflowInstanceId);
          expect([id, run.status, run.errorMessage]).toEqual([id, 'Succeeded', null]);
          const { syncedAt } = await flowOf(id);
          if (syncedAt !== null && syncedAt >= startedAt) break;
        }
      }
    },

    async items(id: string) {
      const { id: flowId } = await flowOf(id);
      const { items } = await api('GET /api/integrations/flows/{flowId}/items', { params: { flowId }, query: { pageSize: 100 } });
      return items;
    },
  };
}
