/** The parameter of the editor's address that names the failed run. */
export const REPAIR_PARAMETER = 'repairRun';

/** The path of the editor with the failed step open: of the draft if the workflow is active, otherwise of the workflow itself. */
export function repairPath({ id, workflowId }: { id: string; workflowId: string }): string {
  return `/workflows/${workflowId}/edit?${REPAIR_PARAMETER}=${encodeURIComponent(id)}&draft=1`;
}
