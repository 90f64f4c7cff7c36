import { abortAllDurableObjects } from 'cloudflare:test';
import { makeRunId } from '@portage/contracts';
import { connectHttp, connectPool } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import type { WorkflowStep } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  allSteps,
  chain,
  getShard,
  newRequest,
  newVersion,
  passHour,
  randomText,
  sleep,
  start,
  testEnv,
  until,
} from '../../test/harness.ts';
import { postgresWorkflowData } from './postgres-workflow-data.ts';

const port = postgresWorkflowData(() => connectHttp(testEnv), sleep);

interface Row extends Record<string, unknown> {
  key: string;
  value: string;
  expires_at: string | null;
}

async function readRows(workflowId: string): Promise<Row[]> {
  const query = sql`select key, value::text as value, expires_at::text as expires_at from workflow_data where workflow_id = ${workflowId}::uuid order by key`;
  return (await connectHttp(testEnv).execute<Row>(query)).rows as Row[];
}

function store(
  stepId: string,
  dataStorageOperation: string,
  key: string,
  valueExpression: string | null,
  extra: object = {},
  expectedExpression: string | null = null,
) {
  const keyValues = [{ key, valueExpression, expectedExpression }];
  return { stepId, type: 'DataStorage' as const, dataStorageOperation, keyValues, ...extra } as const;
}
const create = (key: string, valueExpression: string, extra: object = {}) =>
  store(`create-${key}`, 'Create', key, valueExpression, { scope: 'Workflow', ...extra });

/** Starts runs of one workflow at the same moment, spread over all lanes, and waits until they end. */
async function runAll(steps: WorkflowStep[], workflowId: string, payloads: unknown[]) {
  const version = newVersion(steps, { workflowId });
  const started = payloads.map(async (payload, at) => {
    const runId = makeRunId(version.ownerUserId, Date.now(), at % 4, randomText());
    await getShard(runId).startRun(newRequest(version, payload, { runId, workflowId }));
    return until(runId);
  });
  return Promise.all(started);
}

const run = async (workflowId: string, ...steps: Parameters<typeof chain>) => (await runAll(chain(...steps), workflowId, [{}]))[0];

describe('data shared by a workflow’s runs', () => {
  test('concurrent runs lose no updates: each adds to the current value, in four objects at once', async () => {
    const workflowId = crypto.randomUUID();
    await run(workflowId, create('ids', ';'));
    const ids = Array.from({ length: 48 }, (_, at) => `id-${at}`);
    const add = chain(store('add', 'Update', 'ids', '${Data.ids}${Steps["start"].Payload};'));
    const runs = await runAll(add, workflowId, ids);
    expect(runs.map(({ errorMessage }) => errorMessage).filter(Boolean)).toEqual([]);
    const [row] = await readRows(workflowId);
    expect((JSON.parse(row?.value ?? '""') as string).split(';').filter(Boolean).sort()).toEqual([...ids].sort());
  });

  test('concurrent runs that add to a number and append to a list lose nothing, from the first write on', async () => {
    const workflowId = crypto.randomUUID();
    const ids = Array.from({ length: 24 }, (_, at) => `id-${String(at).padStart(2, '0')}`);
    const runs = await runAll(
      chain(store('count', 'Add', 'count', '1'), store('collect', 'Append', 'ids', '$Steps["start"].Payload')),
      workflowId,
      ids,
    );
    expect(runs.map(({ errorMessage }) => errorMessage).filter(Boolean)).toEqual([]);
    const rows = new Map((await readRows(workflowId)).map(({ key, value }) => [key, JSON.parse(value) as unknown]));
    expect(rows.get('count')).toBe('24');
    expect((rows.get('ids') as string[]).sort()).toEqual(ids);
  });

  test('only one of several concurrent compare-and-set runs succeeds, and the others fail naming the stored value', async () => {
    const workflowId = crypto.randomUUID();
    await run(workflowId, create('owner', 'nobody'));
    const claim = chain(store('claim', 'SetIf', 'owner', '$Steps["start"].Payload', {}, 'nobody'));
    const runs = await runAll(claim, workflowId, ['a', 'b', 'c', 'd']);
    const [row] = await readRows(workflowId);
    expect(runs.filter(({ status }) => status === 'Succeeded')).toHaveLength(1);
    expect(runs.map(({ errorMessage }) => errorMessage).filter(Boolean)).toEqual(
      Array.from({ length: 3 }, () => `The stored value "owner" is ${row?.value}, not "nobody", so it was not changed.`),
    );
  });

  test('sets a value only if nothing is stored under its key', async () => {
    const workflowId = crypto.randomUUID();
    const claim = store('claim', 'SetIf', 'first', 'x');
    expect(await run(workflowId, claim)).toMatchObject({ status: 'Succeeded' });
    expect(await run(workflowId, claim)).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('is "x", not empty') });
  });

  test('the message of a refused change quotes neither value of a key that names a secret', async () => {
    const workflowId = crypto.randomUUID();
    await run(workflowId, create('userPin', '7310'));
    for (const change of [store('claim', 'SetIf', 'userPin', 'x', {}, '4242'), store('claim', 'Add', 'userPin', 'q4242')]) {
      const { status, errorMessage } = (await run(workflowId, change)) ?? {};
      expect([status, errorMessage]).toEqual(['Failed', expect.stringContaining('[secret]')]);
      expect(errorMessage).not.toMatch(/7310|4242/);
    }
  });

  test('a key is an expression: each order has its own value, and a key that isn’t text stores nothing', async () => {
    const workflowId = crypto.randomUUID();
    const keep = chain(store('keep', 'Create', 'order-${Steps["start"].Payload}', '$Steps["start"].Payload', { scope: 'Workflow' }));
    await runAll(keep, workflowId, ['1', '2']);
    expect((await readRows(workflowId)).map(({ key }) => key)).toEqual(['order-1', 'order-2']);
    for (const [key, message] of [
      ['$Data.nothing', 'The key "$Data.nothing" doesn’t evaluate to text, so nothing was stored under it.'],
      ['${trim(" ")}', 'The key "${trim(" ")}" is empty, so nothing was stored under it.'],
      ['${Data.a}__proto__', '"__proto__" cannot be the name of a stored value.'],
    ] as const) {
      expect(await run(workflowId, store('keep', 'Create', key, 'x', { scope: 'Workflow' }))).toMatchObject({
        status: 'Failed',
        errorMessage: message,
      });
    }
    expect(await readRows(workflowId)).toHaveLength(2);
  });

  test.each([
    ['Add', 'text', '1', '"1" cannot be added to the stored value "k" ("text"): both must be numbers.'],
    ['Append', 'text', '1', 'The stored value "k" is not a list, so nothing could be appended.'],
  ])('%s to a value of another type fails and keeps the value', async (operation, present, value, message) => {
    const workflowId = crypto.randomUUID();
    await run(workflowId, create('k', present));
    expect(await run(workflowId, store('change', operation, 'k', value))).toMatchObject({ status: 'Failed', errorMessage: message });
    expect((await readRows(workflowId)).map((row) => JSON.parse(row.value))).toEqual([present]);
  });

  test('concurrent runs that create values under their own names keep them all', async () => {
    const workflowId = crypto.randomUUID();
    const names = Array.from({ length: 24 }, (_, at) => `k${String(at).padStart(2, '0')}`);
    const all = await Promise.all(names.map((name) => run(workflowId, create(name, `value of ${name}`))));
    expect(all.every((one) => one?.status === 'Succeeded')).toBe(true);
    expect((await readRows(workflowId)).map(({ key, value }) => [key, JSON.parse(value)])).toEqual(
      names.map((name) => [name, `value of ${name}`]),
    );
  });

  test('HOSTILE 1: a write repeated after a crash takes effect once, even if others wrote in between', async () => {
    const write = (writeKey: string) => ({ workflowId: crypto.randomUUID(), key: 'n', writeKey, nowMs: Date.now() });
    const first = write('run-a/step:0');
    const as = (writeKey: string) => ({ ...first, writeKey });
    await port.set(first, 1, null);
    const plusOne = (present: unknown) => (present as number) + 1;
    expect(await port.update(as('run-b/step:0'), plusOne, null, 'never')).toEqual({ value: 2 });
    expect(await port.update(as('run-c/step:0'), plusOne, null, 'never')).toEqual({ value: 3 });
    expect(await port.update(as('run-b/step:0'), plusOne, null, 'never')).toEqual({ value: 3 });
    await port.set(first, 1, null);
    expect((await port.load(first.workflowId, Date.now())).values.get('n')).toBe(3);
    // The list of remembered writes is bounded, and only its oldest are dropped.
    for (let at = 0; at < 70; at += 1) await port.update(as(`more-${at}:0`), plusOne, null, 'never');
    expect(await port.update(as('more-69:0'), plusOne, null, 'never')).toEqual({ value: 73 });
    expect(await port.update(as('run-b/step:0'), plusOne, null, 'never')).toEqual({ value: 74 });
  });

  test('HOSTILE 1: an update whose object ends while PostgreSQL is executing it takes effect once when the run continues', async () => {
    const workflowId = crypto.randomUUID();
    await run(workflowId, create('ids', ';'));
    await using pool = connectPool(testEnv);
    let ended: ReturnType<typeof run> | undefined;
    await pool.db.transaction(async (transaction) => {
      await transaction.execute(sql`select 1 from workflow_data where workflow_id = ${workflowId}::uuid for update`);
      ended = run(workflowId, store('add', 'Update', 'ids', '${Data.ids}once;'));
      // The statement has reached PostgreSQL and waits for the row.
      const waiting = sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%update workflow_data%'`;
      await expect.poll(async () => (await connectHttp(testEnv).execute(waiting)).rows).toEqual([{ n: 1 }]);
      await abortAllDurableObjects();
    });
    expect(await ended).toMatchObject({ status: 'Succeeded' });
    const [row] = await readRows(workflowId);
    expect(JSON.parse(row?.value ?? '""')).toBe(';once;');
  });

  test('an update and a removal find what another run stored after this run read the data', async () => {
    const workflowId = crypto.randomUUID();
    const look = { stepId: 'look', type: 'CustomScript' as const, script: 'return Object.keys($Data)' };
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours' };
    const update = store('update', 'Update', 'a', '${Data.a} and more');
    const { runId } = await start(chain(look, wait, update, store('remove', 'Delete', 'b', null)), {}, { workflowId }, { workflowId });
    await until(runId, ['Delayed']);
    await run(workflowId, create('a', 'first'), create('b', 'x'));
    await passHour(runId);
    expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
    expect((await readRows(workflowId)).map(({ key, value }) => [key, JSON.parse(value)])).toEqual([['a', 'first and more']]);
  });

  test('expires after 1 to 720 hours; an update keeps the expiry unless it sets one', async () => {
    const workflowId = crypto.randomUUID();
    await run(
      workflowId,
      create('for-ever', '1'),
      create('one', '1', { expirationInHours: 1 }),
      create('long', '1', { expirationInHours: 720 }),
    );
    const leftOf = (rows: Row[], key: string) => {
      const at = rows.find((row) => row.key === key)?.expires_at;
      return at ? (Date.parse(at) - Date.now()) / HOUR_MS : null;
    };
    const before = await readRows(workflowId);
    expect(leftOf(before, 'for-ever')).toBeNull();
    expect(leftOf(before, 'one')).toBeCloseTo(1, 1);
    expect(leftOf(before, 'long')).toBeCloseTo(720, 1);
    await run(workflowId, store('u1', 'Update', 'one', '2'), store('u2', 'Update', 'for-ever', '2', { expirationInHours: 5 }));
    const after = await readRows(workflowId);
    expect(leftOf(after, 'one')).toBeCloseTo(1, 1);
    expect(leftOf(after, 'for-ever')).toBeCloseTo(5, 1);
  });

  test('an expired value isn’t read, isn’t updated, can be replaced, and its row is deleted', async () => {
    const workflowId = crypto.randomUUID();
    const past = Date.now() - 2 * HOUR_MS;
    for (const key of ['a', 'b']) {
      await port.set({ workflowId, key, writeKey: `old-${key}`, nowMs: past }, 'old', past + HOUR_MS);
    }
    const read = await run(workflowId, { stepId: 'read', type: 'CustomScript', script: 'return Object.keys($Data)' });
    const [, step] = await allSteps(read?.id ?? '');
    expect((await getShard(read?.id ?? '').getStepInstance(read?.id ?? '', step?.id ?? ''))?.stepData?.response?.body).toEqual([]);
    expect(await run(workflowId, store('u', 'Update', 'a', 'x'))).toMatchObject({
      status: 'Failed',
      errorMessage: 'There is no stored value "a" to update.',
    });
    await run(workflowId, create('a', 'new'));
    expect((await readRows(workflowId)).map(({ key, value, expires_at }) => [key, JSON.parse(value), expires_at])).toEqual([
      ['a', 'new', null],
    ]);
  });

  test('a run’s value hides the workflow’s, and updates and removals apply to it first', async () => {
    const workflowId = crypto.randomUUID();
    await run(workflowId, create('a', 'shared'));
    const look = (stepId: string) => ({ stepId, type: 'CustomScript' as const, script: 'return $Data.a' });
    const ended = await run(
      workflowId,
      store('own', 'Create', 'a', 'mine', { scope: 'CurrentRun' }),
      store('more', 'Update', 'a', '${Data.a}, changed'),
      look('first'),
      store('away', 'Delete', 'a', null),
      look('second'),
      store('both', 'Delete', 'a', null),
      look('third'),
    );
    const runId = ended?.id ?? '';
    const seen: unknown[] = [];
    for (const { id, stepType } of await allSteps(runId)) {
      if (stepType === 'CustomScript') seen.push((await getShard(runId).getStepInstance(runId, id))?.stepData?.response?.body);
    }
    expect(seen).toEqual(['mine, changed', 'shared', null]);
    expect(await readRows(workflowId)).toEqual([]);
  });
});
