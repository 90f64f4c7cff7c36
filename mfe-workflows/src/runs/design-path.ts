/** Names the run whose data the editor shows, in the editor's address. */
export const DATA_PARAMETER = 'dataRun';

/** The editor, with this run's data in its forms and on its cards. */
export function designPath({ id, workflowId }: { id: string; workflowId: string }): string {
  return `/workflows/${workflowId}/edit?${DATA_PARAMETER}=${encodeURIComponent(id)}`;
}
