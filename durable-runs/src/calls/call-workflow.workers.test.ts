// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { abortAllDurableObjects } from 'cloudflare:test';
import { toOwnerId } from '@portage/contracts';
import { schema } from '@portage/database';
import type { CallWorkflowStep, WorkflowStep } from '@portage/workflow';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  allSteps,
  callsTo,
  chain,
  getShard,
  newRequest,
  newVersion,
  randomText,
  sleep,
  start,
  testEnv,
  until,
  untilCalled,
} from '../../test/harness.ts';
import { db, publish } from '../../test/schedule-harness.ts';

const call = (workflowId: string, extra: Partial<CallWorkflowStep> = {}) => ({
  stepId: 'call',
  type: 'CallWorkflow' as const,
  workflowId,
  ...extra,
});
const http = (path: string) => ({
  stepId: 'slow',
  type: 'HttpRequest' as const,
  httpMethod: 'POST',
  url: testEnv.TARGET + path,
  body: '{}',
});
const respondWith = (body: string) => ({ stepId: 'end', type: 'EndStep' as const, endStepScope: 'Workflow', response: { body } });
const script = (text: string, stepId = 'script') => ({ stepId, type: 'CustomScript' as const, script: text });

/** An active workflow of the owner. */
async function workflow(...steps: Parameters<typeof chain>): Promise<string> {
  const version = newVersion(chain(...steps), { name: `Called ${randomText()}` });
  await publish(version, { triggerType: 'Manual' });
  return version.workflowId;
}

/** The run that a step of a run has started or is starting. */
async function calledBy(runId: string, step = 'call'): Promise<string> {
  const found = async () => {
    const record = (await allSteps(runId)).findLast(({ name }) => name === step);
    const instance = record ? await getShard(runId).getStepInstance(runId, record.id) : null;
    return instance?.stepData?.calledRun?.id ?? '';
  };
  await expect.poll(found).not.toBe('');
  return found();
}

/** Ids of the runs of a workflow, once they are in the index. */
async function listRunIds(workflowId: string): Promise<string[]> {
  const { workflowInstances: runs } = schema;
  const rows = await db().select({ id: runs.id }).from(runs).where(eq(runs.workflowId, workflowId));
  return rows.map(({ id }) => id);
}

describe('a step that calls a workflow', () => {
  test('passes its input as the payload and returns the End step’s response', async () => {
    const called = await workflow(respondWith('{"double": ${Steps["start"].Payload.count}, "of": ${Steps["start"].Payload}}'));
    const inputFields = [
      { name: 'count', valueExpression: 'Steps["start"].Payload.n' },
      { name: 'missing', valueExpression: 'Steps["start"].Payload.no' },
      { name: 'of $Steps["start"].Payload.shop', valueExpression: 'yes' },
    ];
    const { runId } = await start(chain(call(called, { inputFields }), script('return Steps["call"].Response.of.count')), {
      n: 21,
      shop: 'Berlin',
    });
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', stepCount: 3 });
    const childId = await calledBy(runId);
    expect(await getShard(childId).getRun(childId)).toMatchObject({ status: 'Succeeded', startedBy: 'Call', parentRunId: runId });
    expect((await getShard(runId).getStepInstance(runId, '1'))?.stepData).toMatchObject({
      request: { count: 21, missing: null, 'of Berlin': 'yes' },
      response: { responseHttpStatusCode: 200, body: { double: 21, of: { count: 21, missing: null, 'of Berlin': 'yes' } } },
      calledRun: { id: childId, workflowId: called, waits: true },
    });
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toBe(21);
  });

  test('HOSTILE 1: waits through crashes of every object, and starts its run once', async () => {
    const key = randomText();
    const called = await workflow(http(`/slow/700/${key}`), respondWith('"done"'));
    const { runId } = await start(chain(call(called, { inputType: 'Value', inputValue: '7' }), script('return Steps["call"].Response')));
    for (let crashes = 0; crashes < 6; crashes += 1) {
      await abortAllDurableObjects();
      // Any call brings an object back; in production its alarm does.
      await getShard(runId).getRun(runId);
      // The crashes come at different moments of the call.
      await sleep(20 + crashes * 25);
    }
    const childId = await calledBy(runId);
    for (let crashes = 0; crashes < 3; crashes += 1) {
      await abortAllDurableObjects();
      await getShard(childId).getRun(childId);
      await sleep(150);
    }
    await untilCalled(`/slow/700/${key}`);
    expect(await until(childId)).toMatchObject({ status: 'Succeeded' });
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', stepCount: 3 });
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toBe('done');
    const callers = (await callsTo(`/slow/700/${key}`)).map(({ headers }) => headers['idempotency-key']);
    expect([...new Set(callers)]).toEqual([`${childId}/slow`]);
    await expect.poll(() => listRunIds(called)).toEqual([childId]);
  });

  test('calls once per item in a loop, in order, and each result reaches its item', async () => {
    const called = await workflow(respondWith('${Steps["start"].Payload.item}'));
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'call', nextStepId: null },
      { ...call(called, { inputFields: [{ name: 'item', valueExpression: 'Steps["each"].CurrentItem' }] }), nextStepId: null },
    ] as WorkflowStep[];
    const { runId } = await start(steps, [1, 2, 3]);
    expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
    const calls = (await allSteps(runId)).filter(({ name }) => name === 'call');
    const data = await Promise.all(calls.map(async ({ id }) => (await getShard(runId).getStepInstance(runId, id))?.stepData));
    expect(data.map((one) => one?.response?.body)).toEqual([1, 2, 3]);
    expect(new Set(data.map((one) => one?.calledRun?.id)).size).toBe(3);
  });

  test('cancelling a run also cancels the runs it waits for, at every level, even across a crash', async () => {
    const inner = await workflow({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Days' });
    const middle = await workflow(call(inner));
    const { runId, shard } = await start(chain(call(middle)));
    const middleId = await calledBy(runId);
    const innerId = await calledBy(middleId);
    await until(innerId, ['Delayed']);
    expect(await shard.cancelRun(runId)).toEqual({ isSuccess: true });
    await abortAllDurableObjects();
    await getShard(runId).getRun(runId);
    for (const id of [runId, middleId, innerId]) expect((await until(id)).status).toBe('Cancelled');
  });

  test('fails with the called run’s reason; a retry starts a new run, and the error path and Continue on error work', async () => {
    const called = await workflow(script('throw new Error("no stock")'));
    const { runId } = await start(chain(call(called)));
    const failed = await until(runId);
    expect(failed.status).toBe('Failed');
    expect(failed.errorMessage).toMatch(/^“Called .*” failed: .*no stock/);
    const going = await start(chain(call(called, { continueOnFailure: true, useRetry: true }), script('return Steps["call"].Error')));
    expect((await until(going.runId)).status).toBe('Succeeded');
    expect(JSON.stringify(await getShard(going.runId).getStepInstance(going.runId, '2'))).toContain('no stock');
    await expect.poll(async () => (await listRunIds(called)).length).toBe(4);
  });

  test('calls again when a run is continued after its call failed', async () => {
    const key = `retry-${randomText()}`;
    const called = await workflow(script(`if (Steps["start"].Payload.ok !== "yes") throw new Error("${key}")`));
    const { runId, shard, version } = await start(chain(call(called, { inputFields: [{ name: 'ok', valueExpression: 'no' }] })));
    expect((await until(runId)).status).toBe('Failed');
    const mended = chain(call(called, { inputFields: [{ name: 'ok', valueExpression: 'yes' }] }));
    await shard.continueRun(runId, null, { version: { ...version, versionId: crypto.randomUUID(), steps: mended } });
    expect((await until(runId)).status).toBe('Succeeded');
    await expect.poll(async () => (await listRunIds(called)).length).toBe(2);
  });

  test('fails past its deadline and cancels the called run', async () => {
    const called = await workflow({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Days' });
    const { runId } = await start(chain(call(called, { deadlineValue: 1, deadlineType: 'Seconds' })));
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('did not end before the deadline') });
    const childId = await calledBy(runId);
    expect((await until(childId)).status).toBe('Cancelled');
  });

  test('continues at once if it doesn’t wait, and cancelling leaves the called run alone', async () => {
    const called = await workflow({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Days' });
    const { runId } = await start(chain(call(called, { doNotWait: true }), script('return Steps["call"].Response.runId')));
    expect((await until(runId)).status).toBe('Succeeded');
    const childId = await calledBy(runId);
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toBe(childId);
    expect(await until(childId, ['Delayed'])).toMatchObject({ parentRunId: runId });
    await getShard(childId).cancelRun(childId);
  });

  test('HOSTILE 37: workflows that call one another in a circle stop at the fifth level', async () => {
    const id = crypto.randomUUID();
    const version = newVersion(chain(call(id)), { workflowId: id, name: 'Circle' });
    await publish(version, { triggerType: 'Manual' });
    const { runId } = await start(version.steps, {}, {}, { workflowId: id });
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('in a loop') });
    await expect.poll(async () => (await listRunIds(id)).length).toBe(6);
  });

  test('refuses a workflow that is deleted, inactive or owned by someone else', async () => {
    const message = async (workflowId: string) => (await until((await start(chain(call(workflowId)))).runId)).errorMessage;
    const foreign = newVersion(chain(respondWith('1')), { ownerUserId: toOwnerId(crypto.randomUUID()) });
    await publish(foreign, { triggerType: 'Manual' });
    const [inactive, deleted] = [newVersion(chain(respondWith('1')), { name: 'Asleep' }), newVersion(chain(respondWith('1')))];
    await publish(inactive, { isActive: false });
    await publish(deleted, { isDeleted: true });
    expect(await message(foreign.workflowId)).toContain('belongs to another account');
    expect(await message(deleted.workflowId)).toContain('was deleted');
    expect(await message(inactive.workflowId)).toContain('“Asleep” is not active');
    expect(await message('nonsense')).toContain('was deleted');
  });

  test('refuses a start that arrives after it was cancelled', async () => {
    const request = newRequest(newVersion(chain(respondWith('1'))), {});
    const shard = getShard(request.runId);
    await shard.cancelCalledRun(request.runId);
    const caller = { runId: request.runId, depth: 1, ref: 'run/x' };
    expect(await shard.startRun({ ...request, caller })).toMatchObject({ outcome: 'refused' });
    expect(await shard.getRun(request.runId)).toBeNull();
  });

  test('ignores an end that is reported twice, late or to another step', async () => {
    const { runId, shard } = await start(chain(call(await workflow(respondWith('1')))));
    expect((await until(runId)).status).toBe('Succeeded');
    const before = await shard.getRun(runId);
    const end = { status: 'Failed' as const, response: null, errorMessage: 'late' };
    await shard.tellCalledRunEnd(runId, `run/${await calledBy(runId)}`, end);
    await shard.tellCalledRunEnd(`${runId.slice(0, -4)}none`, 'run/x', end);
    expect(await shard.getRun(runId)).toEqual(before);
  });

  test('hides secrets on both sides but keeps them exact for later steps', async () => {
    const secret = `tok-${randomText()}`;
    const called = await workflow(
      script('return Steps["start"].Payload.plain'),
      respondWith('{"echo": "${Steps["start"].Payload.plain}"}'),
    );
    const trigger = { type: 'Webhook' as const, payload: {}, headers: { authorization: `Bearer ${secret}` } };
    const inputFields = [{ name: 'plain', valueExpression: 'Steps["start"].Headers.authorization' }];
    const last = script(`return Steps["call"].Response.echo === "Bearer ${'" + "'}${secret}"`);
    const { runId } = await start(chain(call(called, { inputFields }), last), {}, { trigger });
    expect((await until(runId)).status).toBe('Succeeded');
    const childId = await calledBy(runId);
    const shown: unknown[] = [];
    for (const id of [runId, childId]) {
      for (const step of await allSteps(id))
        if (step.name !== 'script' || id === childId) shown.push(await getShard(id).getStepInstance(id, step.id));
    }
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toBe(true);
  });
});
