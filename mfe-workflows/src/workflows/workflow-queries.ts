import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { buildCopyName } from '@portage/workflow';

export const workflowKeys = {
  all: ['workflows'] as const,
  workflow: (id: string) => ['workflows', id] as const,
  versions: (id: string) => ['workflows', id, 'versions'] as const,
  version: (id: string, versionId: string) => ['workflows', id, 'version', versionId] as const,
  draft: (id: string) => ['workflows', id, 'draft'] as const,
};

/** Makes an inactive copy (spec WFL-24..30) and returns its name. */
export async function copyWorkflow(api: Client<Calls>, workflowId: string): Promise<string> {
  const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
  const name = buildCopyName(workflow.name, await namesTaken(api));
  await api('POST /api/workflows', { body: { name, copyOfWorkflowId: workflowId } });
  return name;
}

/** Names of copies, which all contain "Copy"; at most 1,000 are read, and the search for a free name ends at 100. */
async function namesTaken(api: Client<Calls>): Promise<string[]> {
  const names: string[] = [];
  for (let pageIndex = 0; pageIndex < 10; pageIndex++) {
    const { workflows, totalCount } = await api('GET /api/workflows', { query: { name: 'Copy', pageIndex, pageSize: 100 } });
    names.push(...workflows.map((workflow) => workflow.name));
    if (names.length >= totalCount || workflows.length === 0) break;
  }
  return names;
}

export interface StartedWorkflow {
  id: string;
  isActive: boolean;
  /** Starts the draft instead of the published version. */
  ofDraft?: boolean | undefined;
}

/**
 * Starts a run by hand: of an active workflow's published version, otherwise a test (spec EDIT-77).
 *
 * @param body if omitted, the trigger's sample is the payload
 * @returns the run's id
 */
export async function startWorkflow(api: Client<Calls>, workflow: StartedWorkflow, body?: { payload: unknown }): Promise<string> {
  const params = { id: workflow.id };
  if (workflow.ofDraft)
    return (await api('POST /api/workflows/{id}/test-run', { params, body: { ...body, ofDraft: true } })).workflowInstanceId;
  const input = { params, ...(body ? { body } : {}) };
  const answer = workflow.isActive
    ? await api('POST /api/workflows/{id}/run', input)
    : await api('POST /api/workflows/{id}/test-run', input);
  return answer.workflowInstanceId;
}
