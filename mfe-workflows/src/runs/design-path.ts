/** Names the run whose data one designs with in the editor's address. */
export const DATA_PARAMETER = 'dataRun';

/** The editor, with the data of this run in its forms and on its cards. */
export function designPath({ id, workflowId }: { id: string; workflowId: string }): string {
  return `/workflows/${workflowId}/edit?${DATA_PARAMETER}=${encodeURIComponent(id)}`;
}
