import { makeRunId } from '@portage/contracts';
import { type NewWorkflowInstanceRow, runTags, workflowInstances } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { failRun, findStart, removeSteps } from '../../test/run-engine.ts';
import { impersonatedAdmin, makeWorkflow, signedInAdmin, stepsWith } from '../../test/workflows.ts';

const random = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

/** A row of the run index, as the engine's outbox would write it. */
async function indexRun(person: Person, row: Partial<NewWorkflowInstanceRow> = {}): Promise<string> {
  const at = row.createdAt ?? new Date();
  const id = makeRunId(person.row.id, at.getTime(), 0, random());
  await database()
    .insert(workflowInstances)
    .values({
      id,
      ownerUserId: person.row.id,
      workflowId: crypto.randomUUID(),
      workflowVersionId: crypto.randomUUID(),
      name: 'Indexed',
      status: 'Succeeded',
      createdAt: at,
      lastUpdatedAt: at,
      startedAt: at,
      ...row,
    });
  return id;
}

async function testRun(person: Person, payload: unknown = null): Promise<{ runId: string; workflowId: string }> {
  const { id } = await makeWorkflow(person);
  const { body } = await api(`POST /api/workflows/${id}/test-run`, { token: person.token, body: { payload } });
  return { runId: body.workflowInstanceId, workflowId: id };
}

const listIds = (body: { workflowInstances: { id: string }[] }) => body.workflowInstances.map(({ id }) => id);

describe('finding runs', () => {
  test('by workflow, status and start time, newest first, page by page', async () => {
    const person = await signedInPerson();
    const workflowId = crypto.randomUUID();
    const day = (text: string) => new Date(`2026-03-${text}T12:00:00Z`);
    const first = await indexRun(person, { createdAt: day('01'), workflowId });
    const second = await indexRun(person, { createdAt: day('02'), status: 'Failed' });
    const waited = await indexRun(person, { createdAt: day('03'), startedAt: day('05'), workflowId, status: 'Delayed' });
    const queued = await indexRun(person, { createdAt: day('04'), startedAt: null, status: 'Scheduled' });

    const find = async (query: string) => {
      const { status, body, message } = await api(`GET /api/workflows/find-instances?${query}`, { token: person.token });
      expect(status, message).toBe(200);
      return { ids: listIds(body), totalCount: body.totalCount };
    };
    expect(await find('')).toEqual({ ids: [queued, waited, second, first], totalCount: 4 });
    expect(await find('pageSize=3&pageIndex=1')).toEqual({ ids: [first], totalCount: 4 });
    expect(await find(`workflowId=${workflowId}`)).toEqual({ ids: [waited, first], totalCount: 2 });
    expect(await find('workflowId=no-id')).toEqual({ ids: [], totalCount: 0 });
    expect(await find('workflowInstanceStatus=Failed')).toEqual({ ids: [second], totalCount: 1 });
    expect(await find('workflowStartedAtStart=2026-03-02T12:00:00Z')).toEqual({ ids: [queued, waited, second], totalCount: 3 });
    expect(await find('workflowStartedAtEnd=2026-03-04T13:00:00%2B01:00')).toEqual({ ids: [queued, second, first], totalCount: 3 });
    expect(await find('workflowStartedAtStart=2026-03-05T00:00:00Z&workflowStartedAtEnd=2026-03-06T00:00:00Z')).toEqual({
      ids: [waited],
      totalCount: 1,
    });

    const { body } = await api(`GET /api/workflows/instances?WorkflowId=${workflowId}&PageSize=1`, { token: person.token });
    expect(listIds(body)).toEqual([waited]);
  });

  test('finished with errors: succeeded runs with failed steps, which also count as succeeded', async () => {
    const person = await signedInPerson();
    const clean = await indexRun(person, { status: 'Succeeded', failedSteps: 0 });
    const refused = await indexRun(person, { status: 'Succeeded', failedSteps: 3 });
    await indexRun(person, { status: 'Failed', failedSteps: 1 });
    await indexRun(person, { status: 'Cancelled', failedSteps: 1 });
    const find = async (status: string) =>
      listIds((await api(`GET /api/workflows/find-instances?workflowInstanceStatus=${status}`, { token: person.token })).body).sort();
    expect(await find('FinishedWithErrors')).toEqual([refused]);
    expect(await find('Succeeded')).toEqual([clean, refused].sort());
  });

  test('returns a workflow’s last run and its time', async () => {
    const person = await signedInPerson();
    const workflow = await makeWorkflow(person);
    const createdAt = new Date('2026-05-01T00:00:00.123Z');
    await indexRun(person, { workflowId: workflow.id, createdAt: new Date('2026-04-01T00:00:00Z') });
    const id = await indexRun(person, { workflowId: workflow.id, createdAt });
    const { body } = await api(`GET /api/workflows/${workflow.id}/last-instance`, { token: person.token });
    expect(body).toMatchObject({ workflowInstance: { id, workflowId: workflow.id, createdAt: createdAt.toISOString() } });
    expect((await api('GET /api/workflows', { token: person.token })).body.workflows[0].lastRunAt).toBe(createdAt.toISOString());
  });

  test.each([
    'workflowInstanceStatus=Done',
    'workflowStartedAtStart=yesterday',
    'workflowStartedAtStart=0000-01-01T00:00:00Z',
    'workflowStartedAtEnd=2026-13-01T00:00:00Z',
    'pageSize=1000',
    'isAdmin=yes',
    'order=desc',
    'workflowId=1&workflowId=2',
  ])('refuses ?%s', async (query) => {
    const { token } = await signedInPerson();
    expect(await api(`GET /api/workflows/find-instances?${query}`, { token })).toMatchObject({ status: 400, code: 'validation' });
  });

  test('shows everyone’s only to admins in their own name', async () => {
    const person = await signedInPerson();
    const id = await indexRun(person);
    const query = `isAdmin=true&userEmail=${person.row.email}`;
    const { body } = await api(`GET /api/workflows/find-instances?${query}`, { token: (await signedInAdmin()).token });
    expect(body).toMatchObject({ totalCount: 1, workflowInstances: [{ id, ownerUserEmail: person.row.email }] });
    for (const { token } of [person, await impersonatedAdmin()]) {
      expect(await api('GET /api/workflows/find-instances?isAdmin=true', { token })).toMatchObject({ status: 403 });
      expect(await api('GET /api/workflows/find-instances?userEmail=a', { token })).toMatchObject({ status: 403 });
    }
    expect((await api('GET /api/workflows/find-instances', { token: (await signedInPerson()).token })).body.totalCount).toBe(0);
  });
});

describe('one run', () => {
  test('comes from its shard, with its steps and what they saw', async () => {
    const person = await signedInPerson();
    const { runId, workflowId } = await testRun(person, { n: 1 });
    const get = async (call: string) => (await api(`GET /api/workflows/${call}`, { token: person.token })).body;
    expect((await get(`instances/${runId}`)).workflowInstance).toMatchObject({
      id: runId,
      workflowId,
      status: 'InProgress',
      ownerUserEmail: person.row.email,
      isTest: true,
    });
    const steps = await get(`step-instances?workflowInstanceId=${runId}`);
    expect(steps).toMatchObject({ totalCount: 1, stepInstances: [{ id: '1', name: 'start', hasContextData: true }] });
    expect(steps.stepInstances[0]).not.toHaveProperty('stepData');
    expect((await get(`step-instances/1?workflowInstanceId=${runId}`)).stepInstance.stepData).toEqual({ payload: { n: 1 } });
    expect((await get(`step-instances/1/context?workflowInstanceId=${runId}`)).workflowStepContext.consts).toEqual({
      WorkflowInstanceId: runId,
    });
    expect(await get(`step-instances/2?workflowInstanceId=${runId}`)).toMatchObject({ errors: [{ code: 'not-found' }] });
  });

  test('is read from the index if its shard is past retention', async () => {
    const person = await signedInPerson();
    const id = await indexRun(person, { createdAt: new Date('2026-01-01T00:00:00Z') });
    const { body } = await api(`GET /api/workflows/instances/${id}`, { token: person.token });
    expect(body.workflowInstance).toMatchObject({ id, name: 'Indexed', status: 'Succeeded' });
    const steps = await api(`GET /api/workflows/step-instances?workflowInstanceId=${id}`, { token: person.token });
    expect(steps.body).toEqual({ stepInstances: [], totalCount: 0, notice: { code: 'step-data-removed', message: expect.any(String) } });
  });

  test('says on every call that its steps are no longer stored, and can be neither continued nor restarted', async () => {
    const person = await signedInPerson();
    const ask = (call: string) => api(call.replace('/api', '/api/workflows'), { token: person.token });
    const [failed, done] = [await indexRun(person, { status: 'Failed' }), await indexRun(person)];
    for (const path of ['step-instances/1', 'step-instances/1/context']) {
      expect(await ask(`GET /api/${path}?workflowInstanceId=${failed}`)).toMatchObject({ status: 410, code: 'step-data-removed' });
    }
    for (const type of ['ContinueExisting', 'StartNew']) {
      const { status, body } = await ask(`POST /api/instances/${failed}/re-run?type=${type}`);
      expect([status, body]).toEqual([200, { isSuccess: false, errorMessage: expect.stringContaining('no longer stored') }]);
      expect((await ask(`POST /api/instances/${done}/re-run?type=${type}`)).body.errorMessage).toContain('no longer stored');
    }
    expect((await ask(`POST /api/instances/${done}/cancel`)).body).toEqual({
      isSuccess: false,
      errorMessage: 'The run has already ended: Succeeded.',
    });
  });

  test('says so too if its shard still exists without its steps; an unknown step gets another error', async () => {
    const person = await signedInPerson();
    const { runId } = await testRun(person);
    const step = (id: string) => api(`GET /api/workflows/step-instances/${id}?workflowInstanceId=${runId}`, { token: person.token });
    const page = () => api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token: person.token });
    expect((await page()).body.notice).toBeNull();
    expect(await step('7')).toMatchObject({ status: 404, code: 'not-found' });
    await removeSteps(runId);
    expect((await page()).body).toMatchObject({ stepInstances: [], totalCount: 0, notice: { code: 'step-data-removed' } });
    expect(await step('1')).toMatchObject({ status: 410, code: 'step-data-removed' });
    expect((await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance.id).toBe(runId);
  });

  test('may be read by an admin, but not changed', async () => {
    const person = await signedInPerson();
    const { runId } = await testRun(person);
    const { token } = await signedInAdmin();
    expect((await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance.ownerUserEmail).toBe(person.row.email);
    expect(await api(`GET /api/workflows/step-instances?workflowInstanceId=${runId}`, { token })).toMatchObject({ status: 200 });
    expect(await api(`POST /api/workflows/instances/${runId}/cancel`, { token })).toMatchObject({ status: 404 });
    expect(await api(`POST /api/workflows/instances/${runId}/re-run?type=StartNew`, { token })).toMatchObject({ status: 404 });
  });
});

test('runs are found by the start of a tag or all of it: one’s own, or everyone’s for an admin', async () => {
  const [person, stranger] = [await signedInPerson(), await signedInPerson()];
  const tagged = async (owner: Person, value: string, name = 'Order') => {
    const runId = await indexRun(owner);
    const tag = { runId, name, value, position: 1, ownerUserId: owner.row.id, createdAt: new Date() };
    await database().insert(runTags).values(tag);
    return runId;
  };
  const first = await tagged(person, 'A-1001');
  const second = await tagged(person, 'A-10', 'Invoice');
  await tagged(person, 'B-1');
  const foreign = await tagged(stranger, 'A-1001', `Order ${stranger.row.id}`);
  const percent = await tagged(person, '100%_\\x');
  const find = async (query: Record<string, string>, { token } = person) =>
    (await api(`GET /api/workflows/find-instances?${new URLSearchParams(query)}`, { token })).body;
  expect(listIds(await find({ tagValue: 'A-10' })).sort()).toEqual([first, second].sort());
  expect(listIds(await find({ tagValue: 'A-10', isTagExact: 'true' }))).toEqual([second]);
  expect(listIds(await find({ tagValue: 'A-10', tagName: 'Order' }))).toEqual([first]);
  expect(listIds(await find({ tagValue: '100%_\\' }))).toEqual([percent]);
  expect(listIds(await find({ tagValue: '%' }))).toEqual([]);
  expect((await find({ tagValue: 'A-1001' })).workflowInstances[0]).toMatchObject({ tags: [{ name: 'Order', value: 'A-1001' }] });
  const admin = await signedInAdmin();
  const everyones = listIds(await find({ tagValue: 'A-1001', isAdmin: 'true' }, admin));
  expect(everyones).toEqual(expect.arrayContaining([first, foreign]));
  expect(everyones).not.toContain(second);
  expect(listIds(await find({ tagValue: 'A-1001', isAdmin: 'true', userEmail: stranger.row.email }, admin))).toEqual([foreign]);
  expect(listIds(await find({ tagValue: 'A-1001' }, admin))).toEqual([]);
  expect((await api('GET /api/workflows/find-instances?tagValue=A&isAdmin=true', { token: person.token })).status).toBe(403);
});

test('a continued run tells its owner and admins how it had failed and who continued it', async () => {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person);
  const runId = (await api(`POST /api/workflows/${id}/test-run`, { token: person.token })).body.workflowInstanceId;
  const attempts = async (token: string) => api(`GET /api/workflows/instances/${runId}/attempts`, { token });
  expect((await attempts(person.token)).body).toEqual({ attempts: [] });
  await failRun(runId);
  const rerun = (query: string) => api(`POST /api/workflows/instances/${runId}/re-run?${query}`, { token: person.token });
  expect((await rerun('type=ContinueExisting&version=Newest')).status).toBe(400);
  expect((await rerun('type=ContinueExisting&version=Current')).body).toEqual({ isSuccess: true, workflowInstanceId: runId });
  const expected = [{ number: 1, errorMessage: 'It failed.', continuedBy: { email: person.row.email, impersonatorEmail: null } }];
  expect((await attempts(person.token)).body.attempts).toMatchObject(expected);
  expect((await attempts((await signedInAdmin()).token)).body.attempts).toMatchObject(expected);
  expect((await attempts((await signedInPerson()).token)).status).toBe(404);
});

describe('cancel and re-run', () => {
  test.each(['GET', 'POST'])('by %s: a run is cancelled once', async (method) => {
    const person = await signedInPerson();
    const { runId } = await testRun(person);
    const cancel = () => api(`${method} /api/workflows/instances/${runId}/cancel`, { token: person.token });
    expect((await cancel()).body).toEqual({ isSuccess: true });
    expect((await cancel()).body).toEqual({ isSuccess: false, errorMessage: 'This run is over.' });
  });

  test.each(['GET', 'POST'])('by %s: a failed run continues, or restarts with its payload on the current version', async (method) => {
    const person = await signedInPerson();
    const { runId, workflowId } = await testRun(person, { order: 7 });
    const rerun = (type: string) => api(`${method} /api/workflows/instances/${runId}/re-run?type=${type}`, { token: person.token });
    expect((await rerun('StartNew')).body).toEqual({ isSuccess: false, errorMessage: expect.stringContaining('hasn’t ended yet') });
    expect((await rerun('ContinueExisting')).body.isSuccess).toBe(false);
    expect(await rerun('Again')).toMatchObject({ status: 400 });

    const saved = await api(`PUT /api/workflows/${workflowId}`, {
      token: person.token,
      body: { steps: stepsWith('Manual', 'return 2') },
    });
    await failRun(runId);
    const { body } = await rerun('StartNew');
    expect(body.isSuccess).toBe(true);
    expect(body.workflowInstanceId).not.toBe(runId);
    expect(await findStart(body.workflowInstanceId)).toMatchObject({
      versionId: saved.body.workflow.versionId,
      trigger: { payload: { order: 7 } },
      isTest: true,
    });
    expect((await rerun('ContinueExisting')).body).toEqual({ isSuccess: true, workflowInstanceId: runId });

    await failRun(runId);
    await api(`DELETE /api/workflows/${workflowId}`, { token: person.token });
    const refused = { isSuccess: false, errorMessage: 'The workflow of this run was deleted.' };
    expect((await rerun('StartNew')).body).toEqual(refused);
    expect((await rerun('ContinueExisting')).body).toEqual(refused);
  });
});

describe('HOSTILE 25: every call on a run', () => {
  test.each([
    'GET /api/workflows/instances/{run}',
    'GET /api/workflows/instances/{run}/re-run?type=StartNew',
    'POST /api/workflows/instances/{run}/re-run?type=ContinueExisting',
    'GET /api/workflows/instances/{run}/cancel',
    'POST /api/workflows/instances/{run}/cancel',
    'GET /api/workflows/step-instances?workflowInstanceId={run}',
    'GET /api/workflows/step-instances/1?workflowInstanceId={run}',
    'GET /api/workflows/step-instances/1/context?workflowInstanceId={run}',
  ])('%s is refused to an anonymous caller and another user, and looks the same for a run that doesn’t exist', async (call) => {
    const owner = await signedInPerson();
    const { runId } = await testRun(owner);
    expect(await api(call.replace('{run}', runId))).toMatchObject({ status: 401 });

    const other = await signedInPerson();
    const invented = makeRunId(other.row.id, Date.now(), 0, random());
    const future = makeRunId(other.row.id, Date.now() + 7_200_000, 0, random());
    for (const id of [runId, invented, future, 'no-id', '%00', `${runId}x`]) {
      const answer = await api(call.replace('{run}', id), { token: other.token });
      expect(answer, id).toMatchObject({ status: 404, code: 'not-found' });
    }
    expect((await api(`GET /api/workflows/instances/${runId}`, { token: owner.token })).body.workflowInstance.status).toBe('InProgress');
  });

  test.each(['GET /api/workflows/instances?WorkflowId=x', 'GET /api/workflows/find-instances'])(
    '%s is refused to an anonymous caller',
    async (call) => {
      expect(await api(call)).toMatchObject({ status: 401 });
    },
  );
});
