import { abortAllDurableObjects } from 'cloudflare:test';
import type { ConnectorOperationStep } from '@portage/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, passHour, randomText, start, testEnv, until, untilDelayed } from '../../test/harness.ts';
import { failed, type StepContext, type StepHandler, type StepResult } from '../step-context/step-handler.ts';
import { stepHandlers } from './registry.ts';

/** What a connector step does, over a server's pages: `operationId` holds their addresses. */
const pagedStep: StepHandler<ConnectorOperationStep> = {
  actsOutside: () => true,
  run: (step, context) => fetchPage(step, 0, context),
  nextPage: (step, nextPage, context) => fetchPage(step, (nextPage as { page: number }).page, context),
  describe: (_step, values, { requestUrl }) => ({ ...(requestUrl ? { requestUrl } : {}), response: { body: values.Response } }),
};

async function fetchPage({ operationId }: ConnectorOperationStep, page: number, context: StepContext): Promise<StepResult> {
  const urls = JSON.parse(operationId ?? '[]') as string[];
  const requestUrl = urls[page] ?? '';
  const answer = await context.send({ method: 'GET', url: requestUrl, headers: {}, body: null, systemHeaders: {} });
  if (!answer.ok) return failed(answer.message);
  if (answer.status !== 200) return failed(`The server responded with ${answer.status}.`);
  const body = JSON.parse(new TextDecoder().decode(answer.body)) as { items: unknown[]; next?: number };
  const next = body.next ?? (page + 1 < urls.length ? page + 1 : null);
  return {
    outcome: { kind: 'succeeded' },
    values: { Response: body, ResponseHttpStatusCode: answer.status },
    nextPage: next === null ? null : { page: next },
    detail: { requestUrl },
  };
}

const built = stepHandlers.ConnectorOperation;
beforeAll(() => {
  stepHandlers.ConnectorOperation = pagedStep;
});
afterAll(() => {
  stepHandlers.ConnectorOperation = built;
});

/** A server with these pages, which counts its calls by page. */
function serve(pages: { items: unknown[]; next?: number }[]) {
  const key = randomText();
  const urls = pages.map((page, at) => {
    const query = new URLSearchParams({ type: 'application/json', base64: btoa(JSON.stringify(page)) });
    return `${testEnv.TARGET}/answer/${key}-${at + 1}?${query}`;
  });
  const fetched = async () =>
    (await Promise.all(pages.map((_page, at) => callsTo(`/answer/${key}-${at + 1}`)))).map((calls) => calls.length);
  return { list: { stepId: 'list', type: 'ConnectorOperation' as const, useAutoPaging: true, operationId: JSON.stringify(urls) }, fetched };
}

const loop = (extra: object = {}) => ({
  stepId: 'Loop for list',
  type: 'Loop' as const,
  description: 'This step will contain iterated DataItem from Step : list',
  listContextDataEntityName: '$Steps["list"].Response.items',
  loopFirstStepId: 'body',
  pagedItemsLimit: 10,
  ...extra,
});
const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const body = script('body', 'const { CurrentItem, CurrentIndex } = Steps["Loop for list"]; return [CurrentItem, CurrentIndex]', {
  nextStepId: null,
});

async function results(runId: string, name: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const step of await allSteps(runId)) {
    if (step.name === name) found.push((await getShard(runId).getStepInstance(runId, step.id))?.stepData?.response?.body);
  }
  return found;
}

describe('a loop over a step with auto paging', () => {
  test('goes through all pages in order, fetches each when it’s due, and every step sees and shows its own item', async () => {
    const { list, fetched } = serve([{ items: ['a', 'b'] }, { items: [] }, { items: ['c'] }]);
    const after = script('after', 'return Steps["list"].Response.items');
    const { runId } = await start(chain(list, loop({ nextStepId: 'after' }), body, after));
    expect((await until(runId)).errorMessage).toBeNull();
    expect((await allSteps(runId)).map(({ name, path }) => `${name} ${path}`)).toEqual([
      'start start',
      'list list',
      'Loop for list Loop for list',
      'body Loop for list[0]/body',
      'body Loop for list[1]/body',
      'list Loop for list%page2',
      'list Loop for list%page3',
      'body Loop for list[2]/body',
      'after after',
    ]);
    expect(await results(runId, 'body')).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    // Outside the loop the step's own result applies.
    expect(await results(runId, 'after')).toEqual([['a', 'b']]);
    expect(await fetched()).toEqual([1, 1, 1]);
    const shard = getShard(runId);
    expect((await shard.getStepInstance(runId, '7'))?.stepData?.currentItem).toBe('c');
    expect((await shard.getStepContext(runId, '7'))?.steps).toMatchObject({
      'Loop for list': { CurrentItem: 'c', CurrentIndex: 2 },
      list: { Response: { items: ['a', 'b'] } },
    });
    expect((await shard.getStepInstance(runId, '6'))?.stepData).toMatchObject({
      requestUrl: expect.stringContaining('-3'),
      response: { body: { items: ['c'] } },
    });
  });

  test('reports an incomplete list to later steps, even across a crash, and a new list resets that', async () => {
    const { list } = serve([{ items: ['a'] }, { items: ['b'] }]);
    const urls = JSON.parse(list.operationId) as string[];
    const cut = { ...list, operationId: JSON.stringify([urls[0], `${testEnv.TARGET}/status/500/x`]), continueOnFailure: true };
    const look = 'const { list } = Steps; return [list.Error ?? null, list.Response.items, Steps["Loop for list"].Error ?? null]';
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours' };
    const { runId } = await start(chain(cut, loop({ nextStepId: 'now' }), body, script('now', look), wait, script('later', look)));
    await until(runId, ['Delayed']);
    await abortAllDurableObjects();
    await passHour(runId);
    expect((await until(runId)).errorMessage).toBeNull();
    const error = 'The list is not complete: page 2 could not be fetched. The server responded with 500.';
    const seen = [[error, ['a'], error]];
    expect(await results(runId, 'now')).toEqual(seen);
    expect(await results(runId, 'later')).toEqual(seen);
    const steps = await allSteps(runId);
    expect(steps.find(({ path }) => path === 'Loop for list')).toMatchObject({ status: 'Succeeded', errorMessage: error });
    const context = await getShard(runId).getStepContext(runId, steps.at(-1)?.id ?? '');
    expect(context?.steps).toMatchObject({ list: { Error: error } });
  });

  test('iterates no more than pagedItemsLimit items and fetches no page beyond them', async () => {
    const { list, fetched } = serve([{ items: [1, 2] }, { items: [3, 4] }, { items: [5, 6] }]);
    const { runId } = await start(chain(list, loop({ pagedItemsLimit: 3, nextStepId: null }), body));
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await results(runId, 'body')).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(await fetched()).toEqual([1, 1, 0]);
  });

  test('without that limit, iterates what the step itself returned', async () => {
    const { list, fetched } = serve([{ items: [1, 2] }, { items: [3] }]);
    const { runId } = await start(chain(list, loop({ pagedItemsLimit: null, nextStepId: null }), body));
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await results(runId, 'body')).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(await fetched()).toEqual([1, 0]);
  });

  test('starts from the beginning when a second loop uses the same step', async () => {
    const { list, fetched } = serve([{ items: [1] }, { items: [2] }]);
    const second = { ...loop({ nextStepId: null }), stepId: 'again', loopFirstStepId: 'other' };
    const other = script('other', 'return Steps["again"].CurrentItem', { nextStepId: null });
    const { runId } = await start(chain(list, loop({ nextStepId: 'again' }), { ...body }, second, other));
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await results(runId, 'other')).toEqual([1, 2]);
    expect(await fetched()).toEqual([1, 2]);
  });

  test('HOSTILE 1: continues where it was after its object ends, and fetches no page twice', async () => {
    const { list, fetched } = serve([{ items: ['a'] }, { items: ['b', 'c'] }, { items: ['d'] }]);
    const wait = { stepId: 'body', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours', nextStepId: 'say' };
    const say = script('say', 'const { CurrentItem, CurrentIndex } = Steps["Loop for list"]; return [CurrentItem, CurrentIndex]', {
      nextStepId: null,
    });
    const { runId } = await start(chain(list, loop({ nextStepId: null }), wait, say));
    for (const at of [0, 1, 2, 3]) {
      await untilDelayed(runId, `Loop for list[${at}]/body`);
      await abortAllDurableObjects();
      await passHour(runId);
    }
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await results(runId, 'say')).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ]);
    expect(await fetched()).toEqual([1, 1, 1]);
  });

  test('fails the run if a page cannot be fetched, and the run can be continued there', async () => {
    const { list } = serve([{ items: [1] }]);
    const urls = JSON.parse(list.operationId) as string[];
    const path = `/flaky/1/${randomText()}`;
    const broken = { ...list, operationId: JSON.stringify([...urls, testEnv.TARGET + path]) };
    const found = '$Steps["list"].Response.items';
    const { runId, shard } = await start(chain(broken, loop({ listContextDataEntityName: found, nextStepId: null }), body));
    expect(await until(runId)).toMatchObject({ status: 'Failed', errorMessage: 'The server responded with 503.' });
    expect(await shard.continueRun(runId)).toMatchObject({ isSuccess: true });
    // The server then responds without a list.
    expect(await until(runId)).toMatchObject({ errorMessage: expect.stringContaining('is not a list on a later page') });
    expect(await callsTo(path)).toHaveLength(2);
    expect(await results(runId, 'body')).toEqual([[1, 0]]);
  });

  test('does not stay busy forever with a server that always names the same next page', async () => {
    const { list } = serve([{ items: [1] }, { items: [], next: 1 }]);
    const { runId } = await start(chain(list, loop({ nextStepId: null }), body));
    expect(await until(runId)).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('has just been fetched') });
  });
});
