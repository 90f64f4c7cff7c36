import { api, signedInPerson } from './api.ts';
import { makeWorkflow } from './workflows.ts';

/** A run of a new person; in these tests every run asks the same. */
export async function askingRun() {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person);
  const { body } = await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: { payload: {} } });
  return { person, runId: body.workflowInstanceId as string };
}
