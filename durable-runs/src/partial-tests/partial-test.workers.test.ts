import { abortAllDurableObjects } from 'cloudflare:test';
import { type RunTest, responseValues } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import {
  allSteps,
  callsTo,
  chain,
  getShard,
  newRequest,
  newVersion,
  passHour,
  randomText,
  start,
  testEnv,
  until,
} from '../../test/harness.ts';

const payload = { lines: [{ sku: 'tea' }, { sku: 'milk' }] };
const testing = (test: RunTest, isTest = true) => ({ isTest, trigger: { type: 'Webhook' as const, payload, test } });
const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const call = (stepId: string, path: string, extra: object = {}) => ({
  stepId,
  type: 'HttpRequest' as const,
  httpMethod: 'POST',
  url: `${testEnv.TARGET}${path}`,
  ...extra,
});

async function whatRan(runId: string): Promise<string[]> {
  return (await allSteps(runId)).map(({ path, status }) => `${path} ${status}`);
}

async function readStepData(runId: string, name: string) {
  const record = (await allSteps(runId)).find((step) => step.name === name);
  return (await getShard(runId).getStepInstance(runId, record?.id ?? ''))?.stepData;
}

/** start -> each(name -> send -> route(Yes: keep -> told)) -> last */
function nested(path: string): WorkflowStep[] {
  const flow = chain(
    { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.lines', loopFirstStepId: 'name' },
    script('last', 'return [Steps["told"].Response, $Data.note]'),
  );
  const inner = [
    script('name', 'return Steps["each"].CurrentItem.sku', { nextStepId: 'send' }),
    call('send', path, { nextStepId: 'pause' }),
    { stepId: 'pause', type: 'DelayStep', delayValue: 1, delayType: 'Hours', nextStepId: 'route' },
    { stepId: 'route', type: 'Branch', conditionGroups: [{ name: 'Yes', conditions: [], nextStepId: 'keep' }] },
    script('keep', 'return 1', { nextStepId: 'told' }),
    script('told', 'return Steps["each"].CurrentItem.sku + Steps["send"].Response.id'),
  ];
  return [...flow, ...inner] as WorkflowStep[];
}

describe('a switched-off step', () => {
  test('is skipped in real runs with everything inside it, and its values are empty', async () => {
    const path = `/echo/${randomText()}`;
    const { runId } = await start(
      chain(
        call('send', path, { isSwitchedOff: true }),
        {
          stepId: 'each',
          type: 'Loop',
          listContextDataEntityName: '$Steps["start"].Payload.lines',
          loopFirstStepId: 'in',
          isSwitchedOff: true,
        },
        script('last', 'return [Steps["send"]?.Response ?? "nothing", Steps["in"] ?? "nothing"]'),
        {
          stepId: 'text',
          type: 'DataStorage',
          dataStorageOperation: 'Create',
          scope: 'CurrentRun',
          keyValues: [{ key: 'a', valueExpression: '${Steps["send"].Response.id}!' }],
        },
        script('kept', 'return $Data.a'),
      ).concat(script('in', 'return 1') as WorkflowStep),
      payload,
    );
    expect((await until(runId)).status).toBe('Succeeded');
    expect(await whatRan(runId)).toEqual(['start Succeeded', 'last Succeeded', 'text Succeeded', 'kept Succeeded']);
    expect((await readStepData(runId, 'last'))?.response?.body).toEqual(['nothing', 'nothing']);
    expect((await readStepData(runId, 'kept'))?.response?.body).toBe('!');
    expect(await callsTo(path)).toEqual([]);
  });
});

describe('a test of part of a workflow', () => {
  test('ends after the step it was to run up to, the first time, even if the object died in between', async () => {
    const path = `/echo/${randomText()}`;
    const steps = chain(
      { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.lines', loopFirstStepId: 'send' },
      script('last', 'return 1'),
    ).concat([call('send', path, { nextStepId: 'more' }), script('more', 'return 1')] as WorkflowStep[]);
    const { runId } = await start(steps, payload, testing({ upTo: 'send' }));
    await until(runId, ['Delayed']);
    await abortAllDurableObjects();
    await passHour(runId);
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Succeeded', testedPart: { from: null, upTo: 'send' } });
    expect(await whatRan(runId)).toEqual(['start Succeeded', 'wait Succeeded', 'each Succeeded', 'each[0]/send Succeeded']);
    expect(await callsTo(path)).toHaveLength(1);
  });

  test('begins at a step inside a loop and a branch, with results of another run, and continues after them', async () => {
    const path = `/echo/${randomText()}`;
    const given: RunTest['given'] = {
      each: { source: 'EarlierRun', values: { CurrentItem: { sku: 'milk' } } },
      send: { source: 'EarlierRun', values: { Response: { id: 7 } } },
    };
    const { runId } = await start(nested(path), payload, testing({ from: 'told', given, data: { note: 'kept' } }));
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', testedPart: { from: 'told', upTo: null } });
    expect(await whatRan(runId)).toEqual([
      'start Succeeded',
      'each Succeeded',
      ...['name', 'send', 'pause', 'route', 'route.Yes/keep', 'route.Yes/told'].map((place) => `each[0]/${place} Succeeded`),
      'last Succeeded',
    ]);
    expect((await readStepData(runId, 'last'))?.response?.body).toEqual(['milk7', 'kept']);
    expect(await readStepData(runId, 'send')).toMatchObject({ source: 'EarlierRun', response: { body: { id: 7 } } });
    expect(await callsTo(path)).toEqual([]);
  });

  test('uses pinned results instead of calls, with an error as a failure; a real run uses none', async () => {
    const path = `/echo/${randomText()}`;
    const steps = chain(
      call('send', path, { continueOnFailure: true }),
      script('last', 'return [Steps["send"].Response ?? null, Steps["send"].Error ?? null]'),
    );
    const pinned = (values: object): RunTest => ({ given: { send: { source: 'Pinned', values } } });

    const good = await start(steps, payload, testing(pinned({ Response: { id: 1 }, ResponseHttpStatusCode: 201 })));
    await until(good.runId);
    expect((await readStepData(good.runId, 'last'))?.response?.body).toEqual([{ id: 1 }, null]);
    expect(await readStepData(good.runId, 'send')).toEqual({
      source: 'Pinned',
      response: { body: { id: 1 }, responseHttpStatusCode: 201 },
    });

    const bad = await start(steps, payload, testing(pinned({ Error: 'Out of tea' })));
    expect(await until(bad.runId)).toMatchObject({ status: 'Succeeded', failedSteps: 1 });
    expect((await readStepData(bad.runId, 'last'))?.response?.body).toEqual([null, 'Out of tea']);
    expect(await callsTo(path)).toEqual([]);

    const real = await start(steps, payload, testing({ ...pinned({ Response: { id: 1 } }), upTo: 'start' }, false));
    expect(await until(real.runId)).not.toHaveProperty('testedPart');
    expect(await whatRan(real.runId)).toEqual(['start Succeeded', 'send Succeeded', 'last Succeeded']);
    expect(await callsTo(path)).toHaveLength(1);
  });

  test.each([
    ['several cookies', 'cookie=a%3D1%3B%20Expires%3DWed%2C%2009%20Jun%202027%2010%3A18%3A14%20GMT&cookie=b%3D2', 'cookies'],
    ['a single cookie', 'cookie=a%3D1', 'cookies'],
    ['bytes', 'type=application/pdf&base64=JVBERi0xLjQKJf8=', 'file'],
    ['text', 'type=text/csv&base64=YTtiCg==', 'file'],
  ])('gives later steps the values they got in the run whose output is pinned: %s', async (_what, query, name) => {
    const path = `/answer/${randomText()}?${query}`;
    const kept = { stepId: 'keep', type: 'DataStorage', dataStorageOperation: 'Create', scope: 'CurrentRun' } as const;
    const steps = chain(
      call('send', path, { httpMethod: 'GET' }),
      { ...kept, keyValues: [{ key: 'file', valueExpression: '$Steps["send"].ResponseFile' }] },
      script('file', 'return $Data.file'),
      script('cookies', 'const seen = Steps["send"].ResponseHeaders["set-cookie"]; return [typeof seen, [seen].flat().length]'),
    );
    const first = await start(steps, payload, testing({}));
    await until(first.runId);
    const seen = await readStepData(first.runId, name);
    const values = responseValues((await readStepData(first.runId, 'send')) ?? {});
    const second = await start(steps, payload, testing({ given: { send: { source: 'Pinned', values } } }));
    await until(second.runId);
    expect((await readStepData(second.runId, name))?.response?.body).toEqual(seen?.response?.body);
    expect((await readStepData(second.runId, 'send'))?.response).toEqual({
      ...(await readStepData(first.runId, 'send'))?.response,
      attributes: undefined,
    });
    expect(await callsTo(path)).toHaveLength(1);
  });

  test('a loop iterates over the pinned output of a step with auto paging', async () => {
    const steps = chain(call('list', '/nowhere'), {
      stepId: 'each',
      type: 'Loop',
      listContextDataEntityName: '$Steps["list"].Response',
      loopFirstStepId: 'in',
    }).concat(script('in', 'return Steps["each"].CurrentItem') as WorkflowStep);
    const values = { Response: { data: { items: [7, 8] } }, ResponseItemsPath: 'data.items' };
    const { runId } = await start(steps, payload, testing({ given: { list: { source: 'Pinned', values } } }));
    expect((await until(runId)).status).toBe('Succeeded');
    expect(await whatRan(runId)).toContain('each[1]/in Succeeded');
  });

  test('hides secrets of pinned results, and hidden steps at the ends of its part', async () => {
    const token = `tok-${randomText()}`;
    const steps = chain(
      call('login', '/nowhere'),
      script('use', 'return "with " + Steps["login"].Response.access_token', { isHiddenFromCustomer: true }),
      script('last', 'console.log(Steps["use"].Response); return Steps["use"].Response'),
    );
    const given: RunTest['given'] = { login: { source: 'Pinned', values: { Response: { access_token: token } } } };
    const { runId, shard } = await start(steps, payload, testing({ given, upTo: 'last' }));
    await until(runId);
    const shown: unknown[] = [];
    for (const { id } of await allSteps(runId)) shown.push(await shard.getStepInstance(runId, id), await shard.getStepContext(runId, id));
    expect(JSON.stringify(shown)).toContain('with [redacted]');
    expect(JSON.stringify(shown)).not.toContain(token);
    const hidden = await start(steps, payload, testing({ given, upTo: 'use' }));
    expect(await until(hidden.runId)).not.toHaveProperty('testedPart');
    const seen = await shard.getRun(hidden.runId, { seesHidden: true });
    if (seen) expect(seen.testedPart).toEqual({ from: null, upTo: 'use' });
  });

  test('is refused for a step that the workflow doesn’t lead to', async () => {
    const version = newVersion(chain(script('one', 'return 1')));
    const request = newRequest(version, payload, testing({ upTo: 'gone' }));
    expect(await getShard(request.runId).startRun(request)).toEqual({
      outcome: 'refused',
      message: 'The workflow has no step “gone” that a test could run.',
    });
  });
});
