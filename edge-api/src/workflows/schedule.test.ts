import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import type { ScheduleObject } from '../../test/schedule-object.ts';
import { makeWorkflow, stepsWith } from '../../test/workflows.ts';

const DAILY = { startAt: '2040-01-31T09:00', frequency: 1, period: 'Day', timeZone: 'Europe/Berlin' };
const DAILY_FIRES = ['2040-01-31T08:00:00.000Z', '2040-02-01T08:00:00.000Z'];

function scheduledSteps(schedule: object | null, triggerType: 'Scheduled' | 'Manual' = 'Scheduled') {
  const [trigger, ...others] = stepsWith(triggerType);
  return [{ ...trigger, ...(schedule ? { schedule } : {}) }, ...others];
}

async function makeScheduled(schedule: object = DAILY) {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person, { name: 'Nightly', steps: scheduledSteps(schedule) });
  return { person, id: id as string, ...buildCalls(person, id) };
}

function buildCalls({ token }: Person, id: string) {
  return {
    change: (what: 'activate' | 'deactivate') => api(`POST /api/workflows/${id}/${what}`, { token }),
    save: (body: object) => api(`PUT /api/workflows/${id}`, { token, body }),
    remove: () => api(`DELETE /api/workflows/${id}`, { token }),
    preview: async (query = '?count=2') => (await api(`GET /api/workflows/${id}/schedule-preview${query}`, { token })).body,
  };
}

async function armedVersion(workflowId: string): Promise<string | null> {
  const stub = testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(workflowId)) as unknown as ScheduleObject;
  return stub.armedVersion();
}

describe('a scheduled workflow', () => {
  test('is armed on activation and disarmed on deactivation', async () => {
    const { id, change } = await makeScheduled();
    expect(await armedVersion(id)).toBeNull();
    expect(await change('activate')).toMatchObject({ status: 200, body: { isSuccess: true, warnings: [] } });
    expect(await armedVersion(id)).not.toBeNull();
    expect(await change('deactivate')).toMatchObject({ status: 200, body: { isSuccess: true, warnings: [] } });
    expect(await armedVersion(id)).toBeNull();
  });

  test('is disarmed on deletion', async () => {
    const { id, change, remove } = await makeScheduled();
    await change('activate');
    expect((await remove()).status).toBe(200);
    expect(await armedVersion(id)).toBeNull();
  });

  test('runs its new version after it was renamed while active', async () => {
    const { id, change, save } = await makeScheduled();
    await change('activate');
    const before = await armedVersion(id);
    const { body } = await save({ name: 'Nightly, renamed' });
    expect(body.workflow.versionId).not.toBe(before);
    expect(await armedVersion(id)).toBe(body.workflow.versionId);
  });

  test('uses a changed schedule once it is published', async () => {
    const { id, change, save, preview } = await makeScheduled();
    await change('activate');
    await change('deactivate');
    expect((await save({ steps: scheduledSteps({ ...DAILY, period: 'Month' }) })).status).toBe(200);
    expect(await armedVersion(id)).toBeNull();
    await change('activate');
    expect((await preview()).fires).toEqual([DAILY_FIRES[0], '2040-02-29T08:00:00.000Z']);
  });

  test('is disarmed when its trigger becomes another, whatever happened before', async () => {
    const { id, person, change, save } = await makeScheduled();
    await change('activate');
    await change('deactivate');
    // Simulates a deactivation that stopped before it reached the schedule.
    const stub = testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(id));
    const version = {
      versionId: 'old',
      workflowId: id,
      ownerUserId: person.row.id,
      name: '',
      loggingMode: 'LogAllData',
      steps: [],
    } as const;
    await (stub as unknown as ScheduleObject).arm({ schedule: { period: 'Day' }, version: { ...version, steps: [] } });
    await save({ steps: scheduledSteps(null, 'Manual') });
    expect(await armedVersion(id)).toBeNull();
  });

  test('says that a start in the past runs now, and that a schedule without fires is over', async () => {
    const late = await makeScheduled({ startAt: '2026-01-01T00:00:00Z', period: 'OneTime' });
    expect((await late.change('activate')).body.warnings).toMatchObject([{ code: 'schedule-starts-now' }]);
    const over = await makeScheduled({ startAt: '9999-12-31T23:59:59+00:00', period: 'OneTime' });
    expect((await over.change('activate')).body.warnings).toEqual([]);
    const never = await makeScheduled({ startAt: '9999-12-31T23:59:59-10:00', period: 'OneTime' });
    expect((await never.change('activate')).body.warnings).toMatchObject([{ code: 'schedule-over' }]);
  });

  test.each(['OneTime', 'Day'])('mentions no past start if a %s schedule begins with its activation', async (period) => {
    const { person, id } = await makeScheduled({ period });
    const afterwards = new Date(Date.now() + 1000);
    const { body } = await api(`POST /api/workflows/${id}/activate`, { token: person.token, now: afterwards });
    expect(body).toMatchObject({ isSuccess: true, warnings: [] });
  });

  test.each([
    ['a schedule', undefined, 'Please input Period'],
    ['a frequency', { ...DAILY, frequency: 0 }, 'Frequency'],
    ['a time zone', { ...DAILY, timeZone: 'Mars/Olympus' }, 'Mars/Olympus'],
    ['a start', { ...DAILY, startAt: 'soon' }, 'Start'],
  ])('isn’t activated without %s', async (_what, schedule, message) => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person, { steps: scheduledSteps(schedule ?? null) });
    const answer = await buildCalls(person, id).change('activate');
    expect(answer).toMatchObject({ status: 400, code: 'workflow-invalid' });
    expect(answer.message).toContain(message);
    expect(await armedVersion(id)).toBeNull();
  });
});

describe('a schedule preview', () => {
  test('shows a workflow’s next fires, active or not', async () => {
    const { change, preview } = await makeScheduled();
    expect(await preview()).toEqual({ isArmed: false, timeZone: 'Europe/Berlin', fires: DAILY_FIRES, lastFires: [] });
    await change('activate');
    expect(await preview()).toEqual({ isArmed: true, timeZone: 'Europe/Berlin', fires: DAILY_FIRES, lastFires: [] });
    expect((await preview('')).fires).toHaveLength(5);
  });

  test('shows nothing for a workflow without a schedule', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person);
    expect(await buildCalls(person, id).preview()).toEqual({ isArmed: false, timeZone: null, fires: [], lastFires: [] });
  });

  test('shows when an unsaved schedule would fire', async () => {
    const { token } = await signedInPerson();
    const ask = (body: object, now?: Date) => api('POST /api/workflows/preview-schedule', { token, body, ...(now ? { now } : {}) });
    expect((await ask({ schedule: DAILY, count: 2 })).body).toEqual({ fires: DAILY_FIRES });
    expect((await ask({ schedule: { period: 'Week' } })).body.fires).toHaveLength(5);
    const now = new Date(Date.now() + 1_000);
    expect((await ask({ schedule: { period: 'OneTime' } }, now)).body).toEqual({ fires: [now.toISOString()] });
    expect((await ask({ schedule: { period: 'OneTime', startAt: '2020-01-01' } }, now)).body).toEqual({ fires: [now.toISOString()] });
    const rare = { period: 'Hour', frequency: 876_000, startAt: '2026-01-01' };
    expect((await ask({ schedule: rare, count: 20 }, now)).body.fires).toHaveLength(20);
  });

  test.each([
    ['schedule.timeZone', { schedule: { period: 'Day', timeZone: 'Mars/Olympus' } }],
    ['schedule.frequency', { schedule: { period: 'Day', frequency: 0.5 } }],
    ['schedule.frequency', { schedule: { period: 'Hour', frequency: 1e9 } }],
    ['schedule.startAt', { schedule: { period: 'Day', startAt: '2026-02-30' } }],
    ['schedule.period', { schedule: { period: 'Fortnight' } }],
    ['count', { schedule: { period: 'Day' }, count: 21 }],
    ['count', { schedule: { period: 'Day' }, count: 0 }],
    ['schedule', {}],
  ])('names what is wrong: %s', async (field, body) => {
    const { token } = await signedInPerson();
    const answer = await api('POST /api/workflows/preview-schedule', { token, body });
    expect(answer).toMatchObject({ status: 400, code: 'validation' });
    expect(answer.body.errors[0].field).toBe(field);
  });
});
