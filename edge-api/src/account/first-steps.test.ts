import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';

const readFirstSteps = async ({ token }: Person) => (await api('GET /api/account/first-steps', { token })).body;
const done = async (person: Person) =>
  Object.entries(await readFirstSteps(person)).flatMap(([name, value]) => (name.startsWith('has') && value === true ? [name] : []));

test('each first step is ticked by what the person actually did', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const other = await signedInPerson();
  expect(await done(person)).toEqual([]);
  const { workflow } = (await api('POST /api/workflows', { token, body: { name: 'Tea', triggerType: 'Webhook' } })).body;
  expect(await done(person)).toEqual(['hasWorkflow']);
  await api(`POST /api/workflows/${workflow.id}/activate`, { token });
  expect(await done(person)).toEqual(['hasWorkflow', 'hasActivated']);
  const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } });
  await api('POST /api/connectors', { token, body: { name: 'Mine', connectorTypeId, apiKey: 'key' } });
  await database().insert(schema.workflowInstances).values({
    id: crypto.randomUUID(),
    ownerUserId: person.row.id,
    workflowId: workflow.id,
    workflowVersionId: crypto.randomUUID(),
    name: 'Tea',
    status: 'Succeeded',
    createdAt: new Date(),
    lastUpdatedAt: new Date(),
  });
  expect(await done(person)).toEqual(['hasWorkflow', 'hasRun', 'hasConnector', 'hasActivated']);
  await api(`PUT /api/alerts/workflows/${workflow.id}`, { token, body: { isEnabled: false, mutedUntil: null } });
  expect(await done(person)).toContain('hasAlertSettings');
  expect(await done(other)).toEqual([]);
});

test('a person closes the list and shows it again', async () => {
  const person = await signedInPerson();
  const put = (body: object) => api('PUT /api/account/first-steps', { token: person.token, body });
  expect((await readFirstSteps(person)).isClosed).toBe(false);
  expect((await put({ isClosed: true })).status).toBe(200);
  expect((await readFirstSteps(person)).isClosed).toBe(true);
  expect((await put({ isClosed: true, at: 'never' })).status).toBe(400);
  await put({ isClosed: false });
  expect((await readFirstSteps(person)).isClosed).toBe(false);
});

test('the sample is offered as long as its template exists', async () => {
  const person = await signedInPerson();
  await api('GET /api/workflow-templates', { token: person.token });
  const id = 'system-sort-orders-by-size';
  const setActive = (isActive: boolean) =>
    database().update(schema.workflowTemplates).set({ isActive }).where(eq(schema.workflowTemplates.id, id));
  await database()
    .insert(schema.workflowTemplates)
    .values({
      id,
      name: 'Sort',
      isActive: true,
      steps: [],
      connectorTypeIds: [],
      createdAt: new Date(0),
      lastUpdatedAt: new Date(0),
      isSystem: true,
    })
    .onConflictDoNothing();
  expect((await readFirstSteps(person)).sampleTemplateId).toBe(id);
  await setActive(false);
  expect((await readFirstSteps(person)).sampleTemplateId).toBeNull();
  await setActive(true);
});
