import { abortAllDurableObjects } from 'cloudflare:test';
import type { WorkflowVersionSnapshot } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, randomText, start, testEnv, until } from '../../test/harness.ts';

const script = (stepId: string, text: string, extra: object = {}) =>
  ({ stepId, type: 'CustomScript' as const, script: text, ...extra }) as WorkflowStep;
const call = (stepId: string, path: string, extra: object = {}) =>
  ({ stepId, type: 'HttpRequest' as const, httpMethod: 'POST' as const, url: testEnv.TARGET + path, body: '{}', ...extra }) as WorkflowStep;
const by = { userId: crypto.randomUUID(), impersonatorUserId: crypto.randomUUID() };
const sees = { seesHidden: true };

function repaired(version: WorkflowVersionSnapshot, steps: WorkflowStep[]): WorkflowVersionSnapshot {
  return { ...version, versionId: crypto.randomUUID(), steps };
}

const readStepData = async (runId: string, name: string, attempt?: number) => {
  const { id = '' } = (await allSteps(runId)).find((step) => step.name === name) ?? {};
  return (await getShard(runId).getStepInstance(runId, id, sees, attempt))?.stepData;
};

describe('a failed run that continues with a repaired version', () => {
  test('repeats no finished step, and runs the repaired step and the steps now after it, even across a crash', async () => {
    const key = randomText();
    const first = call('first', `/echo/first-${key}`);
    const broken = call('send', `/status/422/send-${key}`);
    const { runId, shard, version } = await start(chain(first, broken));
    const failed = await until(runId);
    expect(failed.status).toBe('Failed');
    const fixed = call('send', `/echo/send-${key}`, { body: '{"repaired": true}' });
    const added = script('added', 'return Steps["first"].ResponseHttpStatusCode + Steps["send"].ResponseHttpStatusCode');
    const next = repaired(version, chain(first, fixed, added));
    expect(await shard.continueRun(runId, undefined, { version: next, by })).toEqual({ isSuccess: true, runId });
    await abortAllDurableObjects();
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', workflowVersionId: next.versionId });

    expect(await callsTo(`/echo/first-${key}`)).toHaveLength(1);
    expect((await callsTo(`/echo/send-${key}`))[0]?.body).toBe('{"repaired": true}');
    const keys = [...(await callsTo(`/status/422/send-${key}`)), ...(await callsTo(`/echo/send-${key}`))].map(
      ({ headers }) => headers['idempotency-key'],
    );
    // A server that remembers the refused call by its key must not return its stored response to the repaired call.
    expect(keys).toEqual([`${runId}/send`, `${runId}/send%repair1`]);
    expect(await readStepData(runId, 'added')).toMatchObject({ response: { body: 400 } });
    expect(await getShard(runId).listRunAttempts(runId)).toMatchObject([
      {
        number: 1,
        startedAt: failed.startedAt,
        finishedAt: failed.finishedAt,
        errorMessage: failed.errorMessage,
        step: { id: '2', name: 'send' },
        versionId: version.versionId,
        continuedBy: by,
      },
    ]);
  });

  test('shows each attempt with its own version of the step', async () => {
    const { runId, shard, version } = await start(chain(script('sum', 'throw new Error("before")')));
    await until(runId);
    await shard.continueRun(runId, null, { version: repaired(version, chain(script('sum', 'return "after"'))) });
    await until(runId);
    expect(await readStepData(runId, 'sum')).toMatchObject({ requestScript: 'return "after"' });
    expect(await readStepData(runId, 'sum', 1)).toMatchObject({ requestScript: 'throw new Error("before")' });
  });

  test('continues inside its loop, at the item that failed', async () => {
    const steps = (text: string): WorkflowStep[] => [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'work', nextStepId: 'end' },
      script('work', text, { nextStepId: null }),
      script('end', 'return "done"', { nextStepId: null }),
    ];
    const { runId, shard, version } = await start(
      steps('if (Steps["each"].CurrentItem === 2) throw new Error("two"); return 1'),
      [1, 2, 3],
    );
    await until(runId);
    await shard.continueRun(runId, null, { version: repaired(version, steps('return Steps["each"].CurrentItem * 10')) });
    expect((await until(runId)).status).toBe('Succeeded');
    expect((await allSteps(runId)).map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'each Succeeded',
      'each[0]/work Succeeded',
      'each[1]/work Succeeded',
      'each[2]/work Succeeded',
      'end Succeeded',
    ]);
  });

  test('stays failed, with the reason, if the step is gone or at another position', async () => {
    const { runId, shard, version } = await start(chain(script('broken', 'throw new Error("no")')));
    await until(runId);
    const other = (steps: WorkflowStep[]) => shard.continueRun(runId, null, { version: repaired(version, steps) });
    expect(await other(chain(script('renamed', 'return 1')))).toEqual({
      isSuccess: false,
      errorMessage: expect.stringContaining('"broken", at which the run failed, is no longer in the workflow'),
    });
    const inBranch: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'route' },
      { stepId: 'route', type: 'Branch', nextStepId: null, conditionGroups: [{ name: 'Yes', conditions: [], nextStepId: 'broken' }] },
      script('broken', 'return 1', { nextStepId: null }),
    ];
    expect((await other(inBranch)).isSuccess).toBe(false);
    expect(await shard.getRun(runId)).toMatchObject({ status: 'Failed', workflowVersionId: version.versionId });
    expect(await shard.listRunAttempts(runId)).toEqual([]);
  });

  test('is continued once by calls with the same key, even after it has failed again', async () => {
    const { runId, shard } = await start(chain(script('broken', 'throw new Error("no")')));
    await until(runId);
    expect(await shard.continueRun(runId, null, { key: 'job-1' })).toMatchObject({ isSuccess: true });
    await until(runId, ['Failed']);
    expect(await shard.continueRun(runId, null, { key: 'job-1' })).toMatchObject({ isSuccess: true });
    expect(await shard.listRunAttempts(runId)).toHaveLength(1);
    expect(await shard.continueRun(runId, null, { key: 'job-2' })).toMatchObject({ isSuccess: true });
    expect(await shard.listRunAttempts(runId)).toHaveLength(2);
  });

  test('keeps a step hidden that was hidden in the version that failed', async () => {
    const { runId, shard, version } = await start(chain(script('secret', 'throw new Error("no")', { isHiddenFromCustomer: true })));
    await until(runId);
    await shard.continueRun(runId, null, { version: repaired(version, chain(script('secret', 'return 1'))) });
    await until(runId);
    expect((await shard.listRunAttempts(runId))?.[0]).toMatchObject({ step: null, errorMessage: 'A hidden step failed.' });
    expect((await shard.listStepInstances(runId, { pageIndex: 0, pageSize: 10 })).stepInstances.map(({ name }) => name)).toEqual(['start']);
  });
});
