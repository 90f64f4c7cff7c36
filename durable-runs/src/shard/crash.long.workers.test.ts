import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { HOUR_MS } from '@portage/primitives/durations';
import type { WorkflowStep } from '@portage/workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  allSteps,
  callsTo,
  chain,
  evict,
  getShard,
  getShardStub,
  moveClock,
  newRequest,
  newVersion,
  passHour,
  randomText,
  release,
  sleep,
  start,
  testEnv,
  until,
  untilCalled,
} from '../../test/harness.ts';
import { ownShard, startInOwnShard } from '../../test/own-shard.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const call = (stepId: string, path: string, extra: object = {}) => ({
  stepId,
  type: 'HttpRequest' as const,
  httpMethod: 'POST',
  url: testEnv.TARGET + path,
  body: '{}',
  ...extra,
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The object dies as in a crash: its memory is gone, and calls in flight are lost. */
async function crash(runId: string): Promise<void> {
  await abortAllDurableObjects();
  // The platform's alarm, or any call, restarts it.
  await getShard(runId).getRun(runId);
}

describe('a run whose object dies', () => {
  test('HOSTILE 1: continues at the unfinished step, repeats no finished step, and repeats the unfinished call with the same key', async () => {
    const key = randomText();
    const { runId } = await start(
      chain(
        call('first', `/echo/1-${key}`),
        script('kept', 'return Steps["first"].Response.method + "!"'),
        call('slow', `/held/2-${key}`),
        {
          ...call('last', `/echo/3-${key}`),
          body: '{"kept": "${Steps["kept"].Response}"}',
        },
      ),
    );
    await untilCalled(`/held/2-${key}`);
    await crash(runId);
    await release(`/held/2-${key}`);
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Succeeded', stepCount: 5 });
    expect(await callsTo(`/echo/1-${key}`)).toHaveLength(1);
    const slow = await callsTo(`/held/2-${key}`);
    expect(slow.map(({ headers }) => headers['idempotency-key'])).toEqual([`${runId}/slow`, `${runId}/slow`]);
    const [last] = await callsTo(`/echo/3-${key}`);
    expect(JSON.parse(last?.body ?? '')).toEqual({ kept: 'POST!' });
  });

  test('HOSTILE 1: continues inside nested loops and branches with their items, whenever it dies', async () => {
    const key = randomText();
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'outer' },
      {
        stepId: 'outer',
        type: 'Loop',
        listContextDataEntityName: '$Steps["start"].Payload.rows',
        loopFirstStepId: 'inner',
        nextStepId: null,
      },
      { stepId: 'inner', type: 'Loop', listContextDataEntityName: '$Steps["outer"].CurrentItem', loopFirstStepId: 'q', nextStepId: null },
      { stepId: 'q', type: 'Branch', nextStepId: null, conditionGroups: [{ name: 'Yes', conditions: [], nextStepId: 'tell' }] },
      { ...call('tell', `/slow/30/${key}`), body: '{"n": ${Steps["inner"].CurrentItem}}', nextStepId: null },
    ] as WorkflowStep[];
    const { runId } = await start(steps, { rows: [[1, 2, 3], [], [4, 5, 6]] });
    for (let crashes = 0; crashes < 6; crashes += 1) {
      // The crashes come at different moments of the loops.
      await sleep(25 + crashes * 13);
      await crash(runId);
    }
    const run = await until(runId);
    expect(run.status).toBe('Succeeded');
    const calls = await callsTo(`/slow/30/${key}`);
    const byKey = new Map(calls.map(({ headers, body }) => [headers['idempotency-key'], (JSON.parse(body) as { n: number }).n]));
    expect([...byKey.values()]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(run.stepCount).toBe(17);
    expect((await allSteps(runId)).every(({ status }) => status === 'Succeeded')).toBe(true);
  });

  test('HOSTILE 1: keeps an accepted start and its pure steps when the object dies immediately', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, () => start(chain(script('one', 'return 1')))));
    await abortAllDurableObjects();
    for (const { runId } of started) expect((await until(runId)).status).toBe('Succeeded');
  });

  test('HOSTILE 2: an alarm that rings twice, or early, changes nothing', async () => {
    const path = `/echo/${randomText()}`;
    const { runId, shard } = await start(
      chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' } as never, call('after', path)),
    );
    await until(runId, ['Delayed']);
    await runDurableObjectAlarm(getShardStub(runId));
    expect((await shard.getRun(runId))?.status).toBe('Delayed');
    moveClock(HOUR_MS);
    await Promise.all([runDurableObjectAlarm(getShardStub(runId)), runDurableObjectAlarm(getShardStub(runId))]);
    await runInDurableObject(getShardStub(runId), (instance) => Promise.all([instance.alarm(), instance.alarm()]));
    expect((await until(runId)).status).toBe('Succeeded');
    expect(await callsTo(path)).toHaveLength(1);
  });

  test('HOSTILE 2: an alarm that fails seven times in a row never throws, and is set again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { runId } = await start(
      chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' } as never, script('after', 'return 1')),
    );
    await until(runId, ['Delayed']);
    await runInDurableObject(getShardStub(runId), async (instance, state) => {
      state.storage.sql.exec('ALTER TABLE open_runs RENAME TO away');
      for (let ring = 0; ring < 7; ring += 1) await instance.alarm();
      state.storage.sql.exec('ALTER TABLE away RENAME TO open_runs');
      expect(await state.storage.getAlarm()).not.toBeNull();
    });
    await passHour(runId);
    expect((await until(runId)).status).toBe('Succeeded');
  });

  test('HOSTILE 4: a run that cannot be read is sealed as Failed, and the other runs continue', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const request = ownShard();
    const delayed = async () => {
      const made = request(
        chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' } as never, script('after', 'return 1')),
      );
      await getShard(made.runId).startRun(made);
      return made;
    };
    const [broken, neighbour] = [await delayed(), await delayed()];
    await until(broken.runId, ['Delayed']);
    await until(neighbour.runId, ['Delayed']);
    await runInDurableObject(getShardStub(broken.runId), (_instance, state) => {
      state.storage.sql.exec('UPDATE runs SET state_json = \'{"state":\' WHERE run_id = ?', broken.runId);
    });
    await evict(getShardStub(broken.runId));
    await passHour(broken.runId);
    expect(await until(broken.runId)).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('cannot be read') });
    expect((await until(neighbour.runId)).status).toBe('Succeeded');
  });

  test('HOSTILE 5: a delivery that is admitted twice is one run, whether at the same time or after a crash', async () => {
    const version = newVersion(chain(script('one', 'return 1')));
    const requests = Array.from({ length: 5 }, () => newRequest(version, {}, { deduplicationKey: `delivery-${version.versionId}` }));
    const shard = getShard(requests[0]?.runId ?? '');
    const results = await Promise.all(requests.map((request) => shard.startRun(request)));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
    expect(new Set(results.map((result) => ('runId' in result ? result.runId : null))).size).toBe(1);
    await abortAllDurableObjects();
    const again = getShard(requests[0]?.runId ?? '');
    expect(await again.startRun(newRequest(version, {}, { deduplicationKey: `delivery-${version.versionId}` }))).toMatchObject({
      outcome: 'duplicate',
    });
    expect(await again.findRunByDeduplicationKey(`delivery-${version.versionId}`)).toBe(requests[0]?.runId);
    expect(await again.findRunByDeduplicationKey('another')).toBeNull();
  });
});

describe('cancelling', () => {
  test('HOSTILE 6: aborts a call in flight, and its late response changes nothing', async () => {
    const path = `/held/${randomText()}`;
    const { runId, shard } = await start(chain(call('slow', path), script('after', 'return 1')));
    await untilCalled(path);
    expect(await shard.cancelRun(runId)).toEqual({ isSuccess: true });
    expect(await shard.getRun(runId)).toMatchObject({ status: 'Cancelled', stepCount: 2 });
    // Nothing can arrive any more.
    await expect.poll(async () => (await callsTo(path))[0]?.wasCut).toBe(true);
    expect(await shard.getRun(runId)).toMatchObject({ status: 'Cancelled', stepCount: 2 });
    expect((await allSteps(runId)).map(({ status }) => status)).toEqual(['Succeeded', 'Cancelled']);
    expect(await shard.cancelRun(runId)).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('Cancelled') });
  });

  test('HOSTILE 6: when it races completion, exactly one of them wins for good', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { runId, shard } = await start(chain(script('one', 'return 1'), call('call', `/echo/${randomText()}`)));
      // A little later each time, so that either may win.
      await sleep(round);
      const result = await shard.cancelRun(runId);
      const run = await until(runId);
      expect(run.status).toBe(result.isSuccess ? 'Cancelled' : 'Succeeded');
      // A later call has its response, so this one had its own.
      const later = await start(chain(call('call', `/echo/${randomText()}`)));
      await until(later.runId);
      expect((await shard.getRun(runId))?.status).toBe(run.status);
    }
  });

  test('refuses an unknown run', async () => {
    const { runId } = await start(chain(script('one', 'return 1')));
    const unknown = `${runId.slice(0, -6)}zzzzzz`;
    expect(await getShard(runId).cancelRun(unknown)).toMatchObject({ isSuccess: false });
    expect(await getShard(runId).getRun(unknown)).toBeNull();
    expect(await getShard(runId).listStepInstances(unknown, { pageIndex: 0, pageSize: 10 })).toEqual({ stepInstances: [], totalCount: 0 });
  });
});

describe('continuing a failed run', () => {
  test('resumes the same run at the failed step inside a loop, even after a restart', async () => {
    const key = randomText();
    const steps = chain(
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'tell' } as never,
      script('done', 'return Steps["tell"].Response.ok', { nextStepId: null }),
      // Fails on its second call, which is for the second item.
      call('tell', `/flaky/0/${key}`, { url: `\${Steps["each"].CurrentItem}/${key}`, nextStepId: null }),
    );
    const runId = await startInOwnShard(
      steps,
      ['echo', 'flaky/1', 'echo'].map((path) => `${testEnv.TARGET}/${path}`),
    );
    const failed = await until(runId);
    expect(failed).toMatchObject({ status: 'Failed', errorMessage: 'The server responded with 503: not yet.' });
    expect((await allSteps(runId)).map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'each Failed',
      'each[0]/tell Succeeded',
      'each[1]/tell Failed',
    ]);
    await evict(getShardStub(runId));
    expect(await getShard(runId).continueRun(runId)).toEqual({ isSuccess: true, runId });
    expect((await until(runId, ['Succeeded', 'Failed'])).status).toBe('Succeeded');
    expect((await allSteps(runId)).map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'each Succeeded',
      'each[0]/tell Succeeded',
      'each[1]/tell Succeeded',
      'each[2]/tell Succeeded',
      'done Succeeded',
    ]);
    expect(await callsTo(`/flaky/1/${key}`)).toHaveLength(2);
    expect(await callsTo(`/echo/${key}`)).toHaveLength(2);
    expect(await getShard(runId).continueRun(runId)).toMatchObject({ isSuccess: false });
  });
});

test('asks for a version it does not know, and refuses starts of a past hour', async () => {
  const version = newVersion(chain(script('one', 'return 1')));
  const { version: _left, ...request } = newRequest(version, {});
  const shard = getShard(request.runId);
  expect(await shard.startRun(request)).toEqual({ outcome: 'versionNeeded' });
  expect(await shard.startRun({ ...request, version })).toEqual({ outcome: 'accepted', runId: request.runId });
  expect(await shard.startRun(request)).toEqual({ outcome: 'accepted', runId: request.runId });
  const past = newRequest(version, {});
  const [owner = '', hour = '', lane, random] = past.runId.split('-');
  const runId = [owner, (Number.parseInt(hour, 36) - 2).toString(36), lane, random].join('-');
  expect(await getShard(runId).startRun({ ...past, runId })).toEqual({ outcome: 'shardClosed' });
});

test('keeps up to 64 runs active and the rest waiting in order, and loses none', async () => {
  const version = newVersion(chain(call('slow', `/slow/100/${randomText()}`)));
  const requests = Array.from({ length: 150 }, () => newRequest(version, {}));
  await Promise.all(requests.map((request) => getShard(request.runId).startRun(request)));
  for (const { runId } of requests) expect((await until(runId)).status).toBe('Succeeded');
});
