/** Names the failed run in the editor's address. */
export const REPAIR_PARAMETER = 'repairRun';

/** The editor, with the step open that failed. */
export function repairPath({ id, workflowId }: { id: string; workflowId: string }): string {
  return `/workflows/${workflowId}/edit?${REPAIR_PARAMETER}=${encodeURIComponent(id)}`;
}
