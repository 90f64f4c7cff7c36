/** The parameter of the editor's address that names the run whose data is shown. */
export const DATA_PARAMETER = 'dataRun';

/** The path of the editor with this run's data in its forms and on its cards. */
export function designPath({ id, workflowId }: { id: string; workflowId: string }): string {
  return `/workflows/${workflowId}/edit?${DATA_PARAMETER}=${encodeURIComponent(id)}`;
}
