import { connectHttp, forgetOldContent } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getShard, randomText, start, testEnv, until } from '../../test/harness.ts';

const db = () => connectHttp(testEnv);

interface Stored extends Record<string, unknown> {
  words: string[] | null;
  identity: { path: string; value: string } | null;
}

async function stored(runId: string): Promise<Stored | undefined> {
  const { rows } = await db().execute<Stored>(
    sql`select tsvector_to_array(content) as words, identity from workflow_instances where id = ${runId}`,
  );
  return rows[0];
}

const order = (version: { ownerUserId: string }, word: string) => `${version.ownerUserId.slice(-6)}t${word}`;

test('what a run carried is in its row of the index, until its steps’ data is past its retention', async () => {
  const response = { status: '200', headers: [], body: '{"ticket":"T-77"}' };
  const { runId, version } = await start(
    [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'end' },
      { stepId: 'end', type: 'EndStep', response, nextStepId: null },
    ],
    { id: 'A-1004', customer: { name: 'Ada' }, nul: 'a\u0000b\ud800c' },
  );
  await until(runId);
  await expect.poll(async () => (await stored(runId))?.words).toContain(order(version, 'a-1004'));
  expect(await stored(runId)).toEqual({
    words: expect.arrayContaining([order(version, 'ada'), `${version.ownerUserId.slice(-6)}rt-77`]),
    identity: { path: 'id', value: 'A-1004' },
  });

  await forgetOldContent(db(), new Date(Date.now() + 29 * DAY_MS), 30 * DAY_MS);
  expect((await stored(runId))?.words).not.toBeNull();
  await forgetOldContent(db(), new Date(Date.now() + 31 * DAY_MS), 30 * DAY_MS);
  expect(await stored(runId)).toEqual({ words: null, identity: null });
});

test('a run of which only failures are logged is found only while it is failed', async () => {
  const url = `${testEnv.TARGET}/flaky/1/${randomText()}`;
  const { runId, version } = await start(
    [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
      { stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url, nextStepId: null },
    ],
    { id: 'A-1005' },
    {},
    { loggingMode: 'LogOnlyIfError' },
  );
  await until(runId, ['Failed']);
  await expect.poll(async () => (await stored(runId))?.words).toContain(order(version, 'a-1005'));
  await getShard(runId).continueRun(runId);
  await until(runId, ['Succeeded']);
  await expect.poll(() => stored(runId)).toEqual({ words: null, identity: null });
});
