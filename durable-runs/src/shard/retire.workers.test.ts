import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { chain, evict, getShard, getShardStub, newRequest, newVersion, randomText, start, until } from '../../test/harness.ts';

const script = { stepId: 'one', type: 'CustomScript' as const, script: 'return 1' };

function tables(runId: string): Promise<unknown[]> {
  return runInDurableObject(getShardStub(runId), (_shard, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
  );
}

/** A shard with its own owner, so that it contains no other test's runs. */
function ownRequest() {
  const version = newVersion(chain(script));
  const request = newRequest(version, {});
  const [, hour, lane] = request.runId.split('-');
  return { ...request, runId: [crypto.randomUUID().replaceAll('-', ''), hour, lane, randomText()].join('-') };
}

test('a shard that is only read stores nothing', async () => {
  const { runId } = ownRequest();
  const shard = getShard(runId);
  expect(await shard.getRun(runId)).toBeNull();
  expect(await shard.cancelRun(runId)).toMatchObject({ isSuccess: false });
  expect(await shard.findRunByDeduplicationKey('key')).toBeNull();
  expect(await tables(runId)).toEqual([]);
});

test('a shard removes itself past retention with nothing open, and not before', async () => {
  const request = ownRequest();
  await getShard(request.runId).startRun(request);
  await until(request.runId);
  const openRuns = () =>
    runInDurableObject(getShardStub(request.runId), (_shard, { storage }) => storage.sql.exec('SELECT 1 FROM open_runs').toArray());
  // The summary is in PostgreSQL.
  await expect.poll(openRuns).toEqual([]);
  const ring = (ageDays: number) =>
    runInDurableObject(getShardStub(request.runId), async (shard, state) => {
      state.storage.sql.exec('UPDATE runs SET updated_at = ?', Date.now() - ageDays * 86_400_000);
      await shard.alarm();
    });
  await ring(29);
  expect((await getShard(request.runId).getRun(request.runId))?.status).toBe('Succeeded');
  await ring(31);
  expect(await getShard(request.runId).getRun(request.runId)).toBeNull();
  expect(await tables(request.runId)).toEqual([]);
  await evict(getShardStub(request.runId));
  expect(await getShard(request.runId).getRun(request.runId)).toBeNull();
});

test('a shard with a waiting run stays, however old it is', async () => {
  const { runId } = await start(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 60, delayType: 'Days' }));
  await until(runId, ['Delayed']);
  await runInDurableObject(getShardStub(runId), async (shard, state) => {
    state.storage.sql.exec('UPDATE runs SET updated_at = 0');
    await shard.alarm();
  });
  expect((await getShard(runId).getRun(runId))?.status).toBe('Delayed');
});

test('a shard that only noted changed triggers removes itself once no caller can have an older trigger', async () => {
  const { runId, workflowId } = ownRequest();
  await getShard(runId).noteTriggerChange(workflowId);
  const ring = (ageMs: number) =>
    runInDurableObject(getShardStub(runId), async (shard, state) => {
      state.storage.sql.exec('UPDATE trigger_changes SET changed_at = ?', Date.now() - ageMs);
      await state.storage.setAlarm(Date.now() + 3_600_000);
      return shard;
    });
  await ring(9 * 60_000);
  await evict(getShardStub(runId));
  await runInDurableObject(getShardStub(runId), (shard) => shard.alarm());
  expect(await tables(runId)).not.toEqual([]);
  await ring(11 * 60_000);
  await evict(getShardStub(runId));
  await runInDurableObject(getShardStub(runId), (shard) => shard.alarm());
  expect(await tables(runId)).toEqual([]);
});

test('a shard keeps working after an older release ran once more and forgot the newest tables', async () => {
  const { runId, workflowId } = ownRequest();
  await getShard(runId).noteTriggerChange(workflowId);
  await runInDurableObject(getShardStub(runId), (_shard, state) => void state.storage.sql.exec('UPDATE schema_version SET version = 2'));
  await evict(getShardStub(runId));
  await getShard(runId).noteTriggerChange(workflowId);
  expect(await tables(runId)).not.toEqual([]);
});
