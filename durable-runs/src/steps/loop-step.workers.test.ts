import { abortAllDurableObjects } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, passHour, start, until } from '../../test/harness.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({
  stepId,
  type: 'CustomScript' as const,
  script: text,
  nextStepId: null,
  ...extra,
});
const loop = (stepId: string, collection: string, body: string, extra: object = {}) => ({
  stepId,
  type: 'Loop' as const,
  listContextDataEntityName: collection,
  loopFirstStepId: body,
  nextStepId: null,
  ...extra,
});

async function finish(steps: Parameters<typeof chain>, payload: unknown) {
  const { runId } = await start(chain(...steps), payload);
  const run = await until(runId);
  const steps_ = await allSteps(runId);
  const results = async (name: string) => {
    const found: unknown[] = [];
    for (const step of steps_) {
      if (step.name === name) found.push((await getShard(runId).getStepInstance(runId, step.id))?.stepData?.response?.body ?? step.status);
    }
    return found;
  };
  return { run, paths: steps_.map(({ path, status }) => `${path} ${status}`), results };
}

const orders = {
  orders: [
    { id: 1, lines: ['a', 'b'] },
    { id: 2, lines: [] },
    { id: 3, lines: ['c'] },
  ],
};
const outer = (extra: object = {}) => loop('order', '$Steps["start"].Payload.orders', 'line', extra);
const inner = (extra: object = {}) => loop('line', '$Steps["order"].CurrentItem.lines', 'say', extra);

describe('nested loops', () => {
  test('give each step its position in every surrounding loop, outermost first', async () => {
    const { runId } = await start(
      chain(outer(), inner(), script('say', 'if (Steps["line"].CurrentItem === "c") throw new Error("no")')),
      orders,
    );
    expect((await until(runId)).status).toBe('Failed');
    const failed = (await allSteps(runId)).find(({ status, name }) => status === 'Failed' && name === 'say');
    const { stepData } = (await getShard(runId).getStepInstance(runId, failed?.id ?? '')) ?? {};
    expect(stepData).toMatchObject({
      currentItem: 'c',
      loops: [
        { name: 'order', index: 2, count: 3, item: { id: 3, lines: ['c'] } },
        { name: 'line', index: 0, count: 1, item: 'c' },
      ],
    });
  });

  test('see the items of all surrounding loops, in order', async () => {
    const say = script(
      'say',
      'return Steps["order"].CurrentItem.id + Steps["line"].CurrentItem + Steps["order"].CurrentIndex + Steps["line"].CurrentIndex',
    );
    const { run, results } = await finish([outer(), inner(), say], orders);
    expect(run.errorMessage).toBeNull();
    expect(await results('say')).toEqual(['1a00', '1b01', '3c20']);
  });

  test('continue with the next item of the innermost loop that continues on error', async () => {
    const say = script('say', 'if (Steps["line"].CurrentItem === "a") throw new Error("no a"); return Steps["line"].CurrentItem');
    const innerContinues = await finish([outer(), inner({ continueOnFailure: true }), say], orders);
    expect(innerContinues.run.status).toBe('Succeeded');
    expect(await innerContinues.results('say')).toEqual(['Failed', 'b', 'c']);
    const outerContinues = await finish([outer({ continueOnFailure: true }), inner(), say], orders);
    expect(outerContinues.run.status).toBe('Succeeded');
    expect(await outerContinues.results('say')).toEqual(['Failed', 'c']);
    expect(outerContinues.paths).toContain('order[0]/line Failed');
    const none = await finish([outer(), inner(), say], orders);
    expect(none.run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('no a') });
  });

  test('fail the inner loop if its collection isn’t a list, and the outer loop may continue', async () => {
    const broken = { orders: [{ lines: 'text' }, { lines: ['x'] }] };
    const say = script('say', 'return Steps["line"].CurrentItem');
    const { run, results } = await finish([outer({ continueOnFailure: true }), inner(), say], broken);
    expect(run.status).toBe('Succeeded');
    expect(await results('say')).toEqual(['x']);
  });

  test('leave the error of a loop that could not begin for later steps, even after the object ends', async () => {
    const list = loop('each', '$Steps["start"].Payload.none', 'say', { continueOnFailure: true, nextStepId: 'see' });
    const say = script('say', 'return 1');
    const see = (stepId: string, nextStepId: string | null) => script(stepId, 'return Steps["each"].Error', { nextStepId });
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours', nextStepId: 'later' };
    const { runId } = await start(chain(list, say, see('see', 'wait'), wait, see('later', null)), {});
    await until(runId, ['Delayed']);
    await abortAllDurableObjects();
    await passHour(runId);
    expect((await until(runId)).errorMessage).toBeNull();
    for (const { id, name } of await allSteps(runId)) {
      if (name !== 'see' && name !== 'later') continue;
      const body = (await getShard(runId).getStepInstance(runId, id))?.stepData?.response?.body;
      expect(body, name).toContain('is not a list: it has no value');
    }
  });

  test('are each limited by their own pagedItemsLimit', async () => {
    const say = script('say', 'return Steps["line"].CurrentItem');
    const { results } = await finish([outer({ pagedItemsLimit: 2 }), inner({ pagedItemsLimit: 1 }), say], orders);
    expect(await results('say')).toEqual(['a']);
  });

  test('end what an End step names: the iteration, the innermost loop, or the workflow', async () => {
    const end = (endStepScope: string) => ({ stepId: 'say', type: 'EndStep' as const, endStepScope, nextStepId: null });
    const pathsOf = async (scope: string) =>
      (await finish([outer({ nextStepId: 'after' }), inner(), end(scope), script('after', 'return 1')], orders)).paths;
    const iterations = [
      'order[0]/line[0]/say Succeeded',
      'order[0]/line[1]/say Succeeded',
      'order[2]/line[0]/say Succeeded',
      'after Succeeded',
    ];
    const only = (paths: string[]) => paths.filter((path) => /say|after/.test(path));
    expect(only(await pathsOf('LoopIteration'))).toEqual(iterations);
    expect(only(await pathsOf('Loop'))).toEqual(iterations.filter((path) => !path.includes('line[1]')));
    expect(only(await pathsOf('Workflow'))).toEqual(iterations.slice(0, 1));
  });

  test('give later steps the message of a tolerated failure, and none once the step succeeds', async () => {
    const call = {
      stepId: 'call',
      type: 'HttpRequest' as const,
      url: '$Steps["order"].CurrentItem.url',
      continueOnFailure: true,
      nextStepId: 'see',
    };
    const see = script('see', 'return Steps["call"].Error ?? "none"');
    const list = loop('order', '$Steps["start"].Payload', 'call');
    const { run, results } = await finish([list, call, see], [{ url: 'ftp://x.example/' }, { url: 'http://x/${' }]);
    expect(run.status).toBe('Succeeded');
    expect(await results('see')).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    expect(await results('see')).not.toContain('none');
  });
});
