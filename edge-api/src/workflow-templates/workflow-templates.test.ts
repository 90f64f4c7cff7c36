import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';

const newName = () => `Template ${crypto.randomUUID()}`;
const admin = () => signedInPerson({ roles: ['ADMIN'] });

async function makeWorkflow({ token }: Person, steps: object[]): Promise<string> {
  const made = await api('POST /api/workflows', { token, body: { name: 'Of the author', steps } });
  expect(made.status, made.message).toBe(200);
  return made.body.workflow.id;
}

const START = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'tell' };
const tell = (fields: object = {}) => ({ stepId: 'tell', type: 'ConnectorOperation', operationId: 'POST /messages', ...fields });

async function makeConnector(owner: Person, connectorTypeId: string): Promise<string> {
  const [id, now] = [crypto.randomUUID(), new Date()];
  await database()
    .insert(schema.connectors)
    .values({ id, userId: owner.row.id, connectorTypeId, name: 'Mine', createdAt: now, lastUpdatedAt: now });
  return id;
}

const makeTemplate = async (boss: Person, workflowId: string, name = newName()) => {
  const made = await api('POST /api/workflow-templates', { token: boss.token, body: { name, workflowId } });
  expect(made.status, made.message).toBe(200);
  return made.body.templateId as string;
};
const get = (id: string, { token }: Person) => api(`GET /api/workflow-templates/${id}`, { token });
const listNames = (answer: { body: { templates: { name: string }[] } }) => answer.body.templates.map(({ name }) => name);

describe('a template', () => {
  test('HOSTILE 32: comes from anybody’s workflow, names only connector types and contains nothing that belongs to the author', async () => {
    const [boss, author] = [await admin(), await signedInPerson()];
    const typeId = await makeConnectorType({ visibility: 'AllUsers', name: 'Chat' });
    const connectorId = await makeConnector(author, typeId);
    const workflowId = await makeWorkflow(author, [
      { ...START, triggerType: 'Webhook', payloadSampleJson: '{"email": "customer@example.com", "n": 7}', nextStepId: 'call' },
      {
        stepId: 'call',
        type: 'HttpRequest',
        url: 'https://portage.test/api/webhooks/SECRETCODE',
        headers: { authorization: 'Bearer very-secret-1' },
        nextStepId: 'script',
      },
      { stepId: 'script', type: 'CustomScript', script: 'const apiKey = "very-secret-2"; return apiKey', nextStepId: 'tell' },
      tell({ connectorId }),
    ]);
    const { template } = (await get(await makeTemplate(boss, workflowId), await signedInPerson())).body;
    expect(template).toMatchObject({
      isActive: true,
      isDashboard: false,
      dashboardSourceConnectorTypeId: null,
      connectorTypes: [{ id: typeId, name: 'Chat', isAvailable: true, hasLogo: false, isHiddenForNewConnectors: false }],
    });
    const text = JSON.stringify(template);
    for (const secret of [connectorId, author.row.id, author.row.email, workflowId, 'customer@example.com', 'SECRETCODE', 'very-secret']) {
      expect(text).not.toContain(secret);
    }
    expect(template.steps.at(-1)).toMatchObject({ stepId: 'tell', connectorTypeId: typeId });
    expect(template.steps.every((step: object) => !('connectorId' in step))).toBe(true);
  });

  test('HOSTILE 32: a workflow made from it with another user’s connector doesn’t start', async () => {
    const [boss, author, thief] = [await admin(), await signedInPerson(), await signedInPerson()];
    const typeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } });
    const connectorId = await makeConnector(author, typeId);
    const templateId = await makeTemplate(boss, await makeWorkflow(author, [START, tell({ connectorId })]));
    const { steps } = (await get(templateId, thief)).body.template;
    const stolen = await makeWorkflow(
      thief,
      steps.map((step: { stepId: string }) => (step.stepId === 'tell' ? { ...step, connectorId } : step)),
    );
    expect(await api(`POST /api/workflows/${stolen}/activate`, { token: thief.token })).toMatchObject({ status: 400 });
  });

  test('API-59..64: is changed, overwritten, switched and deleted by an admin, each recorded in the audit log', async () => {
    const [boss, user] = [await admin(), await signedInPerson()];
    const workflowId = await makeWorkflow(boss, [{ ...START, nextStepId: null }]);
    const [name, other] = [newName(), newName()];
    const id = await makeTemplate(boss, workflowId, name);
    await makeTemplate(boss, workflowId, other);
    const change = (method: string, body: object) => api(`${method} /api/workflow-templates/${id}`, { token: boss.token, body });

    expect(await change('PATCH', { name: `${name} 2`, description: '  Says what it does ' })).toMatchObject({
      body: { template: { name: `${name} 2`, description: 'Says what it does', isActive: true } },
    });
    expect(await change('PUT', { name: name.toUpperCase() })).toMatchObject({ body: { template: { name: name.toUpperCase() } } });
    expect(await change('PATCH', { name: other.toUpperCase() })).toMatchObject({ status: 409, code: 'template-name-taken' });
    const second = await api('POST /api/workflow-templates', { token: boss.token, body: { name: name.toLowerCase(), workflowId } });
    expect(second).toMatchObject({ status: 409, code: 'template-name-taken' });
    expect(await change('PATCH', { name: ' ' })).toMatchObject({ status: 400, message: 'Please input Template Name' });

    const longer = await makeWorkflow(boss, [START, tell()]);
    expect((await change('PUT', { workflowId: longer })).body.template.steps).toHaveLength(2);
    expect(await change('PUT', { workflowId: crypto.randomUUID() })).toMatchObject({ status: 404 });

    const switched = (to: string) => api(`POST /api/workflow-templates/${id}/${to}`, { token: boss.token });
    expect((await switched('deactivate')).body.template.isActive).toBe(false);
    expect((await get(id, user)).status).toBe(404);
    expect((await get(id, boss)).status).toBe(200);
    expect((await switched('activate')).body.template.isActive).toBe(true);
    expect((await get(id, user)).status).toBe(200);

    expect(await api(`DELETE /api/workflow-templates/${id}`, { token: boss.token })).toMatchObject({ body: { isSuccess: true } });
    expect((await get(id, boss)).status).toBe(404);
    expect((await switched('activate')).status).toBe(404);
    expect(await api(`DELETE /api/workflow-templates/${id}`, { token: boss.token })).toMatchObject({ status: 404 });
    await makeTemplate(boss, workflowId, name);
    const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.actorUserId, boss.row.id));
    const counted = (wanted: string) => lines.filter(({ action }) => action === `workflow-template.${wanted}`).length;
    expect([counted('created'), counted('saved'), counted('deleted')]).toEqual([3, 5, 1]);
  });

  test('one of two simultaneous saves with the same name is refused', async () => {
    const boss = await admin();
    const workflowId = await makeWorkflow(boss, [{ ...START, nextStepId: null }]);
    const body = { name: newName(), workflowId };
    const answers = await Promise.all(Array.from({ length: 4 }, () => api('POST /api/workflow-templates', { token: boss.token, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('the list of templates', () => {
  test('API-56: by name, an exact match first, filtered by text and type, in pages', async () => {
    const [boss, user] = [await admin(), await signedInPerson()];
    const typeId = await makeConnectorType({ visibility: 'AllUsers' });
    const mark = crypto.randomUUID();
    const plain = await makeWorkflow(boss, [{ ...START, nextStepId: null }]);
    const typed = await makeWorkflow(boss, [START, tell({ connectorTypeId: typeId })]);
    await makeTemplate(boss, plain, `A ${mark}`);
    await makeTemplate(boss, typed, `b ${mark}`);
    await makeTemplate(boss, plain, mark);
    const list = (query: string, person = user) => api(`GET /api/workflow-templates?${query}`, { token: person.token });
    expect(listNames(await list(`query=${mark.toUpperCase()}`))).toEqual([mark, `A ${mark}`, `b ${mark}`]);
    expect(await list(`query=${mark}&pageIndex=1&pageSize=2`)).toMatchObject({
      body: { totalCount: 3, templates: [{ name: `b ${mark}` }] },
    });
    expect(listNames(await list(`connectorTypeId=${typeId}`))).toEqual([`b ${mark}`]);
    expect((await list(`query=${mark}`)).body.templates[0]).not.toHaveProperty('steps');
    expect(await list(`query=${mark}%25`)).toMatchObject({ body: { totalCount: 0 } });
  });

  test('TPL-09: only admins get inactive ones, on request', async () => {
    const [boss, user] = [await admin(), await signedInPerson()];
    const name = newName();
    const id = await makeTemplate(boss, await makeWorkflow(boss, [{ ...START, nextStepId: null }]), name);
    await api(`POST /api/workflow-templates/${id}/deactivate`, { token: boss.token });
    const list = (person: Person, more = '') =>
      api(`GET /api/workflow-templates?query=${encodeURIComponent(name)}${more}`, { token: person.token });
    expect((await list(boss)).body.totalCount).toBe(0);
    expect((await list(user)).body.totalCount).toBe(0);
    expect((await list(boss, '&includeInactive=true')).body.templates).toMatchObject([{ id, isActive: false }]);
    expect(await list(user, '&includeInactive=true')).toMatchObject({ status: 403 });
  });

  test('a system that is gone or restricted: users aren’t offered the template, its page says so, admins see it', async () => {
    const [boss, user] = [await admin(), await signedInPerson()];
    const [gone, priv] = [
      await makeConnectorType({ visibility: 'AllUsers', isDeleted: true }),
      await makeConnectorType({ userId: boss.row.id, name: 'Private' }),
    ];
    for (const typeId of [gone, priv]) {
      const name = newName();
      const id = await makeTemplate(boss, await makeWorkflow(boss, [START, tell({ connectorTypeId: typeId })]), name);
      const list = (person: Person) => api(`GET /api/workflow-templates?query=${encodeURIComponent(name)}`, { token: person.token });
      expect((await list(user)).body.totalCount).toBe(0);
      expect((await list(boss)).body.totalCount).toBe(1);
      expect((await get(id, user)).body.template.connectorTypes).toMatchObject([{ id: typeId, name: null, isAvailable: false }]);
    }
  });
});
