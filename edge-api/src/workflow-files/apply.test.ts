import { makeRunId, toOwnerId } from '@portage/contracts';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import type { ScheduleObject } from '../../test/schedule-object.ts';
import { makeWebhookWorkflow, makeWorkflow, stepsWith } from '../../test/workflows.ts';

const content = (name: string, script: string) => ({
  name,
  description: null,
  loggingMode: 'LogAllData',
  steps: stepsWith('Webhook', script),
});
const created = (name: string, script = 'return 1') => ({
  id: crypto.randomUUID(),
  versionId: null,
  draftVersionId: null,
  ...content(name, script),
});

const apply = ({ token }: Person, body: object) => api('POST /api/workflows/apply', { token, body: { workflows: [], ...body } });
const read = async ({ token }: Person, id: string) => (await api(`GET /api/workflows/${id}`, { token })).body.workflow;
const listNames = async ({ token }: Person) =>
  (await api('GET /api/workflows', { token })).body.workflows.map(({ name }: { name: string }) => name).sort();

describe('applying workflows', () => {
  test('creates workflows that call each other once, however often the call is repeated', async () => {
    const owner = await signedInPerson();
    const called = created('Called');
    const calling = created('Calling');
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
      { stepId: 'call', type: 'CallWorkflow', workflowId: called.id, nextStepId: null },
    ];
    const body = { workflows: [{ ...calling, steps }, called], publish: true };
    const first = await apply(owner, body);
    expect(first.status, first.message).toBe(200);
    expect(first.body.workflows).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
    const [caller, target] = first.body.workflows;
    expect(await read(owner, caller.id)).toMatchObject({ isActive: true, versionId: caller.versionId, publishedNumber: 1 });
    expect((await read(owner, caller.id)).steps[1].workflowId).toBe(target.id);
    const again = await apply(owner, body);
    expect(again.body.workflows).toEqual(first.body.workflows.map((workflow: object) => ({ ...workflow, outcome: 'unchanged' })));
    expect(await listNames(owner)).toEqual(['Called', 'Calling']);
  });

  test('writes nothing if one workflow was changed since, was deleted or is not valid, and names each', async () => {
    const owner = await signedInPerson();
    const { id, versionId } = await makeWorkflow(owner, { name: 'Orders', steps: stepsWith('Webhook', 'return 1') });
    await api(`PUT /api/workflows/${id}`, { token: owner.token, body: { name: 'Orders of today' } });
    const gone = { id: crypto.randomUUID(), versionId, draftVersionId: null };
    const workflows = [created('New'), { id, versionId, draftVersionId: null, ...content('Mine', 'return 2') }];
    const refused = await apply(owner, { workflows, deletions: [gone] });
    expect(refused).toMatchObject({ status: 409, code: 'version-conflict' });
    expect(refused.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['workflows[1]', 'version-conflict'],
      ['deletions[0]', 'not-found'],
    ]);
    expect(await listNames(owner)).toEqual(['Orders of today']);
    const invalid = await apply(owner, { workflows: [created('New'), created('Broken', '')], publish: true });
    expect(invalid).toMatchObject({ status: 400, code: 'workflow-invalid' });
    expect(invalid.body.errors[0].field).toMatch(/^workflows\[1\]/);
    expect(await listNames(owner)).toEqual(['Orders of today']);
  });

  test('undoes everything if the transaction finds a workflow that has just been changed', async () => {
    const owner = await signedInPerson();
    const { id, versionId } = await makeWorkflow(owner, { name: 'Orders', steps: stepsWith('Webhook', 'return 1') });
    const change = { id, versionId, draftVersionId: null, ...content('Orders', 'return 2') };
    const both = await Promise.all([
      apply(owner, { workflows: [{ ...change, ...content('First', 'return 2') }, created('With the first')] }),
      apply(owner, { workflows: [{ ...change, ...content('Second', 'return 3') }, created('With the second')] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listNames(owner)).toHaveLength(2);
  });

  test('gives an active workflow a draft, publishes it on request, and deletes what is named', async () => {
    const owner = await signedInPerson();
    const { id, versionId } = await makeWebhookWorkflow(owner);
    const before = await read(owner, id);
    const sent = { id, versionId, draftVersionId: null, ...content(before.name, 'return 2') };
    const { draftVersionId } = (await apply(owner, { workflows: [sent] })).body.workflows[0];
    expect(await read(owner, id)).toEqual({ ...before, hasDraft: true });
    const renamed = await apply(owner, { workflows: [{ ...sent, draftVersionId, name: 'Other' }] });
    expect(renamed).toMatchObject({ status: 400, code: 'validation' });
    const published = await apply(owner, { workflows: [{ ...sent, draftVersionId, name: 'Other' }], publish: true });
    expect(published.status, published.message).toBe(200);
    expect(await read(owner, id)).toMatchObject({ name: 'Other', isActive: true, hasDraft: false, publishedNumber: 2 });
    const { versionId: newest } = published.body.workflows[0];
    expect((await apply(owner, { deletions: [{ id, versionId, draftVersionId: null }] })).status).toBe(409);
    expect((await apply(owner, { deletions: [{ id, versionId: newest, draftVersionId: null }] })).status).toBe(200);
    expect(await listNames(owner)).toEqual([]);
  });

  test('a run that publishes workflows counts for the first run of its chain, and so do their schedules', async () => {
    const { token } = await signedInPerson();
    const [trigger, ...others] = stepsWith('Scheduled');
    const schedule = { startAt: '2040-01-31T09:00', frequency: 1, period: 'Day', timeZone: 'Europe/Berlin' };
    const scheduled = { ...created('Nightly'), steps: [{ ...trigger, schedule }, ...others] };
    const publish = (random: string) => {
      const origin = makeRunId(toOwnerId(crypto.randomUUID()), Date.now(), 0, random);
      const headers = { 'portage-run-hops': '2', 'portage-run-origin': origin };
      return api('POST /api/workflows/apply', { token, headers, body: { workflows: [scheduled], publish: true } });
    };
    expect(await publish('runsarenowusedup')).toMatchObject({ status: 409, code: 'run-chain-used-up' });
    const published = await publish('firstofmanyruns');
    expect(published.status, published.message).toBe(200);
    const id = testEnv.SCHEDULES.idFromName(published.body.workflows[0].id);
    const stub = testEnv.SCHEDULES.get(id) as unknown as ScheduleObject;
    expect(await stub.lastChain()).toMatchObject({ hops: 2 });
  });

  test('refuses a workflow that is named twice, also with capitals in its id', async () => {
    const owner = await signedInPerson();
    const workflow = created('New');
    const twice = await apply(owner, { workflows: [workflow, { ...workflow, id: workflow.id.toUpperCase() }] });
    expect(twice).toMatchObject({ status: 400, message: 'A workflow is named twice.' });
  });

  test('only checks in a dry run', async () => {
    const owner = await signedInPerson();
    const dry = await apply(owner, { workflows: [created('New'), created('Incomplete', '')], dryRun: true });
    expect(dry.body.workflows).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
    expect(dry.body.warnings.map(({ code }: { code: string }) => code)).toEqual(['workflow-invalid']);
    const rows = await database().select().from(schema.workflows).where(eq(schema.workflows.ownerUserId, owner.row.id));
    expect(rows).toEqual([]);
  });
});
