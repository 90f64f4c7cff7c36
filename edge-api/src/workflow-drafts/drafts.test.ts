import { makeRunId } from '@portage/contracts';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, impersonate, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import type { EventObject } from '../../test/event-object.ts';
import { PETS } from '../../test/pets-document.ts';
import { findStart } from '../../test/run-engine.ts';
import type { ScheduleObject } from '../../test/schedule-object.ts';
import { makeWebhookWorkflow, makeWorkflow, signedInAdmin, stepsWith } from '../../test/workflows.ts';

/** An active workflow, and a draft saved from one editor session. */
async function activeWorkflow(person?: Person) {
  const owner = person ?? (await signedInPerson());
  const { id, triggerCode, versionId } = await makeWebhookWorkflow(owner);
  const call = (what: string, body?: object, token = owner.token) =>
    api(`${what.replace(' ', ` /api/workflows/${id}`)}`, { token, ...(body ? { body } : {}) });
  return {
    owner,
    id: id as string,
    publishedId: versionId as string,
    call,
    read: async () => (await call('GET ')).body.workflow,
    draft: async () => (await call('GET /draft')).body.draft,
    save: (script: string, fields: object = {}) => call('PUT /draft', { versionId, steps: stepsWith('Webhook', script), ...fields }),
    publish: (body: object) => call('POST /draft/publish', body),
    webhook: () => api(`POST /api/webhooks/${triggerCode}`, { body: {} }),
    history: async (query = '') => (await call(`GET /versions${query}`)).body.workflowVersions,
  };
}

/** @returns its id */
async function connectorWithEvents({ token }: Person): Promise<string> {
  const openApiDocument = { fileName: 'pets.yaml', fileStorageId: crypto.randomUUID(), storageType: 'R2' };
  await testEnv.FILES.put(`uploads/${openApiDocument.fileStorageId}`, PETS);
  const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' }, openApiDocument });
  const { body } = await api('POST /api/connectors', { token, body: { name: 'Shop', connectorTypeId, apiKey: 'k' } });
  return body.connector.id;
}

const getScript = (steps: { script?: string }[]) => steps[1]?.script;

describe('a draft next to the published version', () => {
  test('is created by the first save that changes something, and isn’t visible to readers of the workflow', async () => {
    const flow = await activeWorkflow();
    const before = await flow.read();
    expect(await flow.draft()).toBeNull();
    expect((await flow.save('return 1')).body).toEqual({ draft: null });

    const saved = await flow.save('return 2');
    expect(saved.status, saved.message).toBe(200);
    expect(saved.body.draft).toMatchObject({ fromVersionId: flow.publishedId, savedBy: 'owner', hasHiddenSteps: false });
    expect(getScript((await flow.draft()).steps)).toBe('return 2');
    expect(await flow.read()).toEqual({ ...before, hasDraft: true });
    const listed = (await api('GET /api/workflows', { token: flow.owner.token })).body.workflows;
    expect(listed.map(({ id, hasDraft }: { id: string; hasDraft: boolean }) => [id, hasDraft])).toEqual([[flow.id, true]]);
    expect(await flow.history()).toHaveLength(1);
    expect((await flow.history('?withDrafts=true')).map(({ isDraft }: { isDraft: boolean }) => isDraft)).toEqual([true, false]);
  });

  test('starts no runs, but tests run it', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    const called = await flow.webhook();
    expect(await findStart(called.body.workflowInstanceId)).toMatchObject({ versionId: flow.publishedId, isTest: false });
    const byHand = await flow.call('POST /run', {});
    expect(await findStart(byHand.body.workflowInstanceId)).toMatchObject({ versionId: flow.publishedId });
    const plainTest = await flow.call('POST /test-run', {});
    expect(await findStart(plainTest.body.workflowInstanceId)).toMatchObject({ versionId: flow.publishedId, isTest: true });
    const test = await flow.call('POST /test-run', { ofDraft: true, payload: { a: 1 } });
    expect(await findStart(test.body.workflowInstanceId)).toMatchObject({ versionId, isTest: true, trigger: { payload: { a: 1 } } });
    expect((await flow.call('GET /connector-step-problems?ofDraft=true')).body.versionId).toBe(versionId);
    expect((await flow.call('GET /connector-step-problems')).body.versionId).toBe(flow.publishedId);
  });

  test('run lists distinguish a test of the draft from one of the published version, even after publishing', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    const at = new Date();
    const indexRun = async (workflowVersionId: string, isTest: boolean) => {
      const id = makeRunId(flow.owner.row.id, at.getTime(), 0, crypto.randomUUID().replaceAll('-', ''));
      const ids = { id, ownerUserId: flow.owner.row.id, workflowId: flow.id, workflowVersionId };
      const facts = { name: 'Orders', status: 'Succeeded' as const, isTest, createdAt: at, lastUpdatedAt: at, startedAt: at };
      await database()
        .insert(schema.workflowInstances)
        .values({ ...ids, ...facts });
      return id;
    };
    const [ofDraft, ofPublished, live] = [
      await indexRun(versionId, true),
      await indexRun(flow.publishedId, true),
      await indexRun(flow.publishedId, false),
    ];
    const listed = async (call: string) => {
      const { workflowInstances } = (await api(call, { token: flow.owner.token })).body as {
        workflowInstances: { id: string; isOfDraft?: boolean }[];
      };
      return Object.fromEntries(workflowInstances.map(({ id, isOfDraft }) => [id, isOfDraft]));
    };
    const expected = { [ofDraft]: true, [ofPublished]: undefined, [live]: undefined };
    expect(await listed(`GET /api/workflows/find-instances?workflowId=${flow.id}`)).toEqual(expected);
    await flow.publish({ versionId });
    expect(await listed('GET /api/workflows/find-instances')).toEqual(expected);
    expect(await listed(`GET /api/workflows/instances?WorkflowId=${flow.id}`)).toEqual(expected);
  });

  test('a test of an incomplete draft is refused, as its activation would be', async () => {
    const flow = await activeWorkflow();
    await flow.save('');
    const [tested, published] = [
      await flow.call('POST /test-run', { ofDraft: true }),
      await flow.publish({ versionId: (await flow.draft()).versionId }),
    ];
    expect(tested).toMatchObject({ status: 400, code: 'workflow-invalid' });
    expect(published).toMatchObject({ status: 400, code: 'workflow-invalid', message: tested.message });
    expect(getScript((await flow.draft()).steps)).toBe('');
    expect((await flow.webhook()).status).toBe(202);
  });

  test('doesn’t exist for an inactive workflow, which is changed directly', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    await flow.call('POST /deactivate');
    expect(await flow.save('return 3', { versionId })).toMatchObject({ status: 409, code: 'workflow-inactive' });
    expect(await flow.publish({ versionId })).toMatchObject({ status: 409, code: 'workflow-inactive' });
    // The draft is kept, and activating doesn't publish it.
    expect((await flow.draft()).versionId).toBe(versionId);
    const { warnings } = (await flow.call('POST /activate')).body;
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['draft-not-published']);
    expect(await flow.read()).toMatchObject({ versionId: flow.publishedId, hasDraft: true });
  });

  test('is deleted with the workflow, and comes back with it', async () => {
    const flow = await activeWorkflow();
    await flow.save('return 2');
    await flow.call('DELETE ');
    expect((await flow.call('GET /draft')).status).toBe(404);
    await flow.call('POST /restore');
    expect((await flow.call('GET /draft')).status).toBe(200);
  });

  test('copies, links and templates use the published version', async () => {
    const flow = await activeWorkflow();
    await flow.save('return 2');
    const copy = await api('POST /api/workflows', { token: flow.owner.token, body: { copyOfWorkflowId: flow.id } });
    expect(getScript(copy.body.workflow.steps)).toBe('return 1');
    expect(copy.body.workflow.hasDraft).toBe(false);
    const { body } = await flow.call('POST /share');
    const sharedWorkflowCode = new URL(body.link).searchParams.get('sharedWorkflowCode');
    const imported = await api('POST /api/workflows/import', {
      token: flow.owner.token,
      body: { workflowIdToImport: flow.id, sharedWorkflowCode, workflowName: 'Theirs' },
    });
    const theirs = await api(`GET /api/workflows/${imported.body.workflowId}`, { token: flow.owner.token });
    expect(getScript(theirs.body.workflow.steps)).toBe('return 1');
  });

  test.each([
    ['an unknown field', { versionId: 'x', steps: [], isActive: true }],
    ['no version', { steps: [] }],
    ['no steps', { versionId: 'x' }],
  ])('refuses %s', async (_, body) => {
    const flow = await activeWorkflow();
    expect(await flow.call('PUT /draft', body)).toMatchObject({ status: 400, code: 'validation' });
  });
});

describe('two editors of one draft', () => {
  const editor = (editorSessionId: string, editorSaveNumber: number) => ({ editorSessionId, editorSaveNumber, isAutosave: true });

  test('the second of two editor sessions gets a conflict, unless its save changes nothing', async () => {
    const flow = await activeWorkflow();
    await flow.save('return 2', editor('a', 1));
    expect(await flow.save('return 3', editor('b', 1))).toMatchObject({ status: 409, code: 'version-conflict' });
    expect((await flow.save('return 2', editor('b', 2))).status).toBe(200);
    const { versionId } = await flow.draft();
    expect((await flow.save('return 3', { ...editor('b', 3), versionId })).status).toBe(200);
  });

  test('an editor whose response was lost has no conflict with itself, not even over the save that created the draft', async () => {
    const flow = await activeWorkflow();
    await flow.save('return 2', editor('a', 1));
    expect((await flow.save('return 3', editor('a', 2))).status).toBe(200);
    // The first save, arriving late.
    expect((await flow.save('return 2', editor('a', 1))).code).toBe('version-conflict');
  });

  test('one editor’s autosaves share a history entry until something uses it', async () => {
    const flow = await activeWorkflow();
    await flow.save('return 2', editor('a', 1));
    await flow.save('return 3', editor('a', 2));
    await flow.call('POST /test-run', { ofDraft: true });
    await flow.save('return 4', editor('a', 3));
    const scripts = (await flow.history('?withDrafts=true')).map(({ steps }: { steps: { script?: string }[] }) => getScript(steps));
    expect(scripts).toEqual(['return 4', 'return 3', 'return 1']);
  });

  test('an admin who acts as the owner is another editor, and is named in the log', async () => {
    const flow = await activeWorkflow();
    const admin = await signedInAdmin();
    const token = await impersonate(admin.row.id, flow.owner.row.id);
    const body = { versionId: flow.publishedId, steps: stepsWith('Webhook', 'return 5'), ...editor('admin', 1) };
    expect((await flow.call('PUT /draft', body, token)).body.draft).toMatchObject({ savedBy: 'admin' });
    expect((await flow.save('return 6', editor('a', 1))).code).toBe('version-conflict');
    const [newest] = await flow.history('?withDrafts=true');
    expect(newest).toMatchObject({ savedBy: 'admin', savedByName: null });
    const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
    expect(lines.map(({ action }) => action)).toEqual(['workflow.draft-saved']);
  });

  test('a draft discarded elsewhere is a conflict, and stays in the history', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2', editor('a', 1))).body.draft;
    const remove = (id: string) => flow.call(`DELETE /draft?versionId=${id}`);
    expect((await remove(flow.publishedId)).code).toBe('version-conflict');
    expect((await remove(versionId)).body).toEqual({ isSuccess: true, warnings: [] });
    expect((await remove(versionId)).code).toBe('version-conflict');
    expect(await flow.draft()).toBeNull();
    expect((await flow.save('return 3', { ...editor('b', 1), versionId })).code).toBe('version-conflict');
    expect((await flow.history('?withDrafts=true'))[0]).toMatchObject({ id: versionId, isDraft: true });
  });

  test('a rename during a save of the draft keeps both', async () => {
    const flow = await activeWorkflow();
    await flow.save('return 2');
    const { versionId } = await flow.draft();
    const [renamed, saved] = await Promise.all([flow.call('PUT ', { name: 'Another name' }), flow.save('return 3', { versionId })]);
    expect([renamed.status, saved.status]).toEqual([200, 200]);
    const published = await flow.publish({ versionId: saved.body.draft.versionId });
    expect(renamed.body.workflow.publishedNumber).toBe(2);
    expect(published.body.workflow).toMatchObject({ name: 'Another name', hasDraft: false, publishedNumber: 3 });
    expect(getScript(published.body.workflow.steps)).toBe('return 3');
  });
});

describe('publishing a draft', () => {
  test('makes it the version for the next trigger, at the same address, with a name and a note', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    const { status, body, message } = await flow.publish({ versionId, label: ' Faster ', note: 'Counts to two' });
    expect(status, message).toBe(200);
    expect(body.workflow).toMatchObject({ isActive: true, hasDraft: false, publishedNumber: 2 });
    const publishedId = body.workflow.versionId;
    expect(publishedId).not.toBe(flow.publishedId);
    const called = await flow.webhook();
    expect(await findStart(called.body.workflowInstanceId)).toMatchObject({ versionId: publishedId, isTest: false });
    expect(await flow.history('?withDrafts=true')).toMatchObject([
      {
        id: publishedId,
        isDraft: false,
        publishedNumber: 2,
        label: 'Faster',
        note: 'Counts to two',
        savedBy: 'owner',
        savedByName: 'Ada Lovelace',
      },
      { id: flow.publishedId, publishedNumber: 1, label: null },
    ]);
    expect(await flow.draft()).toBeNull();
    // The version that tests of the draft used still exists.
    expect((await flow.call(`GET /versions/${versionId}`)).body.workflowVersion).toMatchObject({ id: versionId, isDraft: true });
  });

  test('is refused for a draft that the person hasn’t seen', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    await flow.save('return 3', { versionId });
    expect(await flow.publish({ versionId })).toMatchObject({ status: 409, code: 'version-conflict' });
    expect(getScript((await flow.read()).steps)).toBe('return 1');
    expect(getScript((await flow.draft()).steps)).toBe('return 3');
  });

  test('happens once for two simultaneous calls', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    const answers = await Promise.all([1, 2, 3].map(() => flow.publish({ versionId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await flow.history()).map(({ publishedNumber }: { publishedNumber: number }) => publishedNumber)).toEqual([2, 1]);
  });

  test('asks for confirmation if other steps were published meanwhile, but not if only the name changed', async () => {
    const flow = await activeWorkflow();
    const { versionId } = (await flow.save('return 2')).body.draft;
    await flow.call('PUT ', { name: 'Another name' });
    await flow.call('POST /deactivate');
    await flow.call('PUT ', { steps: stepsWith('Webhook', 'return 9') });
    await flow.call('POST /activate');
    expect(await flow.publish({ versionId })).toMatchObject({ status: 409, code: 'published-changed' });
    expect(await flow.publish({ versionId, publishedVersionId: flow.publishedId })).toMatchObject({ code: 'published-changed' });
    const { versionId: publishedVersionId } = await flow.read();
    expect((await flow.publish({ versionId, publishedVersionId })).body.workflow).toMatchObject({ name: 'Another name' });

    const renamed = await activeWorkflow();
    const saved = (await renamed.save('return 2')).body.draft;
    await renamed.call('PUT ', { name: 'Only the name' });
    expect((await renamed.publish({ versionId: saved.versionId })).status).toBe(200);
  });

  test('with a schedule instead of the webhook arms it, and calls are refused', async () => {
    const flow = await activeWorkflow();
    const [trigger, ...others] = stepsWith('Scheduled');
    const schedule = { startAt: '2040-01-31T09:00', frequency: 1, period: 'Day', timeZone: 'UTC' };
    const { draft } = (await flow.call('PUT /draft', { versionId: flow.publishedId, steps: [{ ...trigger, schedule }, ...others] })).body;
    const { body } = await flow.publish({ versionId: draft.versionId });
    expect(body.workflow).toMatchObject({ triggerType: 'Scheduled' });
    const object = testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(flow.id)) as unknown as ScheduleObject;
    expect(await object.armedVersion()).toBe(body.workflow.versionId);
    expect((await flow.webhook()).status).toBe(404);
  });

  test('with an event that can’t be listened for leaves the previous version published and the draft unchanged', async () => {
    const flow = await activeWorkflow();
    const [, ...others] = stepsWith('Webhook', 'return 2');
    const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'ConnectorEvent', eventId: 'petBorn', nextStepId: 'calc' };
    const steps = [{ ...trigger, connectorId: await connectorWithEvents(flow.owner) }, ...others];
    const { draft } = (await flow.call('PUT /draft', { versionId: flow.publishedId, steps })).body;
    const events = testEnv.EVENTS.get(testEnv.EVENTS.idFromName(flow.id)) as unknown as EventObject;
    await events.willAnswer({ state: 'failing', message: 'The topic is not allowed' }, {});
    const refused = await flow.publish({ versionId: draft.versionId });
    expect(refused).toMatchObject({ status: 400, code: 'event-not-registered', message: 'The topic is not allowed' });
    expect(await flow.read()).toMatchObject({ versionId: flow.publishedId, isActive: true, triggerType: 'Webhook', hasDraft: true });
    expect((await flow.draft()).versionId).toBe(draft.versionId);
    expect((await flow.history('?withDrafts=true')).map(({ id }: { id: string }) => id)).toEqual([draft.versionId, flow.publishedId]);
    expect((await flow.webhook()).status).toBe(202);

    expect((await flow.publish({ versionId: draft.versionId })).body.workflow).toMatchObject({ triggerType: 'ConnectorEvent' });
    expect((await flow.history())[0]).toMatchObject({ publishedNumber: 2 });
  });

  test('keeps hidden steps hidden, leaves their changes to admins, and publishes them too', async () => {
    const owner = await signedInPerson();
    const admin = await signedInAdmin();
    const token = await impersonate(admin.row.id, owner.row.id);
    const flow = await activeWorkflow(owner);
    const [start, calc] = stepsWith('Webhook', 'return 7');
    const secret = { stepId: 'secret', type: 'CustomScript', script: 'return 8', isHiddenFromCustomer: true };
    const steps = [start, { ...calc, nextStepId: 'secret' }, secret];
    const made = await flow.call('PUT /draft', { versionId: flow.publishedId, steps }, token);
    expect(made.body.draft.steps).toHaveLength(3);
    const seen = await flow.draft();
    expect(seen).toMatchObject({ hasHiddenSteps: true, savedBy: 'admin' });
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(JSON.stringify(await flow.history('?withDrafts=true'))).not.toContain('secret');
    expect(JSON.stringify((await flow.call(`GET /versions/${seen.versionId}`)).body)).not.toContain('secret');
    const hiding = [start, { ...calc, isHiddenFromCustomer: true }];
    expect(await flow.call('PUT /draft', { versionId: seen.versionId, steps: hiding })).toMatchObject({
      status: 403,
      code: 'hidden-steps',
    });
    expect(await flow.save('return 10', { versionId: seen.versionId })).toMatchObject({ status: 403, code: 'hidden-steps' });
    expect((await flow.publish({ versionId: seen.versionId })).body.workflow.hasHiddenSteps).toBe(true);
    const whole = (await flow.call('GET ', undefined, token)).body.workflow.steps;
    expect(whole.map(({ stepId }: { stepId: string }) => stepId).sort()).toEqual(['calc', 'secret', 'start']);
  });
});

describe('version names and notes', () => {
  test('are added later, and removed', async () => {
    const flow = await activeWorkflow();
    const put = (body: object) => flow.call(`PUT /versions/${flow.publishedId}`, body);
    expect((await put({ label: 'First', note: 'As it began' })).body.workflowVersion).toMatchObject({
      label: 'First',
      note: 'As it began',
    });
    expect((await put({ note: ' ' })).body.workflowVersion).toMatchObject({ label: 'First', note: null });
    expect((await put({ label: null })).body.workflowVersion).toMatchObject({ label: null, note: null });
    expect(await put({ label: 'x'.repeat(101) })).toMatchObject({ status: 400 });
    expect(await put({ steps: [] })).toMatchObject({ status: 400 });
  });

  test('are refused for other workflows’ versions', async () => {
    const flow = await activeWorkflow();
    const other = await makeWorkflow(flow.owner);
    for (const id of [other.versionId, crypto.randomUUID(), 'x']) {
      expect((await flow.call(`PUT /versions/${id}`, { label: 'x' })).status).toBe(404);
      expect((await flow.call(`GET /versions/${id}`)).status).toBe(404);
    }
  });
});
