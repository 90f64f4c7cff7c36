import { abortAllDurableObjects } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, passHour, start, until, untilDelayed } from '../../test/harness.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({
  stepId,
  type: 'CustomScript' as const,
  script: text,
  nextStepId: null,
  ...extra,
});
const loop = (stepId: string, collection: string, body: string | null, resultExpression: string, extra: object = {}) => ({
  stepId,
  type: 'Loop' as const,
  listContextDataEntityName: collection,
  loopFirstStepId: body,
  resultExpression,
  nextStepId: null,
  ...extra,
});
const end = (stepId: string, endStepScope: string) => ({ stepId, type: 'EndStep' as const, endStepScope, nextStepId: null });
const when = (stepId: string, left: string, right: string, then: string, nextStepId: string | null) => ({
  stepId,
  type: 'Branch' as const,
  conditionGroups: [
    {
      name: 'Yes',
      nextStepId: then,
      conditions: [{ leftExpression: left, rightExpression: right, operator: 'Equals' as const, conjunction: 'None' as const }],
    },
  ],
  nextStepId,
});
const each = (body: string | null, result: string, extra: object = {}) =>
  loop('each', '$Steps["start"].Payload.items', body, result, { nextStepId: 'see', ...extra });
const see = script('see', 'return Steps["each"].Results');

async function readStepBody(runId: string, name: string): Promise<unknown> {
  const record = (await allSteps(runId)).findLast((step) => step.name === name);
  return (await getShard(runId).getStepInstance(runId, record?.id ?? ''))?.stepData?.response?.body;
}

async function collected(steps: Parameters<typeof chain>, payload: unknown) {
  const { runId } = await start(chain(...steps), payload);
  const { status, errorMessage } = await until(runId);
  return { runId, status, errorMessage, results: await readStepBody(runId, 'see') };
}

describe('the results of a loop', () => {
  test('are a value at the end of each iteration, in order, for expressions and scripts', async () => {
    const price = script('price', 'return { id: Steps["each"].CurrentItem * 2 }');
    const store = {
      stepId: 'see',
      type: 'CustomScript' as const,
      script: 'return Steps["each"].Results.map((r) => r.id)',
      nextStepId: null,
    };
    expect((await collected([each('price', '$Steps["price"].Response'), price, store], { items: [3, 1, 2] })).results).toEqual([6, 2, 4]);
    const again = loop('again', '$Steps["each"].Results', null, '$Steps["again"].CurrentItem.id', { nextStepId: 'see' });
    const last = script('see', 'return Steps["again"].Results');
    expect(
      (await collected([each('price', '$Steps["price"].Response', { nextStepId: 'again' }), price, again, last], { items: [3, 1] }))
        .results,
    ).toEqual([6, 2]);
  });

  test('are an empty list for an empty loop, and the items as chosen for a loop without steps', async () => {
    expect((await collected([each('body', '$Steps["body"].Response'), script('body', 'return 1'), see], { items: [] })).results).toEqual(
      [],
    );
    expect((await collected([each(null, '$Steps["each"].CurrentItem.n'), see], { items: [{ n: 1 }, {}, { n: 3 }] })).results).toEqual([
      1,
      null,
      3,
    ]);
  });

  test('hold null for an iteration that failed, so each result keeps its item’s position', async () => {
    const body = script('body', 'if (Steps["each"].CurrentItem === 2) throw new Error("no"); return Steps["each"].CurrentItem');
    const run = await collected([each('body', '$Steps["body"].Response', { continueOnFailure: true }), body, see], { items: [1, 2, 3] });
    expect(run).toMatchObject({ status: 'Succeeded', results: [1, null, 3] });
  });

  test('hold nothing from an earlier iteration if an iteration did not run the step', async () => {
    const steps = [
      each('odd?', '$Steps["odd"].Response'),
      when('odd?', '$Steps["each"].CurrentItem.isOdd', 'true', 'odd', null),
      script('odd', 'return Steps["each"].CurrentItem.n'),
      see,
    ] as const;
    const items = [{ n: 1, isOdd: 'true' }, { n: 2 }, { n: 3, isOdd: 'true' }, { n: 4 }];
    expect((await collected([...steps], { items })).results).toEqual([1, null, 3, null]);
  });

  test('have an entry for an iteration that an End step cut short, and none for iterations that never ran', async () => {
    const steps = (scope: string) =>
      [
        each('note', '$Steps["note"].Response'),
        script('note', 'return Steps["each"].CurrentItem.n', { nextStepId: 'stop?' }),
        when('stop?', '$Steps["each"].CurrentItem.stop', 'true', 'stop', 'late'),
        end('stop', scope),
        script('late', 'return 1'),
        see,
      ] as const;
    const items = [{ n: 1 }, { n: 2, stop: 'true' }, { n: 3 }];
    expect((await collected([...steps('LoopIteration')], { items })).results).toEqual([1, 2, 3]);
    expect((await collected([...steps('Loop')], { items })).results).toEqual([1, 2]);
  });

  test('belong to the newest iteration of the outer loop in nested loops', async () => {
    const outer = loop('outer', '$Steps["start"].Payload.rows', 'each', '$Steps["each"].Results', { nextStepId: 'see' });
    const inner = loop('each', '$Steps["outer"].CurrentItem', 'body', '$Steps["body"].Response');
    const body = script('body', 'return Steps["each"].CurrentItem + 1');
    const last = script('see', 'return Steps["outer"].Results');
    expect((await collected([outer, inner, body, last], { rows: [[1, 2], [], [3]] })).results).toEqual([[2, 3], [], [4]]);
  });

  test('survive the end of the object in an iteration, between iterations and after the loop', async () => {
    const wait = (stepId: string, nextStepId: string | null) => ({
      stepId,
      type: 'DelayStep' as const,
      delayValue: 1,
      delayType: 'Hours',
      nextStepId,
    });
    const steps = [
      each('body', '$Steps["body"].Response', { nextStepId: 'rest' }),
      script('body', 'return Steps["each"].CurrentItem * 10', { nextStepId: 'pause' }),
      wait('pause', null),
      wait('rest', 'see'),
      see,
    ] as const;
    const { runId } = await start(chain(...steps), { items: [1, 2, 3] });
    for (const path of ['each[0]/pause', 'each[1]/pause', 'each[2]/pause', 'rest']) {
      await untilDelayed(runId, path);
      await abortAllDurableObjects();
      await passHour(runId);
    }
    expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
    expect(await readStepBody(runId, 'see')).toEqual([10, 20, 30]);
  });

  test('are refused with a message if they exceed the size of a value, and a run continues at the iteration that failed', async () => {
    const big = script('body', 'return "x".repeat(6_000_000)');
    const run = await collected([each('body', '$Steps["body"].Response'), big, see], { items: [1, 2, 3] });
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('The results of this loop are larger than') });
  });

  test('are shown in the run: each iteration with its value, the loop with its list', async () => {
    const { runId } = await collected([each('body', '$Steps["body"].Response'), script('body', 'return 7'), see], { items: [1, 2] });
    expect((await allSteps(runId)).map(({ path }) => path)).toEqual([
      'start',
      'each',
      'each[0]/body',
      'each[0]/%result',
      'each[1]/body',
      'each[1]/%result',
      'each%results',
      'see',
    ]);
    expect(await readStepBody(runId, 'each')).toEqual([7, 7]);
    const context = await getShard(runId).getStepContext(runId, (await allSteps(runId)).at(-1)?.id ?? '');
    expect(context?.steps.each).toEqual({ Results: [7, 7] });
  });

  test('cost nothing in a loop without Collect: it has no extra records, and its steps see no Results', async () => {
    const plain = { ...each('body', ''), resultExpression: null };
    const { runId, results } = await collected(
      [plain, script('body', 'return 1'), script('see', 'return Steps["each"].Results ?? "none"')],
      { items: [1, 2] },
    );
    expect(results).toBe('none');
    expect((await allSteps(runId)).map(({ path }) => path)).toEqual(['start', 'each', 'each[0]/body', 'each[1]/body', 'see']);
  });
});
