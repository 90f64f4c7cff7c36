import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../api.ts';

interface Run {
  id: string;
  status: string;
  isTest: boolean;
}

const stepsWith = (schedule: object) => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', schedule, nextStepId: 'say' },
  { stepId: 'say', type: 'CustomScript', script: 'return Steps["start"].Payload.scheduledAt' },
];

async function makeScheduled(schedule: object) {
  const person = await signedInPerson();
  const { token } = person;
  const { body } = await api('POST /api/workflows/', { token, body: { name: 'Nightly', steps: stepsWith(schedule) } });
  return { person, token, id: body.workflow.id as string };
}

async function listRuns({ token }: Person, id: string): Promise<Run[]> {
  return (await api(`GET /api/workflows/find-instances?workflowId=${id}`, { token })).body.workflowInstances;
}

/** What `prepare` makes before the time it is given, which is later on a slow machine. */
async function beforeItsTime<Made>(prepare: (startAt: string) => Promise<Made>, leadMs = 8_000): Promise<Made> {
  const startAtMs = Date.now() + leadMs;
  const made = await prepare(new Date(startAtMs).toISOString());
  return Date.now() < startAtMs ? made : beforeItsTime(prepare, leadMs * 2);
}

async function untilRuns(person: Person, id: string, count: number): Promise<Run[]> {
  const ended = async () => (await listRuns(person, id)).filter(({ status }) => status === 'Succeeded').length;
  await expect.poll(ended, { interval: 50 }).toBe(count);
  return listRuns(person, id);
}

describe('from a schedule to its run', () => {
  test('an activated workflow runs at its time, with its published version, once (ENG-22)', async () => {
    const { startAt, person, token, id, previews } = await beforeItsTime(async (startAt) => {
      const made = await makeScheduled({ period: 'OneTime', startAt });
      const { token, id } = made;
      const preview = async () => (await api(`GET /api/workflows/${id}/schedule-preview`, { token })).body;
      const inactive = await preview();
      const activated = (await api(`POST /api/workflows/${id}/activate`, { token })).body;
      return { startAt, ...made, previews: [inactive, activated, await preview()] };
    });
    expect(previews).toMatchObject([
      { isArmed: false, fires: [startAt] },
      { isSuccess: true, warnings: [] },
      { isArmed: true, fires: [startAt] },
    ]);
    const [run] = await untilRuns(person, id, 1);
    const past = { fireAt: startAt, outcome: 'started', workflowInstanceId: run?.id, message: null, isCatchUp: false };
    await expect.poll(async () => (await api(`GET /api/workflows/${id}/schedule-preview`, { token })).body.lastFires).toMatchObject([past]);
    const { body } = await api(`GET /api/workflows/step-instances/1?workflowInstanceId=${run?.id}`, { token });
    expect(body.stepInstance.stepData.response.body).toBe(startAt);
    expect(run?.isTest).toBe(false);

    // Deactivated and activated again, it doesn't run again, and says so.
    expect((await api(`POST /api/workflows/${id}/deactivate`, { token })).status).toBe(200);
    const again = await api(`POST /api/workflows/${id}/activate`, { token });
    expect(again.body.warnings).toMatchObject([{ code: 'schedule-over' }]);
    expect((await api(`GET /api/workflows/${id}/schedule-preview`, { token })).body).toMatchObject({ isArmed: true, fires: [] });
    expect(await listRuns(person, id)).toHaveLength(1);
  });

  test('a schedule that starts now and repeats shows its next fires; a changed one takes effect at once', async () => {
    const { person, token, id } = await makeScheduled({ period: 'Hour', frequency: 6 });
    await api(`POST /api/workflows/${id}/activate`, { token });
    await untilRuns(person, id, 1);
    const { fires } = (await api(`GET /api/workflows/${id}/schedule-preview?count=2`, { token })).body;
    expect(Date.parse(fires[1]) - Date.parse(fires[0])).toBe(6 * 3_600_000);

    await api(`POST /api/workflows/${id}/deactivate`, { token });
    const yearly = stepsWith({ period: 'Year', startAt: '2040-02-29T12:00:00Z' });
    expect((await api(`PUT /api/workflows/${id}`, { token, body: { steps: yearly } })).status).toBe(200);
    await api(`POST /api/workflows/${id}/activate`, { token });
    expect((await api(`GET /api/workflows/${id}/schedule-preview?count=2`, { token })).body.fires).toEqual([
      '2040-02-29T12:00:00.000Z',
      '2041-02-28T12:00:00.000Z',
    ]);
    expect(await listRuns(person, id)).toHaveLength(1);
  });

  test('a workflow that is deactivated or deleted before its time doesn’t run', async () => {
    const { stopped, gone, running } = await beforeItsTime(async (startAt) => {
      const schedule = { period: 'Minute', startAt };
      const [stopped, gone, running] = [await makeScheduled(schedule), await makeScheduled(schedule), await makeScheduled(schedule)];
      for (const { token, id } of [stopped, gone, running]) await api(`POST /api/workflows/${id}/activate`, { token });
      await api(`POST /api/workflows/${stopped.id}/deactivate`, { token: stopped.token });
      await api(`DELETE /api/workflows/${gone.id}`, { token: gone.token });
      return { stopped, gone, running };
    });
    await untilRuns(running.person, running.id, 1);
    expect(await listRuns(stopped.person, stopped.id)).toEqual([]);
    expect((await api('GET /api/workflows/find-instances', { token: gone.token })).body.workflowInstances).toEqual([]);
    await api(`POST /api/workflows/${running.id}/deactivate`, { token: running.token });
  });

  test('a manual run in between doesn’t change its schedule', async () => {
    const { person, token, id } = await makeScheduled({ period: 'Day', startAt: '2040-01-01T00:00:00Z' });
    await api(`POST /api/workflows/${id}/activate`, { token });
    expect((await api(`POST /api/workflows/${id}/run`, { token })).status).toBe(200);
    await untilRuns(person, id, 1);
    const preview = await api(`GET /api/workflows/${id}/schedule-preview?count=1`, { token });
    expect(preview.body.fires).toEqual(['2040-01-01T00:00:00.000Z']);
  });
});
