import { abortAllDurableObjects } from 'cloudflare:test';
import { type OwnerId, toOwnerId } from '@portage/contracts';
import { schema } from '@portage/database';
import type { Schedule } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, newVersion, passHour, randomText, start, testEnv, until } from '../../test/harness.ts';
import { db, getScheduleObject, listRunIds, publish, scheduled, untilFired } from '../../test/schedule-harness.ts';

const script = (stepId: string) => ({ stepId, type: 'CustomScript' as const, script: 'return 1' });

async function makeOwner(workflowQuotaSettings: object): Promise<OwnerId> {
  const id = toOwnerId(crypto.randomUUID());
  await db()
    .insert(schema.users)
    .values({ id, email: `${id}@example.test`, passwordHash: '-', createdAt: new Date(), workflowQuotaSettings });
  return id;
}

/** A schedule whose first fire is at once. */
async function armFor(ownerUserId: OwnerId) {
  const schedule: Schedule = { period: 'Hour' };
  const version = newVersion(scheduled(schedule, script('a') as never), { ownerUserId });
  await publish(version);
  await getScheduleObject(version.workflowId).arm({ schedule, version });
  return version;
}

describe('the quota of one run, on disk', () => {
  test('limits the steps of a run, even across the end of its object', async () => {
    const steps = chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }, script('a'), script('b'), script('c'));
    const { runId } = await start(steps, {}, { quota: { maxSteps: 4, maxSeconds: null } });
    await until(runId, ['Delayed']);
    await abortAllDurableObjects();
    await passHour(runId);
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Failed', stepCount: 5 });
    expect(run.errorMessage).toContain('more than 4 steps');
    expect((await allSteps(runId)).at(-1)).toMatchObject({ name: 'c', status: 'Failed', errorMessage: run.errorMessage });
  });

  test('a run it stopped in a loop continues at that step once the quota allows more; no call is made twice', async () => {
    const path = `/echo/${randomText()}`;
    const steps = chain(
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'tell', nextStepId: null },
      { stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: `${testEnv.TARGET}${path}`, nextStepId: null },
    );
    const { runId, shard } = await start(steps, [1, 2, 3, 4], { quota: { maxSteps: 4, maxSeconds: null } });
    expect(await until(runId)).toMatchObject({ status: 'Failed', stepCount: 5 });
    expect((await allSteps(runId)).at(-1)).toMatchObject({ path: 'each[2]/tell', status: 'Failed' });
    expect(await shard.continueRun(runId, { maxSteps: 4, maxSeconds: null })).toEqual({
      isSuccess: false,
      errorMessage: 'The run was stopped: it has more than 4 steps, the most your quota allows for one run.',
    });
    await abortAllDurableObjects();
    expect(await getShard(runId).continueRun(runId, null)).toEqual({ isSuccess: true, runId });
    expect(await until(runId, ['Succeeded', 'Failed'])).toMatchObject({ status: 'Succeeded', stepCount: 6 });
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([0, 1, 2, 3].map((at) => `${runId}/each[${at}]/tell`));
  });

  test('is known even if the object ends right after it accepted the run', async () => {
    const { runId } = await start(chain(script('a'), script('b')), {}, { quota: { maxSteps: 2, maxSeconds: null } });
    await abortAllDurableObjects();
    expect(await until(runId)).toMatchObject({ status: 'Failed', stepCount: 3 });
  });

  test('limits the time of a run: a delay beyond it fails at once', async () => {
    const steps = chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' });
    const { runId, shard } = await start(steps, {}, { quota: { maxSteps: null, maxSeconds: 60 } });
    expect((await until(runId)).errorMessage).toContain('takes longer than 60 seconds, delays included');
    expect((await shard.listStepInstances(runId, { pageIndex: 0, pageSize: 10 })).stepInstances.at(-1)).toMatchObject({ status: 'Failed' });
  });
});

describe('scheduled runs and quotas', () => {
  test('count like all others: a fire beyond the quota starts no run and says why', async () => {
    const version = await armFor(await makeOwner({ maxWorkflowInstancesPerDay: 0 }));
    expect(await untilFired(version.workflowId)).toMatchObject([{ outcome: 'refused', run_id: null }]);
    expect(listRunIds(version.workflowId)).toEqual([]);
  });

  test('are limited like all others', async () => {
    const version = await armFor(await makeOwner({ maxWorkflowInstancesPerDay: 5, maxStepInstancesPerWorkflowInstance: 1 }));
    const [fire] = await untilFired(version.workflowId);
    const runId = fire?.run_id ?? '';
    expect(await until(runId)).toMatchObject({ status: 'Failed', stepCount: 2 });
    expect(await getShard(runId).getRunTrigger(runId)).toMatchObject({ type: 'Scheduled' });
  });
});
