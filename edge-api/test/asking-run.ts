import { api, signedInPerson } from './api.ts';
import { makeWorkflow } from './workflows.ts';

/** A new person's run. In these tests every run asks for the same approval. */
export async function askingRun() {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person);
  const { body } = await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: { payload: {} } });
  return { person, runId: body.workflowInstanceId as string };
}
