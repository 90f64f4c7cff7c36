import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, start, until } from '../../test/harness.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });

async function finish(steps: WorkflowStep[], payload: unknown = {}, overrides = {}, versionOverrides = {}) {
  const { runId } = await start(steps, payload, overrides, versionOverrides);
  const run = await until(runId);
  const records = await allSteps(runId);
  const data = async (name: string) => {
    const id = records.findLast((record) => record.name === name)?.id ?? '';
    return (await getShard(runId).getStepInstance(runId, id))?.stepData ?? null;
  };
  return { run, runId, records, data };
}

describe('a script step', () => {
  test('sees steps, data and constants, and keeps its value and log', async () => {
    const { run, data } = await finish(
      chain(
        script('one', 'console.log("hello", 1); return { n: Steps["start"].Payload.n + 1, id: $Consts.WorkflowInstanceId }'),
        script('two', 'return Steps["one"].Response.n * 10'),
      ),
      { n: 4 },
    );
    expect(run.status).toBe('Succeeded');
    expect(await data('one')).toMatchObject({
      log: 'hello 1',
      response: { body: { n: 5, id: run.id } },
      requestScript: expect.any(String),
    });
    expect((await data('two'))?.response?.body).toBe(50);
  });

  test('runs its error path, which reads the reason, if it fails; so does stored data that cannot be evaluated', async () => {
    const guard = (first: string) => ({ useErrorPath: true, errorFirstStepId: first });
    const { run, records, data } = await finish([
      ...chain(
        script('bad', 'throw new Error("No stock")', guard('tell')),
        {
          stepId: 'keep',
          type: 'DataStorage',
          dataStorageOperation: 'Create',
          scope: 'CurrentRun',
          keyValues: [{ key: 'at', valueExpression: '${formatDate("nonsense", "yyyy")}' }],
          ...guard('explain'),
        },
        script('after', 'return 1'),
      ),
      { ...script('tell', 'return Steps["bad"].Error'), nextStepId: null },
      { ...script('explain', 'return Steps["keep"].Error'), nextStepId: null },
    ] as WorkflowStep[]);
    expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null });
    expect(records.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'bad Failed',
      'bad.On error/tell Succeeded',
      'keep Failed',
      'keep.On error/explain Succeeded',
      'after Succeeded',
    ]);
    expect((await data('tell'))?.response?.body).toContain('No stock');
    expect((await data('explain'))?.response?.body).toContain('nonsense');
  });

  test('fails the run with message and line', async () => {
    const { run, data } = await finish(chain(script('bad', 'const a = 1;\nnull.x;')));
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringMatching(/TypeError.*line 2/) });
    expect(await data('bad')).toMatchObject({ error: run.errorMessage });
  });

  test('is skipped if it’s for manual execution only and no person started the run', async () => {
    const steps = chain(
      script('only', 'return 1', { onlyManualExecution: true }),
      script('after', 'return Steps["only"].Response ?? "none"'),
    );
    expect((await (await finish(steps)).data('after'))?.response?.body).toBe('none');
    expect((await (await finish(steps, {}, { startedByHand: true })).data('after'))?.response?.body).toBe(1);
  });
});

describe('a branch step', () => {
  const branch = (groups: object[]) => ({ stepId: 'q', type: 'Branch', conditionGroups: groups, nextStepId: 'after' });
  const rest = [
    script('a', 'return "a"', { nextStepId: null }),
    script('b', 'return "b"', { nextStepId: null }),
    script('after', 'return 1'),
  ];

  test('takes the first group that holds, including scripts, then its own next step', async () => {
    const groups = [
      { name: 'First', useScript: true, script: 'return Steps["start"].Payload.n > 10', nextStepId: 'a', conditions: [] },
      { name: 'Second', useScript: true, script: 'return Steps["start"].Payload.n > 5', nextStepId: 'b', conditions: [] },
      { name: 'Third', nextStepId: 'a', conditions: [] },
    ];
    const { records } = await finish(chain(branch(groups) as never, ...rest), { n: 7 });
    expect(records.map(({ path }) => path)).toEqual(['start', 'q', 'q.Second/b', 'after']);
  });

  test('continues after the branch if no group holds', async () => {
    const never = { name: 'Never', conditions: [{ leftExpression: '1', operator: 'Equals', rightExpression: '2' }], nextStepId: 'a' };
    const { records } = await finish(chain(branch([never]) as never, ...rest));
    expect(records.map(({ path }) => path)).toEqual(['start', 'q', 'after']);
  });
});

describe('a loop step', () => {
  const loop = (extra: object = {}) => ({
    stepId: 'each',
    type: 'Loop' as const,
    listContextDataEntityName: '$Steps["start"].Payload.items',
    loopFirstStepId: 'body',
    ...extra,
  });

  test('HOSTILE 8: an empty array has no iterations, and anything but an array fails with a clear error', async () => {
    const steps = chain(loop({ nextStepId: null }), script('body', 'return 1', { nextStepId: null }));
    expect((await finish(steps, { items: [] })).run.stepCount).toBe(2);
    for (const [items, said] of [
      ['text', 'is a text'],
      [{ a: 1 }, 'is an object'],
      [null, 'has no value'],
      [7, 'is a number'],
    ] as const) {
      const { run } = await finish(steps, { items });
      expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(`is not a list: it ${said}`) });
    }
  });

  test('continues on error with the next item, and shows each step its item', async () => {
    const body = script('body', 'if (Steps["each"].CurrentItem === "bad") throw new Error("no"); return Steps["each"].CurrentItem', {
      nextStepId: null,
    });
    const { run, records, runId } = await finish(chain(loop({ continueOnFailure: true, nextStepId: null }), body), {
      items: ['a', 'bad', 'c'],
    });
    expect(run.status).toBe('Succeeded');
    expect(records.map(({ path, status }) => `${path} ${status}`).slice(2)).toEqual([
      'each[0]/body Succeeded',
      'each[1]/body Failed',
      'each[2]/body Succeeded',
    ]);
    const failed = await getShard(runId).getStepInstance(runId, '3');
    expect(failed?.stepData).toMatchObject({ currentItem: 'bad', error: expect.stringContaining('no') });
    const context = await getShard(runId).getStepContext(runId, '4');
    expect(context?.steps).toMatchObject({ each: { CurrentItem: 'c', CurrentIndex: 2 }, start: { Payload: { items: ['a', 'bad', 'c'] } } });
  });

  test('HOSTILE 8: iterates 100,000 items, and pages of its steps can be read', async () => {
    const branch = {
      stepId: 'body',
      type: 'Branch' as const,
      conditionGroups: [{ name: 'No', conditions: [], nextStepId: null }],
      nextStepId: null,
    };
    const items = Array.from({ length: 100_000 }, (_, at) => ({ at }));
    const { runId } = await start(chain(loop({ nextStepId: null }), branch), { items });
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Succeeded', stepCount: 100_002 });
    const page = await getShard(runId).listStepInstances(runId, { pageIndex: 4_000, pageSize: 20 });
    expect(page.totalCount).toBe(100_002);
    expect(page.stepInstances[0]?.path).toBe('each[79998]/body');
    expect((await getShard(runId).getStepInstance(runId, '80000'))?.stepData?.currentItem).toEqual({ at: 79_998 });
  });
});

describe('a delay step', () => {
  test.each([
    [0, 'Seconds'],
    [-5, 'Minutes'],
    [Number.NaN, 'Seconds'],
    ['ten', 'Seconds'],
    [366, 'Days'],
  ] as const)('HOSTILE 7: a delay of %s %s fails with a clear error', async (delayValue, delayType) => {
    const step = { stepId: 'wait', type: 'DelayStep', delayValue, delayType } as unknown as WorkflowStep;
    const { run } = await finish(chain(step));
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('from 1 second to 365 days') });
  });

  test('sets the run to Delayed with continueAt, and accepts 365 days', async () => {
    const { runId, shard } = await start(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 365, delayType: 'Days' } as never));
    const run = await until(runId, ['Delayed']);
    expect(Date.parse(run.continueAt ?? '') - Date.now()).toBeGreaterThan(364.9 * 86_400_000);
    expect((await allSteps(runId)).at(-1)).toMatchObject({ name: 'wait', status: 'Delayed' });
    expect(await shard.cancelRun(runId)).toEqual({ isSuccess: true });
    expect((await allSteps(runId)).at(-1)).toMatchObject({ name: 'wait', status: 'Cancelled' });
  });
});

describe('a data storage step', () => {
  const store = (stepId: string, dataStorageOperation: string, key: string, valueExpression: string | null, extra: object = {}) =>
    ({ stepId, type: 'DataStorage', dataStorageOperation, keyValues: [{ key, valueExpression }], ...extra }) as never;

  test('creates, updates and deletes in the run', async () => {
    const { run, data, runId } = await finish(
      chain(
        store('c', 'Create', 'n', '$Steps["start"].Payload.n', { scope: 'CurrentRun' }),
        store('u', 'Update', 'n', '${Steps["start"].Payload.n} and more'),
        script('read', 'return $Data.n'),
        store('d', 'Delete', 'n', null),
        script('gone', 'return "n" in $Data'),
      ),
      { n: 1 },
    );
    expect(run.errorMessage).toBeNull();
    expect((await data('read'))?.response?.body).toBe('1 and more');
    expect((await data('gone'))?.response?.body).toBe(false);
    expect((await getShard(runId).getStepContext(runId, '3'))?.data).toEqual({ n: '1 and more' });
  });

  test('keeps values for the next runs of the workflow, until they expire', async () => {
    const workflowId = crypto.randomUUID();
    const write = chain(store('c', 'Create', 'last', '$Steps["start"].Payload.id', { scope: 'Workflow', expirationInHours: 1 }));
    await finish(write, { id: { deep: [1, 'two'] } }, { workflowId }, { workflowId });
    const read = chain(script('read', 'return $Data.last'), store('u', 'Update', 'last', '"x"'), store('d', 'Delete', 'last', null));
    const first = await finish(read, {}, { workflowId }, { workflowId });
    expect((await first.data('read'))?.response?.body).toEqual({ deep: [1, 'two'] });
    const second = await finish(read, {}, { workflowId }, { workflowId });
    expect((await second.data('read'))?.response?.body).toBeNull();
    expect(second.run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('"last"') });
  });
});

test('HOSTILE 9: a key that the database would refuse fails the step without revealing the statement or its values', async () => {
  const keyValues = [{ key: 'a\u0000b', valueExpression: '"secret-value"' }];
  const step = { stepId: 'c', type: 'DataStorage', dataStorageOperation: 'Create', scope: 'Workflow', expirationInHours: 1, keyValues };
  const { run } = await finish(chain(step as never));
  expect(run).toMatchObject({ status: 'Failed', errorMessage: 'This key contains characters that cannot be stored.' });
});

test('drops step data on success when only errors are logged, and keeps it on failure', async () => {
  const steps = (text: string) => chain(script('one', 'return { secret: "kept" }'), script('two', text));
  const good = await finish(steps('return 1'), { big: 'x'.repeat(100_000) }, {}, { loggingMode: 'LogOnlyIfError' });
  expect(good.records).toHaveLength(3);
  expect(good.records.every(({ hasContextData }) => !hasContextData)).toBe(true);
  expect(await good.data('one')).toBeNull();
  expect(await getShard(good.runId).getRunTrigger(good.runId)).toBeNull();
  const bad = await finish(steps('throw new Error("x")'), {}, {}, { loggingMode: 'LogOnlyIfError' });
  expect((await bad.data('one'))?.response?.body).toEqual({ secret: 'kept' });
  expect(await getShard(bad.runId).getRunTrigger(bad.runId)).not.toBeNull();
});
