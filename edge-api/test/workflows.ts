import { api, impersonate, type Person, signedInPerson } from './api.ts';

/** Steps that can run: a trigger and a script. */
export function stepsWith(triggerType: 'Manual' | 'Webhook' | 'Scheduled', script = 'return 1') {
  return [
    { stepId: 'start', type: 'Trigger', triggerType, nextStepId: 'calc' },
    { stepId: 'calc', type: 'CustomScript', script },
  ];
}

export async function makeWorkflow(person: Person, body: object = { steps: stepsWith('Manual') }) {
  const answer = await api('POST /api/workflows/', { token: person.token, body });
  if (answer.status !== 200) throw new Error(`The workflow was not made: ${answer.message}`);
  return answer.body.workflow;
}

export async function makeWebhookWorkflow(person: Person, script?: string) {
  const workflow = await makeWorkflow(person, { name: 'Hook', steps: stepsWith('Webhook', script) });
  const { status, message } = await api(`POST /api/workflows/${workflow.id}/activate`, { token: person.token });
  if (status !== 200) throw new Error(`The workflow was not activated: ${message}`);
  return workflow;
}

export function signedInAdmin(): Promise<Person> {
  return signedInPerson({ roles: ['ADMIN'] });
}

/** An admin's session, marked as used by another admin who acts as them. */
export async function impersonatedAdmin(): Promise<Person> {
  const [impersonator, admin] = [await signedInAdmin(), await signedInAdmin()];
  return { ...admin, token: await impersonate(impersonator.row.id, admin.row.id) };
}
