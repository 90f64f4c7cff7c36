import { abortAllDurableObjects } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, randomText, start, testEnv, until } from '../../test/harness.ts';

const flaky = (times: number, key: string, extra: object = {}) => ({
  stepId: 'flaky',
  type: 'HttpRequest' as const,
  httpMethod: 'POST' as const,
  url: `${testEnv.TARGET}/flaky/${times}/${key}`,
  body: '{"sent": "this"}',
  ...extra,
});
const sees = { seesHidden: true };
const findStepId = async (runId: string, name: string) => (await allSteps(runId)).find((step) => step.name === name)?.id ?? '';

async function continued(runId: string): Promise<void> {
  expect(await getShard(runId).continueRun(runId)).toEqual({ isSuccess: true, runId });
}

describe('a step at which a run was continued', () => {
  test('keeps its failed attempts, with what each sent and received, next to the one that succeeded', async () => {
    const { runId, shard } = await start(chain(flaky(2, randomText())));
    const first = await until(runId);
    expect(first).toMatchObject({ status: 'Failed', continuedAt: null });
    const step = await findStepId(runId, 'flaky');
    expect(await shard.getStepInstance(runId, step)).not.toHaveProperty('attempts');
    await continued(runId);
    const second = await until(runId);
    expect(second.status).toBe('Failed');
    // Neither a restart of the object nor another attempt loses one of them.
    await abortAllDurableObjects();
    await continued(runId);
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Succeeded', continuedAt: expect.any(String) });
    expect(Date.parse(run.continuedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(second.finishedAt ?? ''));

    const now = await getShard(runId).getStepInstance(runId, step);
    expect(now).toMatchObject({ status: 'Succeeded', errorMessage: null, stepData: { response: { responseHttpStatusCode: 200 } } });
    expect(Date.parse(now?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run.continuedAt ?? ''));
    expect(now?.attempts).toMatchObject([
      { number: 1, finishedAt: first.finishedAt, errorMessage: first.errorMessage },
      { number: 2, finishedAt: second.finishedAt, errorMessage: second.errorMessage },
    ]);
    for (const { number, startedAt } of now?.attempts ?? []) {
      expect(await getShard(runId).getStepInstance(runId, step, sees, number)).toMatchObject({
        status: 'Failed',
        startedAt,
        stepData: { request: { body: '{"sent": "this"}' }, response: { responseHttpStatusCode: 503 } },
      });
    }
    expect(await getShard(runId).getStepInstance(runId, step, sees, 3)).toBeNull();
  });

  test('shows nothing from the failed attempt as its own while it is repeated', async () => {
    const url = `\${Steps["start"].Payload.url}`;
    const { runId, shard } = await start(chain({ ...flaky(1, ''), url }), { url: `${testEnv.TARGET}/flaky/1/slow/${randomText()}` });
    await until(runId);
    await continued(runId);
    const step = await shard.getStepInstance(runId, await findStepId(runId, 'flaky'));
    expect(step).toMatchObject({ status: 'InProgress', errorMessage: null, attempts: [{ number: 1 }] });
    expect(step?.stepData).not.toHaveProperty('response.responseHttpStatusCode');
    await until(runId);
  });

  test('keeps an attempt’s large data, and the data of failures if only those are logged', async () => {
    const key = randomText();
    const large = JSON.stringify({ text: 'x'.repeat(60_000) });
    const { runId, shard } = await start(chain(flaky(1, key, { body: large })), {}, {}, { loggingMode: 'LogOnlyIfError' });
    await until(runId);
    await continued(runId);
    expect((await until(runId)).status).toBe('Succeeded');
    const step = await findStepId(runId, 'flaky');
    expect(await shard.getStepInstance(runId, step)).toMatchObject({ stepData: null, attempts: [{ number: 1 }] });
    const attempt = await shard.getStepInstance(runId, step, sees, 1);
    expect(attempt?.stepData).toMatchObject({ error: attempt?.errorMessage, response: { responseHttpStatusCode: 503 } });
    expect(attempt?.stepData?.request).toMatchObject({ body: large });
  });

  test('hides its attempts if the step is hidden, and the secrets in them', async () => {
    const secret = `very-secret-${randomText()}`;
    const headers = { authorization: `"Bearer ${secret}"` };
    const { runId, shard } = await start(
      chain(flaky(1, randomText(), { headers, body: JSON.stringify({ secret }), isHiddenFromCustomer: true })),
    );
    await until(runId);
    await continued(runId);
    await until(runId);
    const page = await shard.listStepInstances(runId, { pageIndex: 0, pageSize: 5 }, sees);
    const step = page.stepInstances.find(({ name }) => name === 'flaky')?.id ?? '';
    expect(await shard.getStepInstance(runId, step, { seesHidden: false }, 1)).toBeNull();
    const shown = await shard.getStepInstance(runId, step, sees, 1);
    expect(shown).toMatchObject({ status: 'Failed' });
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('keeps the first and the newest nineteen, for the step and for the run', async () => {
    const { runId, shard } = await start(chain({ stepId: 'flaky', type: 'CustomScript', script: 'throw new Error("no")' }));
    for (let times = 0; times < 22; times += 1) {
      await until(runId);
      await continued(runId);
    }
    await until(runId);
    const attempts = (await shard.getStepInstance(runId, await findStepId(runId, 'flaky')))?.attempts;
    const kept = [1, ...Array.from({ length: 19 }, (_, at) => at + 4)];
    expect(attempts?.map(({ number }) => number)).toEqual(kept);
    expect((await shard.listRunAttempts(runId))?.map(({ number }) => number)).toEqual(kept);
  });
});

describe('a run that continued after failures', () => {
  test('says how many steps failed', async () => {
    const { runId } = await start(
      chain(flaky(1, randomText(), { continueOnFailure: true }), { stepId: 'after', type: 'CustomScript', script: 'return 1' }),
    );
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', failedSteps: 1 });
  });
});
