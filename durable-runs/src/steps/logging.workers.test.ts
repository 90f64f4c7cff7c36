import type { ConnectorOperationStep } from '@portage/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, randomText, start, testEnv, until } from '../../test/harness.ts';
import { failed, type StepHandler } from '../step-context/step-handler.ts';
import { stepHandlers } from './registry.ts';

/** A step with a parameter that is logged in every mode, as connector steps have them. */
const alwaysStep: StepHandler<ConnectorOperationStep> = {
  actsOutside: () => false,
  run: ({ operationId }, { scope }) => {
    const detail = {
      request: { orderId: 'o-1', note: 'only in full logs' },
      alwaysLog: { orderId: 'o-1', key: scope.steps.start?.Payload },
    };
    return operationId === 'fail' ? { ...failed('no'), detail } : { outcome: { kind: 'succeeded' }, values: { Response: 'given' }, detail };
  },
  describe: (_step, values, { request }) => ({ request, response: { body: values.Response } }),
};

const built = stepHandlers.ConnectorOperation;
beforeAll(() => {
  stepHandlers.ConnectorOperation = alwaysStep;
});
afterAll(() => {
  stepHandlers.ConnectorOperation = built;
});

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const always = (stepId: string, operationId = 'go') => ({ stepId, type: 'ConnectorOperation' as const, operationId });

/** Runs steps and returns what people see of each, by name. */
async function seen(loggingMode: 'LogAllData' | 'LogOnlyIfError', steps: Parameters<typeof chain>, trigger: object = {}) {
  const webhook = { type: 'Webhook' as const, payload: 'payload-1', headers: {}, method: 'POST', ...trigger };
  const { runId, shard } = await start(chain(...steps), {}, { trigger: webhook }, { loggingMode });
  const run = await until(runId);
  const data: Record<string, unknown> = {};
  const contexts: unknown[] = [];
  for (const { id, name } of await allSteps(runId)) {
    data[name] = (await shard.getStepInstance(runId, id))?.stepData;
    contexts.push(await shard.getStepContext(runId, id));
  }
  return { run, runId, data, contexts };
}

describe('logging modes', () => {
  test('LogAllData keeps payload, script, request, response and log of every step of a successful run', async () => {
    const path = `/echo/${randomText()}`;
    const call = { stepId: 'call', type: 'HttpRequest' as const, url: testEnv.TARGET + path };
    const { data } = await seen('LogAllData', [script('say', 'console.warn("careful"); return 1'), call]);
    expect(data.start).toMatchObject({ payload: 'payload-1' });
    expect(data.say).toEqual({ requestScript: 'console.warn("careful"); return 1', response: { body: 1 }, log: 'warn: careful' });
    expect(data.call).toMatchObject({
      request: { method: 'GET' },
      requestUrl: testEnv.TARGET + path,
      response: { responseHttpStatusCode: 200 },
    });
    expect(await callsTo(path)).toHaveLength(1);
  });

  test('LogOnlyIfError keeps of a successful run only which steps ran, and what is always logged', async () => {
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Seconds' };
    const steps = [script('say', 'console.log("x"); return "kept?"'), always('early'), wait, always('late')];
    const { run, runId, data, contexts } = await seen('LogOnlyIfError', steps);
    expect(run).toMatchObject({ status: 'Succeeded', stepCount: 5 });
    const logged = { request: { orderId: 'o-1', key: 'payload-1' } };
    expect(data).toEqual({ start: null, say: null, early: logged, wait: null, late: logged });
    expect(contexts.every((context) => context === null)).toBe(true);
    expect(await getShard(runId).getRunTrigger(runId)).toBeNull();
  });

  test('LogOnlyIfError keeps everything of a failed run', async () => {
    const { data, contexts } = await seen('LogOnlyIfError', [script('say', 'console.log("x"); return "kept"'), always('op', 'fail')]);
    expect(data.start).toMatchObject({ payload: 'payload-1' });
    expect(data.say).toMatchObject({ response: { body: 'kept' }, log: 'x' });
    expect(data.op).toMatchObject({ request: { note: 'only in full logs' }, error: 'no' });
    expect(contexts[2]).toMatchObject({ steps: { say: { Response: 'kept' } } });
  });

  test('LogOnlyIfError keeps what failed steps received and returned when the run continues, and each failed item', async () => {
    const key = randomText();
    const big = 'x'.repeat(40_000);
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Seconds', nextStepId: null };
    const steps = [
      script('fine', 'return "not kept"'),
      {
        stepId: 'each',
        type: 'Loop' as const,
        listContextDataEntityName: '$Steps["start"].Payload',
        loopFirstStepId: 'call',
        continueOnFailure: true,
        nextStepId: 'wait',
      },
      {
        stepId: 'call',
        type: 'HttpRequest' as const,
        httpMethod: 'POST' as const,
        url: `${testEnv.TARGET}/status/\${Steps["each"].CurrentItem.status}/${key}`,
        body: `{"big": "${big}"}`,
        nextStepId: null,
      },
      // Some of the records are on disk by then, but not the last ones.
      wait,
    ];
    const payload = [
      { status: 404, id: 1 },
      { status: 200, id: 2 },
      { status: 422, id: 3 },
    ];
    const { run, runId, data } = await seen('LogOnlyIfError', steps as never, { payload });
    expect(run.status).toBe('Succeeded');
    expect([data.start, data.fine, data.each, data.wait]).toEqual([null, null, null, null]);
    const calls = (await allSteps(runId)).filter(({ name }) => name === 'call');
    const seenCalls = await Promise.all(calls.map(async ({ id }) => (await getShard(runId).getStepInstance(runId, id))?.stepData ?? null));
    expect(seenCalls[0]).toMatchObject({
      currentItem: { id: 1 },
      request: { method: 'POST' },
      response: { responseHttpStatusCode: 404 },
      error: expect.stringContaining('404'),
    });
    expect(seenCalls[1]).toBeNull();
    expect(seenCalls[2]).toMatchObject({ currentItem: { id: 3 }, response: { responseHttpStatusCode: 422 } });
  });

  test('redacts what is always logged like everything else', async () => {
    const trigger = { payload: 'key-8f7e6d5c', headers: { 'x-api-key': 'key-8f7e6d5c' } };
    const { data } = await seen('LogOnlyIfError', [always('op')], trigger);
    expect(data.op).toEqual({ request: { orderId: 'o-1', key: '[redacted]' } });
  });

  test('keeps the log of a script that fails', async () => {
    const { data, run } = await seen('LogAllData', [
      script('bad', 'console.log("got here", { n: 1 }); console.error("then"); throw new Error("no")'),
    ]);
    expect(data.bad).toMatchObject({ log: 'got here {"n":1}\nerror: then', error: run.errorMessage });
  });
});

describe('a script for manual execution only', () => {
  const only = script('only', 'console.log("ran"); return "ran"', { onlyManualExecution: true });
  const after = script('after', 'return Steps["only"].Response ?? "passed over"');
  const runBy = async (overrides: object) => {
    const { runId } = await start(chain(only, after), {}, overrides);
    await until(runId);
    const [, first, second] = await allSteps(runId);
    const data = async (id = '') => (await getShard(runId).getStepInstance(runId, id))?.stepData;
    return { status: first?.status, log: (await data(first?.id))?.log, after: (await data(second?.id))?.response?.body };
  };
  const ran = { status: 'Succeeded', log: 'ran', after: 'ran' };
  const passedOver = { status: 'Succeeded', log: expect.stringContaining('Skipped'), after: 'passed over' };

  test.each(['Webhook', 'Scheduled', 'ConnectorEvent', 'Manual'] as const)('runs when a person starts a %s workflow', async (type) => {
    expect(await runBy({ startedByHand: true, trigger: { type, payload: {} } })).toEqual(ran);
  });

  test.each(['Webhook', 'Scheduled', 'ConnectorEvent'] as const)('is visibly skipped when a %s trigger starts the run', async (type) => {
    expect(await runBy({ startedByHand: false, trigger: { type, payload: {} } })).toEqual(passedOver);
  });
});

describe('a trigger', () => {
  test.each(['Manual', 'Webhook', 'Scheduled', 'ConnectorEvent'] as const)('of type %s offers its payload to the steps', async (type) => {
    const mapping = [{ fromParameterExpression: '$Consts.WorkflowId', toParameterPath: 'topic' }];
    const [, ...rest] = chain(script('see', 'return [Steps["start"].Payload.event, Steps["start"].Headers?.["x-topic"] ?? null]'));
    const trigger = {
      stepId: 'start',
      type: 'Trigger' as const,
      triggerType: type,
      eventId: 'orders/create',
      requestParameterMappings: mapping,
      nextStepId: 'see',
    };
    const started = {
      type,
      payload: { event: { id: 7 } },
      ...(type === 'ConnectorEvent' ? { headers: { 'x-topic': 'orders' }, method: 'POST' } : {}),
    };
    const { runId, shard } = await start([trigger, ...rest], {}, { trigger: started });
    expect((await until(runId)).errorMessage).toBeNull();
    const topic = type === 'ConnectorEvent' ? 'orders' : null;
    expect((await shard.getStepInstance(runId, '1'))?.stepData?.response?.body).toEqual([{ id: 7 }, topic]);
    expect((await shard.getStepInstance(runId, '0'))?.stepData?.payload).toEqual({ event: { id: 7 } });
    expect(await shard.getRunTrigger(runId)).toMatchObject({ type, payload: { event: { id: 7 } } });
  });
});
