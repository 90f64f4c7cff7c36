import { abortAllDurableObjects } from 'cloudflare:test';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, passHour, randomText, start, testEnv, until } from '../../test/harness.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const call = (stepId: string, path: string, extra: object = {}) => ({
  stepId,
  type: 'HttpRequest' as const,
  httpMethod: 'POST' as const,
  url: testEnv.TARGET + path,
  body: '{}',
  ...extra,
});
const loop = (stepId: string, list: string, loopFirstStepId: string, extra: object = {}) => ({
  stepId,
  type: 'Loop' as const,
  listContextDataEntityName: list,
  loopFirstStepId,
  nextStepId: null,
  ...extra,
});

/** The object loses its memory. The next request restarts it. */
async function crash(runId: string): Promise<void> {
  await abortAllDurableObjects();
  await getShard(runId).getRun(runId);
}

async function continued(runId: string): Promise<void> {
  expect(await getShard(runId).continueRun(runId)).toEqual({ isSuccess: true, runId });
}

const trace = async (runId: string) => (await allSteps(runId)).map(({ path, status }) => `${path} ${status}`);
const listIdempotencyKeys = async (path: string) => (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
const at = (path: string) => `${testEnv.TARGET}/${path}`;
const readStepBody = async (runId: string, stepInstanceId: string) =>
  (await getShard(runId).getStepInstance(runId, stepInstanceId))?.stepData?.response?.body;

describe('ContinueExisting', () => {
  test.each(['without a crash', 'with a crash before and one during the repeated step'])(
    'continues in nested loops and a branch, past a tolerated failure, %s',
    async (how) => {
      const withCrashes = how.startsWith('with ');
      const key = randomText();
      const steps = [
        { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'rows' },
        loop('rows', '$Steps["start"].Payload', 'cells', { nextStepId: 'sum' }),
        loop('cells', '$Steps["rows"].CurrentItem', 'route'),
        { stepId: 'route', type: 'Branch', nextStepId: null, conditionGroups: [{ name: 'Yes', conditions: [], nextStepId: 'soft' }] },
        // Fails each time, and the run continues each time. This call is never repeated.
        call('soft', `/status/404/soft-${key}`, { continueOnFailure: true, nextStepId: 'hard' }),
        // 503 for `flaky/1/…`, on its first call only.
        call('hard', '', { url: `\${Steps["cells"].CurrentItem}/${key}`, nextStepId: 'note' }),
        script('note', 'return [Steps["soft"].ResponseHttpStatusCode, Steps["cells"].CurrentItem, Steps["rows"].CurrentIndex]', {
          nextStepId: null,
        }),
        call('sum', `/echo/sum-${key}`, { nextStepId: null }),
      ] as WorkflowStep[];
      const { runId } = await start(steps, [
        [at('echo/a')],
        [at('echo/b'), at(withCrashes ? 'flaky/1/slow' : 'flaky/1/x'), at('echo/c')],
        [at('echo/d')],
      ]);
      const failed = await until(runId);
      expect(failed).toMatchObject({ status: 'Failed', errorMessage: 'The server responded with 503: not yet.' });
      const before = await trace(runId);
      expect(before.slice(-3)).toEqual([
        'rows[1]/cells[1]/route Succeeded',
        'rows[1]/cells[1]/route.Yes/soft Failed',
        'rows[1]/cells[1]/route.Yes/hard Failed',
      ]);
      expect(before.filter((line) => /^rows(\[1]\/cells)? /.test(line))).toEqual(['rows Failed', 'rows[1]/cells Failed']);
      if (withCrashes) await crash(runId);
      await continued(runId);
      if (withCrashes) await crash(runId);
      const run = await until(runId, ['Succeeded', 'Failed']);
      expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null });
      const after = await trace(runId);
      expect(after).toHaveLength(1 + 1 + 3 + 5 * 4 + 1);
      expect(after.filter((line) => line.includes('/soft')).every((line) => line.endsWith('Failed'))).toBe(true);
      expect(after.filter((line) => !line.includes('/soft')).every((line) => line.endsWith('Succeeded'))).toBe(true);
      expect(await callsTo(`/status/404/soft-${key}`)).toHaveLength(5);
      // Always under one key, whoever repeats it. A crash may repeat a call in flight.
      const flaky = await listIdempotencyKeys(`/flaky/1/${withCrashes ? 'slow' : 'x'}/${key}`);
      expect(new Set(flaky)).toEqual(new Set([`${runId}/rows[1]/cells[1]/route.Yes/hard`]));
      expect(flaky.length).toBeGreaterThanOrEqual(2);
      for (const item of ['a', 'b', 'c', 'd']) expect(await callsTo(`/echo/${item}/${key}`)).toHaveLength(1);
      expect(await callsTo(`/echo/sum-${key}`)).toHaveLength(1);
      const notes = (await allSteps(runId)).filter(({ name }) => name === 'note');
      const values = await Promise.all(notes.map(({ id }) => readStepBody(runId, id)));
      expect(values).toEqual([
        [404, at('echo/a'), 0],
        [404, at('echo/b'), 1],
        [404, at(withCrashes ? 'flaky/1/slow' : 'flaky/1/x'), 1],
        [404, at('echo/c'), 1],
        [404, at('echo/d'), 2],
      ]);
    },
  );

  test('repeats a step that failed in a loop only if no loop tolerated the failure', async () => {
    const key = randomText();
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'tolerant' },
      loop('tolerant', '$Steps["start"].Payload.soft', 'bad', { continueOnFailure: true, nextStepId: 'strict' }),
      call('bad', `/status/500/bad-${key}`, { nextStepId: null }),
      loop('strict', '$Steps["start"].Payload.hard', 'inner', { nextStepId: null }),
      loop('inner', '[]', 'never', { continueOnFailure: true, nextStepId: 'flaky' }),
      script('never', 'return 1', { nextStepId: null }),
      call('flaky', `/flaky/1/${key}`, { nextStepId: null }),
    ] as WorkflowStep[];
    const emptyList = steps.map((step) =>
      step.stepId === 'inner' ? { ...step, listContextDataEntityName: '$Steps["start"].Payload.none' } : step,
    );
    const { runId } = await start(emptyList as WorkflowStep[], { soft: [1, 2], hard: [1, 2], none: [] });
    expect((await until(runId)).status).toBe('Failed');
    await crash(runId);
    await continued(runId);
    expect((await until(runId, ['Succeeded', 'Failed'])).status).toBe('Succeeded');
    expect(await callsTo(`/status/500/bad-${key}`)).toHaveLength(2);
    // Failed and repeated for the first item; once for the second.
    expect(await listIdempotencyKeys(`/flaky/1/${key}`)).toEqual([
      `${runId}/strict[0]/flaky`,
      `${runId}/strict[0]/flaky`,
      `${runId}/strict[1]/flaky`,
    ]);
  });

  test('keeps the list of a loop that failed first itself, through a second failure and crashes', async () => {
    const key = randomText();
    const remember = (value: string) => ({
      stepId: 'keep',
      type: 'DataStorage' as const,
      dataStorageOperation: 'Create' as const,
      scope: 'Workflow' as const,
      expirationInHours: 1,
      keyValues: [{ key: 'list', valueExpression: value }],
    });
    const workflowId = crypto.randomUUID();
    const steps = chain(
      loop('each', '$Data.list', 'tell', { nextStepId: 'done' }) as never,
      script('done', 'return Steps["tell"].Response', { nextStepId: null }),
      call('tell', '', { url: `\${Steps["each"].CurrentItem}/${key}`, nextStepId: null }),
    );
    const { runId } = await start(steps, {}, { workflowId }, { workflowId });
    expect((await until(runId)).errorMessage).toContain('is not a list');
    const other = await start(
      chain(remember('$Steps["start"].Payload')),
      [at('echo/1'), at('flaky/1'), at('echo/2')],
      { workflowId },
      { workflowId },
    );
    expect((await until(other.runId)).status).toBe('Succeeded');
    await continued(runId);
    expect((await until(runId, ['Succeeded', 'Failed'])).errorMessage).toBe('The server responded with 503: not yet.');
    await crash(runId);
    await continued(runId);
    expect(await until(runId, ['Succeeded', 'Failed'])).toMatchObject({ status: 'Succeeded', errorMessage: null });
    expect(await callsTo(`/echo/1/${key}`)).toHaveLength(1);
    expect(await callsTo(`/flaky/1/${key}`)).toHaveLength(2);
    expect(await callsTo(`/echo/2/${key}`)).toHaveLength(1);
  });

  test('gives later steps the repeated step’s values, not the failed attempt’s, even if those held a secret', async () => {
    const key = randomText();
    const secret = `Bearer very-secret-${randomText()}`;
    const steps = chain(
      call('login', `/echo/${key}`, { headers: { authorization: `"${secret}"` } }),
      // Returns what it received: the secret, with 503 at first.
      call('flaky', `/flaky/1/${key}`, { body: `{"s": "${secret}"}` }),
      { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' },
      script(
        'after',
        'return [Steps["flaky"].ResponseHttpStatusCode, Steps["flaky"].Response.ok, Steps["login"].Response.headers.authorization]',
      ),
    );
    const { runId } = await start(steps);
    expect((await until(runId)).status).toBe('Failed');
    await continued(runId);
    await until(runId, ['Delayed']);
    await crash(runId);
    await passHour(runId);
    expect((await until(runId)).status).toBe('Succeeded');
    const after = (await allSteps(runId)).at(-1);
    const shown = (await readStepBody(runId, after?.id ?? '')) as unknown[];
    expect(shown.slice(0, 2)).toEqual([200, true]);
    expect(JSON.stringify(shown)).not.toContain('very-secret');
  });

  test('continues any number of times while the run keeps failing', async () => {
    const key = randomText();
    const { runId } = await start(chain(call('flaky', `/flaky/4/${key}`), script('after', 'return 1')));
    for (let times = 0; times < 4; times += 1) {
      expect((await until(runId, ['Failed', 'Succeeded'])).status).toBe('Failed');
      await continued(runId);
    }
    expect((await until(runId, ['Succeeded', 'Failed'])).status).toBe('Succeeded');
    expect(new Set(await listIdempotencyKeys(`/flaky/4/${key}`))).toEqual(new Set([`${runId}/flaky`]));
    expect(await trace(runId)).toEqual(['start Succeeded', 'flaky Succeeded', 'after Succeeded']);
  });

  test('continues once when asked twice at the same time', async () => {
    const key = randomText();
    const { runId, shard } = await start(chain(call('flaky', `/flaky/1/${key}`)));
    expect((await until(runId)).status).toBe('Failed');
    const answers = await Promise.all([shard.continueRun(runId), shard.continueRun(runId), shard.continueRun(runId)]);
    expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
    expect((await until(runId, ['Succeeded', 'Failed'])).status).toBe('Succeeded');
    expect(await callsTo(`/flaky/1/${key}`)).toHaveLength(2);
    expect((await shard.continueRun(runId)).isSuccess).toBe(false);
  });
});
