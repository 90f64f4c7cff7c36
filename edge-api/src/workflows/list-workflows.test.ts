import { activeWorkflowsUsing, leadsTo, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { makeWorkflow, signedInAdmin, stepsWith } from '../../test/workflows.ts';

async function list({ token }: Pick<Person, 'token'>, query: string) {
  const answer = await api(`GET /api/workflows?${query}`, { token });
  expect(answer.status, answer.message).toBe(200);
  return answer.body.workflows;
}

const listNames = (workflows: { name: string }[]) => workflows.map(({ name }) => name);

function addRun(person: Person, workflowId: string, run: Partial<typeof schema.workflowInstances.$inferInsert> & { createdAt: Date }) {
  return database()
    .insert(schema.workflowInstances)
    .values({
      id: crypto.randomUUID(),
      ownerUserId: person.row.id,
      workflowId,
      workflowVersionId: crypto.randomUUID(),
      name: 'x',
      status: 'Succeeded',
      lastUpdatedAt: run.createdAt,
      ...run,
    });
}

describe('sorting', () => {
  test('by name, last run and state, both ways; workflows that never ran come last', async () => {
    const person = await signedInPerson();
    const [b, a, c] = [
      await makeWorkflow(person, { name: 'beta', steps: stepsWith('Manual') }),
      await makeWorkflow(person, { name: 'Alpha' }),
      await makeWorkflow(person, { name: 'gamma' }),
    ];
    await addRun(person, a.id, { createdAt: new Date('2026-01-02T00:00:00Z') });
    await addRun(person, c.id, { createdAt: new Date('2026-01-01T00:00:00Z') });
    await api(`POST /api/workflows/${b.id}/activate`, { token: person.token });
    const sorted = async (sort: string) => listNames(await list(person, `sort=${sort}`));
    expect(await sorted('name')).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await sorted('-name')).toEqual(['gamma', 'beta', 'Alpha']);
    expect(await sorted('lastRunAt')).toEqual(['gamma', 'Alpha', 'beta']);
    expect(await sorted('-lastRunAt')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await sorted('isActive')).toEqual(['beta', 'Alpha', 'gamma']);
    expect(await sorted('-isActive')).toEqual(['Alpha', 'gamma', 'beta']);
  });

  test('puts every workflow on exactly one page, even if many are alike', async () => {
    const person = await signedInPerson();
    for (let index = 0; index < 7; index += 1) await makeWorkflow(person, { name: 'Same' });
    for (const sort of ['name', '-name', 'lastRunAt', '-isActive']) {
      const pages = [];
      for (let pageIndex = 0; pageIndex < 4; pageIndex += 1)
        pages.push(...(await list(person, `sort=${sort}&pageSize=2&pageIndex=${pageIndex}`)));
      expect(new Set(pages.map(({ id }) => id)).size, sort).toBe(7);
    }
  });

  test('applies only to one’s own list', async () => {
    const { token } = await signedInAdmin();
    for (const query of [
      'isAdmin=true&sort=name',
      'isAdmin=true&folderId=none',
      'isAdmin=true&withOverview=true',
      'withOverview=true&pageSize=21',
    ]) {
      expect(await api(`GET /api/workflows?${query}`, { token }), query).toMatchObject({ status: 400, code: 'validation' });
    }
  });
});

describe('an overview', () => {
  test('has the last ten runs, newest first, of this workflow only', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person, { name: 'A' });
    const other = await makeWorkflow(person, { name: 'B' });
    for (let minute = 0; minute < 12; minute += 1) {
      await addRun(person, id, {
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
        status: minute === 11 ? 'Failed' : 'Succeeded',
        isTest: minute === 10,
        failedSteps: minute === 10 ? 2 : 0,
      });
    }
    await addRun(person, other.id, { createdAt: new Date('2026-01-02T00:00:00Z'), status: 'Cancelled' });
    const [b, a] = await list(person, 'withOverview=true');
    expect(b.overview.lastRuns).toMatchObject([{ status: 'Cancelled' }]);
    expect(a.overview.lastRuns).toHaveLength(10);
    expect(a.overview.lastRuns.slice(0, 2)).toMatchObject([
      { status: 'Failed', createdAt: '2026-01-01T00:11:00.000Z', isTest: false },
      { status: 'Succeeded', createdAt: '2026-01-01T00:10:00.000Z', isTest: true, failedSteps: 2 },
    ]);
    expect((await list(person, ''))[0]).not.toHaveProperty('overview');
  });

  test('has the schedule of the version that runs', async () => {
    const person = await signedInPerson();
    const [trigger, ...others] = stepsWith('Scheduled');
    const schedule = { startAt: '2040-01-31T09:00', frequency: 1, period: 'Day', timeZone: 'Europe/Berlin' };
    await makeWorkflow(person, { steps: [{ ...trigger, schedule }, ...others] });
    expect(await list(person, 'withOverview=true')).toMatchObject([{ overview: { startedBy: 'Every day at 9:00, Berlin', lastRuns: [] } }]);
    // A browser names its languages, whose clock the sentence follows.
    const headers = { 'accept-language': 'en-US,en;q=0.9,de;q=0.8' };
    const { body } = await api('GET /api/workflows?withOverview=true', { token: person.token, headers });
    expect(body.workflows).toMatchObject([{ overview: { startedBy: 'Every day at 9:00 AM, Berlin' } }]);
  });

  test('HOSTILE 9: a text that PostgreSQL can’t parse hides neither overviews, nor a connector’s users, nor a circle of calls', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const connectorId = crypto.randomUUID();
    const script = { stepId: 'calc', type: 'CustomScript', script: 'return "a\u0000b"', notes: [{ text: 'half \ud83d' }], connectorId };
    const workflow = await makeWorkflow(person, { name: 'Odd', steps: [{ ...stepsWith('Manual')[0], description: '\u0000' }, script] });
    expect(await list(person, 'withOverview=true')).toMatchObject([{ name: 'Odd', overview: { startedBy: 'By hand' } }]);

    expect((await api(`POST /api/workflows/${workflow.id}/activate`, { token })).status).toBe(200);
    expect(await activeWorkflowsUsing(database(), person.row.id, connectorId, 5)).toEqual(['Odd']);

    const call = { stepId: 'calc', type: 'CallWorkflow', workflowId: workflow.id, description: '\u0000' };
    const caller = await makeWorkflow(person, { steps: [stepsWith('Manual')[0], call] });
    expect(await leadsTo(database(), person.row.id, caller.id, workflow.id)).toBe(true);
  });

  test('names the event and the connector’s system, unless the connector is another person’s', async () => {
    const [person, stranger] = [await signedInPerson(), await signedInPerson()];
    const connectorTypeId = await makeConnectorType({ name: 'Shopify', userId: person.row.id });
    const connectorId = crypto.randomUUID();
    const row = { id: connectorId, connectorTypeId, name: 'Shop', createdAt: new Date(), lastUpdatedAt: new Date() };
    await database()
      .insert(schema.connectors)
      .values({ ...row, userId: person.row.id });
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'ConnectorEvent', connectorId, eventId: 'orders/create', nextStepId: null },
    ];
    await makeWorkflow(person, { steps });
    await makeWorkflow(stranger, { steps });
    expect(await list(person, 'withOverview=true')).toMatchObject([{ overview: { startedBy: 'When an order is created in Shopify' } }]);
    expect(await list(stranger, 'withOverview=true')).toMatchObject([{ overview: { startedBy: 'When an order is created' } }]);
    const odd = steps.map((step) => ({ ...step, connectorId: 'no uuid' }));
    await makeWorkflow(person, { name: 'Odd', steps: odd });
    expect((await list(person, 'withOverview=true'))[0]).toMatchObject({
      name: 'Odd',
      overview: { startedBy: 'When an order is created' },
    });
  });
});

describe('other lists', () => {
  test('connectors sort by name, by type name and by last change', async () => {
    const person = await signedInPerson();
    const add = async (name: string, typeName: string, minute: number) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
      const connectorTypeId = await makeConnectorType({ name: typeName, userId: person.row.id });
      await database()
        .insert(schema.connectors)
        .values({ id: crypto.randomUUID(), userId: person.row.id, connectorTypeId, name, createdAt: new Date(), lastUpdatedAt: at });
    };
    await add('beta', 'Slack', 1);
    await add('Alpha', 'shopify', 3);
    await add('gamma', 'Airtable', 2);
    const sorted = async (sort: string) => {
      const { body } = await api(`GET /api/connectors?sort=${sort}`, { token: person.token });
      return listNames(body.connectors);
    };
    expect(await sorted('name')).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await sorted('-type')).toEqual(['beta', 'Alpha', 'gamma']);
    expect(await sorted('-lastUpdatedAt')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await api('GET /api/connectors?sort=secret', { token: person.token })).toMatchObject({ status: 400 });
  });

  test('runs are listed oldest first on request', async () => {
    const person = await signedInPerson();
    const workflowId = crypto.randomUUID();
    for (const day of [1, 2, 3]) await addRun(person, workflowId, { createdAt: new Date(Date.UTC(2026, 0, day)) });
    const days = async (query: string) => {
      const { body, status, message } = await api(`GET /api/workflows/find-instances?${query}`, { token: person.token });
      expect(status, message).toBe(200);
      return body.workflowInstances.map(({ createdAt }: { createdAt: string }) => createdAt.slice(8, 10));
    };
    expect([await days(''), await days('sort=-started'), await days('sort=started')]).toEqual([
      ['03', '02', '01'],
      ['03', '02', '01'],
      ['01', '02', '03'],
    ]);
  });

  test('a deleted template comes back under its name, unless it is taken by now', async () => {
    const admin = await signedInAdmin();
    const { token } = admin;
    const { id: workflowId } = await makeWorkflow(admin, { steps: stepsWith('Manual') });
    const name = `Template ${crypto.randomUUID()}`;
    const make = () => api('POST /api/workflow-templates', { token, body: { name, workflowId } });
    const { templateId } = (await make()).body;
    await api(`DELETE /api/workflow-templates/${templateId}`, { token });
    const restore = () => api(`POST /api/workflow-templates/${templateId}/restore`, { token });
    expect(await restore()).toMatchObject({ status: 200, body: { isSuccess: true } });
    const [row] = await database().select().from(schema.workflowTemplates).where(eq(schema.workflowTemplates.id, templateId));
    expect(row).toMatchObject({ name, isDeleted: false, isActive: true });
    await api(`DELETE /api/workflow-templates/${templateId}`, { token });
    expect((await make()).status).toBe(200);
    expect(await restore()).toMatchObject({ status: 409, code: 'template-name-taken' });
  });
});
