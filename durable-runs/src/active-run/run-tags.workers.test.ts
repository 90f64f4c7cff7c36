import { connectHttp, schema } from '@portage/database';
import type { WorkflowStep } from '@portage/workflow';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getShard, randomText, start, testEnv, until } from '../../test/harness.ts';

const db = () => connectHttp(testEnv);
const tagsInDatabase = (runId: string) =>
  db()
    .select({ name: schema.runTags.name, value: schema.runTags.value })
    .from(schema.runTags)
    .where(eq(schema.runTags.runId, runId))
    .orderBy(asc(schema.runTags.position));
const payload = (path: string) => `$Steps["start"].Payload.${path}`;

function steps(runTags: { name: string; valueExpression: string }[], script = 'return { total: 180 }', extra: object = {}): WorkflowStep[] {
  return [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'sum', runTags },
    { stepId: 'sum', type: 'CustomScript', script, nextStepId: null, ...extra },
  ];
}

describe('the tags of a run', () => {
  test('are values of its trigger and steps, written with its summary', async () => {
    const tags = [
      { name: 'Order', valueExpression: payload('id') },
      { name: 'Total', valueExpression: '$Steps["sum"].Response.total' },
      { name: 'Text', valueExpression: `Order \${${payload('id')}} of \${${payload('customer')}}` },
      { name: 'Missing', valueExpression: payload('nothing') },
      { name: `\${${payload('shop')}} order`, valueExpression: payload('id') },
    ];
    const { runId } = await start(steps(tags), { id: 'A-1001', customer: 'Ada', shop: 'Berlin' });
    const expected = [
      { name: 'Order', value: 'A-1001' },
      { name: 'Total', value: '180' },
      { name: 'Text', value: 'Order A-1001 of Ada' },
      { name: 'Berlin order', value: 'A-1001' },
    ];
    expect((await until(runId)).tags).toEqual(expected);
    await expect.poll(() => tagsInDatabase(runId)).toEqual(expected);
  });

  test('are cut, contain no secrets, and never make a run fail', async () => {
    const secret = `very-secret-${randomText()}`;
    const tags = [
      { name: 'Long', valueExpression: payload('text') },
      { name: 'Secret', valueExpression: payload('authorization') },
      { name: 'Broken', valueExpression: '${toNumber(' },
      { name: 'Nul', valueExpression: payload('nul') },
    ];
    const given = { text: 'x'.repeat(1_000), authorization: secret, nul: 'a\u0000b' };
    const { runId } = await start(steps(tags), given);
    const run = await until(runId);
    expect(run.status).toBe('Succeeded');
    expect(run.tags?.[0]?.value).toHaveLength(200);
    expect(JSON.stringify(run.tags)).not.toContain(secret);
    await expect.poll(async () => (await tagsInDatabase(runId)).length).toBe(run.tags?.length);
    expect(JSON.stringify(await tagsInDatabase(runId))).not.toContain(secret);
  });

  test('omit a hidden step’s values', async () => {
    const tags = [{ name: 'Hidden', valueExpression: '$Steps["sum"].Response.total' }];
    const { runId } = await start(steps(tags, undefined, { isHiddenFromCustomer: true }), {});
    expect(await until(runId)).not.toHaveProperty('tags');
  });

  test('are kept only for failed runs if only those are logged, and removed once the run succeeds', async () => {
    const tags = [{ name: 'Order', valueExpression: payload('id') }];
    const failsOnce = steps(tags);
    failsOnce[1] = {
      stepId: 'sum',
      type: 'HttpRequest',
      httpMethod: 'GET',
      url: `${testEnv.TARGET}/flaky/1/${randomText()}`,
      nextStepId: null,
    };
    const logging = { loggingMode: 'LogOnlyIfError' as const };
    const succeeded = await start(steps(tags), { id: 'A-1' }, {}, logging);
    expect(await until(succeeded.runId)).not.toHaveProperty('tags');
    const { runId } = await start(failsOnce, { id: 'A-2' }, {}, logging);
    expect((await until(runId)).tags).toEqual([{ name: 'Order', value: 'A-2' }]);
    await expect.poll(() => tagsInDatabase(runId)).toHaveLength(1);
    await getShard(runId).continueRun(runId);
    expect(await until(runId, ['Succeeded'])).not.toHaveProperty('tags');
    await expect.poll(() => tagsInDatabase(runId)).toEqual([]);
    expect(await tagsInDatabase(succeeded.runId)).toEqual([]);
  });
});
