import { abortAllDurableObjects } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, passHour, start, until } from '../../test/harness.ts';
import { oddPages } from '../../test/odd-pages.ts';
import { finish, makeCrm, operation, script } from '../../test/operation-harness.ts';

const loop = (limit: number | null, extra: object = {}) => ({
  stepId: 'Loop for call',
  type: 'Loop' as const,
  listContextDataEntityName: '$Steps["call"].Response',
  loopFirstStepId: 'body',
  ...(limit === null ? {} : { pagedItemsLimit: limit }),
  ...extra,
});
const body = script('body', 'return Number(Steps["Loop for call"].CurrentItem.id)', { nextStepId: null });
const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function seen(runId: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const step of await allSteps(runId)) {
    if (step.name === 'body') found.push((await getShard(runId).getStepInstance(runId, step.id))?.stepData?.response?.body);
  }
  return found;
}

const STYLES = [
  ['GET /by-page', ['/by-page?limit=10', '/by-page?limit=10&page=2', '/by-page?limit=10&page=3']],
  ['GET /by-offset', ['/by-offset?limit=10', '/by-offset?limit=10&offset=10', '/by-offset?limit=10&offset=20']],
  ['GET /by-cursor', ['/by-cursor?limit=10', '/by-cursor?limit=10&after=10', '/by-cursor?limit=10&after=20']],
  ['GET /by-link', ['/by-link', '/by-link?from=10', '/by-link?from=20']],
  ['GET /by-next-url', ['/by-next-url', '/by-next-url?from=10', '/by-next-url?from=20']],
  ['POST /graphql#orders', ['/graphql', '/graphql', '/graphql']],
  ['POST /search', ['/search', '/search', '/search']],
] as const;

describe('a paged list in a loop (ENG-16, STEP-48)', () => {
  test.each(STYLES)('%s: returns every item once and in order', async (id, paths) => {
    const { connectorId, calls } = await makeCrm();
    const list = operation(connectorId, id, id === 'POST /search' ? { 'body.after': '0' } : {}, {
      useAutoPaging: true,
      pagedItemsLimit: 100,
    });
    const { run, runId } = await finish([list, loop(100, { nextStepId: null }), body]);
    expect(run.errorMessage).toBeNull();
    expect(await seen(runId)).toEqual(ids(25));
    const made = await calls();
    expect(made.map(({ path }) => path)).toEqual(paths);
    // Later pages are different calls, so they have their own keys.
    const keys = made.flatMap(({ method, headers }) => (method === 'GET' ? [] : [headers['idempotency-key']]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('requests no more than Max Items, and each page only when its first item is due', async () => {
    const { connectorId, calls } = await makeCrm();
    const list = operation(connectorId, 'GET /by-cursor', {}, { useAutoPaging: true, pagedItemsLimit: 12 });
    const stop = { stepId: 'body', type: 'Branch' as const, nextStepId: null, conditionGroups: [] as object[] };
    stop.conditionGroups = [
      {
        name: 'ten',
        nextStepId: 'end',
        conditions: [{ leftExpression: '$Steps["Loop for call"].CurrentItem.id', operator: 'Equals', rightExpression: '10' }],
      },
    ];
    const end = { stepId: 'end', type: 'EndStep' as const, endStepScope: 'Loop' };
    expect((await finish([list, loop(12, { nextStepId: null }), stop, end])).run.errorMessage).toBeNull();
    expect((await calls()).map(({ path }) => path)).toEqual(['/by-cursor?limit=10']);

    const other = await makeCrm();
    const all = operation(other.connectorId, 'GET /by-cursor', {}, { useAutoPaging: true, pagedItemsLimit: 12 });
    const { runId } = await finish([all, loop(12, { nextStepId: null }), body]);
    expect(await seen(runId)).toEqual(ids(12));
    expect(await other.calls()).toHaveLength(2);

    const few = await makeCrm();
    const five = operation(few.connectorId, 'GET /by-page', {}, { useAutoPaging: true, pagedItemsLimit: 5 });
    expect(await seen((await finish([five, loop(5, { nextStepId: null }), body])).runId)).toEqual(ids(5));
    expect((await few.calls()).map(({ path }) => path)).toEqual(['/by-page?limit=5']);
  });

  test('HOSTILE 1: continues in the middle of a page after its object ends, and fetches no page twice', async () => {
    const { connectorId, calls } = await makeCrm();
    const list = operation(connectorId, 'GET /by-link', {}, { useAutoPaging: true, pagedItemsLimit: 100 });
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours', nextStepId: null };
    const branch = {
      stepId: 'body',
      type: 'Branch' as const,
      nextStepId: 'say',
      conditionGroups: [
        {
          name: 'eleven',
          nextStepId: 'wait',
          conditions: [{ leftExpression: '$Steps["Loop for call"].CurrentItem.id', operator: 'Equals', rightExpression: '13' }],
        },
      ],
    };
    const say = script('say', 'return Steps["Loop for call"].CurrentItem.id', { nextStepId: null });
    const { runId } = await start(chain(list, loop(100, { nextStepId: null }), branch, wait, say));
    await until(runId, ['Delayed']);
    await abortAllDurableObjects();
    await passHour(runId);
    expect((await until(runId)).errorMessage).toBeNull();
    expect((await allSteps(runId)).filter(({ name }) => name === 'say')).toHaveLength(25);
    expect((await calls()).map(({ path }) => path)).toEqual(['/by-link', '/by-link?from=10', '/by-link?from=20']);
  });

  test('HOSTILE 22: never requests a next page on another host, unless none of it is needed anyway', async () => {
    const { connectorId } = await makeCrm();
    const list = (limit: number) => operation(connectorId, 'GET /foreign-next', {}, { useAutoPaging: true, pagedItemsLimit: limit });
    const { run } = await finish([list(10), loop(10, { nextStepId: null }), body]);
    expect(run.errorMessage).toMatch(/^The response names a next page at evil\.example; only 127\.0\.0\.1:\d+ may be called\.$/);
    const { runId } = await finish([list(2), loop(2, { nextStepId: null }), body]);
    expect(await seen(runId)).toEqual([1, 2]);
    expect((await finish([list(10)])).run.errorMessage).toContain('evil.example');
  });

  test('neither stores nor repeats a key that the system writes into its next address', async () => {
    const { connectorId, calls } = await makeCrm({
      type: { additionalData: { connection: { authParameters: [{ in: 'query', name: 'api_key', template: '{apiKey}' }] } } },
    });
    const list = operation(connectorId, 'GET /by-next-url', {}, { useAutoPaging: true, pagedItemsLimit: 100 });
    const { run, runId, data } = await finish([list, loop(100, { nextStepId: null }), body]);
    expect(run.errorMessage).toBeNull();
    expect(await seen(runId)).toEqual(ids(25));
    expect((await calls()).map(({ path }) => path)).toEqual([
      '/by-next-url?api_key=sk_live_4242424242',
      '/by-next-url?from=10&api_key=sk_live_4242424242',
      '/by-next-url?from=20&api_key=sk_live_4242424242',
    ]);
    expect(JSON.stringify(await data('call'))).not.toContain('sk_live_4242424242');
  });
});

describe('a paged list outside a loop', () => {
  test.each(STYLES)('%s: returns all items up to Max Items in place of the response’s list', async (id) => {
    const { connectorId, calls } = await makeCrm();
    const list = operation(connectorId, id, id === 'POST /search' ? { 'body.after': '0' } : {}, {
      useAutoPaging: true,
      pagedItemsLimit: 22,
    });
    const { run, data } = await finish([list, script('later', 'return JSON.stringify(Steps["call"].Response).match(/"id"/g).length')]);
    expect(run.errorMessage).toBeNull();
    expect((await data('later'))?.response?.body).toBe(22);
    expect(await calls()).toHaveLength(3);
    expect(await data('call')).toMatchObject({ log: '3 pages, 22 items.' });
  });

  test('defaults Max Items to 10 (STEP-50), and returns the page as it is without auto paging', async () => {
    const { connectorId } = await makeCrm();
    const count = script('later', 'return Steps["call"].Response.length');
    const ten = await finish([operation(connectorId, 'GET /by-offset', {}, { useAutoPaging: true }), count]);
    expect((await ten.data('later'))?.response?.body).toBe(10);
    const page = await finish([operation(connectorId, 'GET /by-offset', { 'query.limit': '7' }), count]);
    expect((await page.data('later'))?.response?.body).toBe(7);
  });

  test('a loop without a limit iterates everything that the step returned', async () => {
    const { connectorId } = await makeCrm();
    const list = operation(connectorId, 'GET /by-next-url', {}, { useAutoPaging: true, pagedItemsLimit: 23 });
    const { run, runId } = await finish([list, loop(null, { nextStepId: null }), body]);
    expect(run.errorMessage).toBeNull();
    expect(await seen(runId)).toEqual(ids(23));
  });

  test('ENG-25: stops when the run has used up its time; a loop’s pages count as steps', async () => {
    const { connectorId } = await makeCrm();
    const slow = operation(connectorId, 'GET /slow-pages', {}, { useAutoPaging: true, pagedItemsLimit: 1_000 });
    const { run } = await finish([slow], {}, {}, { quota: { maxSteps: null, maxSeconds: 1 } });
    expect(run.errorMessage).toContain('takes longer than 1 second,');
    const list = operation(connectorId, 'GET /by-link', {}, { useAutoPaging: true, pagedItemsLimit: 1_000 });
    // The trigger, the list, the loop and ten items are 13 steps; the second page is one more.
    const counted = await finish([list, loop(1_000, { nextStepId: null }), body], {}, {}, { quota: { maxSteps: 13, maxSeconds: null } });
    expect(counted.run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('more than 13 steps') });
  });

  test('a server with endless pages does not keep a run busy forever, inside or outside a loop', async () => {
    const { connectorId, calls } = await makeCrm();
    const list = operation(connectorId, 'GET /same-cursor', {}, { useAutoPaging: true, pagedItemsLimit: 5 });
    const message = 'The list returned 100 empty pages in a row.';
    expect((await finish([list])).run.errorMessage).toBe(message);
    expect(await calls()).toHaveLength(101);
    expect((await finish([list, loop(5, { nextStepId: null }), body])).run.errorMessage).toBe(message);
  });

  test('a step tested alone also returns all its items', async () => {
    const { connectorId } = await makeCrm();
    const list = operation(connectorId, 'GET /by-page', {}, { useAutoPaging: true, pagedItemsLimit: 15 });
    const { data } = await finish([list], {}, {}, { startedByHand: true, isTest: true });
    expect((await data('call'))?.response?.body).toMatchObject({ items: { length: 15 } });
  });
});

describe('HOSTILE 47: a page without its list', () => {
  const auto = { useAutoPaging: true, pagedItemsLimit: 100 };
  const listing = (connectorId: string, id: string) => operation(connectorId, id, id === 'POST /search' ? { 'body.after': '0' } : {}, auto);
  const odd = oddPages['an error object'] as { text: string };

  test.each(STYLES)('%s: fails the step and the loop as the first, a middle or the last page', async (id) => {
    for (const read of [1, 2, 3]) {
      for (const rest of [[], [loop(100, { nextStepId: null }), body]]) {
        const { connectorId, answerOddly } = await makeCrm();
        await answerOddly({ ...odd, read });
        const { run } = await finish([listing(connectorId, id), ...rest]);
        expect(run).toMatchObject({ status: 'Failed' });
        // A GraphQL server's own error is reported as such.
        expect(run.errorMessage).toMatch(
          id.startsWith('POST /graphql') ? /GraphQL/ : new RegExp(`^Page ${read} of ${id} isn't what its document declares`),
        );
      }
    }
  });

  test.each(Object.entries(oddPages))('%s doesn’t end a list', async (_name, page) => {
    const { connectorId, answerOddly } = await makeCrm();
    await answerOddly({ ...page, read: 2 });
    const { run, data } = await finish([listing(connectorId, 'GET /by-cursor')]);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining("isn't what its document declares") });
    expect((await data('call'))?.response).toMatchObject({ responseHttpStatusCode: page.status ?? 200 });
  });

  test('a step that retries requests such a page again', async () => {
    const { connectorId, answerOddly, calls } = await makeCrm();
    await answerOddly({ ...odd, read: 1 });
    const list = operation(connectorId, 'GET /by-cursor', {}, { ...auto, useRetry: true });
    expect((await finish([list])).run.errorMessage).toBeNull();
    expect(await calls()).toHaveLength(4);
  });

  test('a loop without steps reads all pages, and fails if one of them does', async () => {
    const empty = loop(100, { loopFirstStepId: null, nextStepId: null });
    const whole = await makeCrm();
    expect((await finish([listing(whole.connectorId, 'GET /by-cursor'), empty])).run.errorMessage).toBeNull();
    expect(await whole.calls()).toHaveLength(3);
    const broken = await makeCrm();
    await broken.answerOddly({ ...odd, read: 3 });
    expect((await finish([listing(broken.connectorId, 'GET /by-cursor'), empty])).run.status).toBe('Failed');
  });

  test('without auto paging any response is accepted', async () => {
    const { connectorId, answerOddly } = await makeCrm();
    await answerOddly({ ...odd, read: 1 });
    expect((await finish([operation(connectorId, 'GET /by-cursor')])).run.errorMessage).toBeNull();
  });
});
