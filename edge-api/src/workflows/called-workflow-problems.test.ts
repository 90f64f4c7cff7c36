import { expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow } from '../../test/workflows.ts';

/** A workflow that calls another one. @returns its id */
async function makeCaller({ token }: Person, workflowId: string, more: object = {}): Promise<string> {
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
    { stepId: 'call', type: 'CallWorkflow', workflowId, ...more },
  ];
  const made = await api('POST /api/workflows', { token, body: { name: 'Caller', steps } });
  expect(made.status, made.message).toBe(200);
  return made.body.workflow.id;
}

const activate = ({ token }: Person, id: string) => api(`POST /api/workflows/${id}/activate`, { token });

test('HOSTILE 25: a workflow that calls a deleted workflow, or another person’s, isn’t activated', async () => {
  const [person, stranger] = [await signedInPerson(), await signedInPerson()];
  const { id: called } = await makeWorkflow(person);
  const caller = await makeCaller(person, called);
  expect((await activate(person, caller)).status).toBe(200);
  const foreign = await activate(stranger, await makeCaller(stranger, called));
  const absent = await activate(stranger, await makeCaller(stranger, crypto.randomUUID()));
  expect(foreign).toMatchObject({
    status: 400,
    code: 'workflow-invalid',
    message: expect.stringContaining('Step “call”: The workflow to call'),
  });
  expect(foreign.body).toEqual(absent.body);
  expect((await api(`DELETE /api/workflows/${called}`, { token: person.token })).status).toBe(200);
  expect((await activate(person, caller)).status).toBe(400);
  expect((await activate(person, await makeCaller(person, called, { isSwitchedOff: true }))).status).toBe(200);
});
