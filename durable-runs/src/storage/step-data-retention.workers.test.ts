import { runInDurableObject } from 'cloudflare:test';
import { DAY_MS } from '@portage/primitives/durations';
import { describe, expect, test } from 'vitest';
import { chain, evict, getShard, getShardStub, newRequest, newVersion, randomText, until } from '../../test/harness.ts';

const big = 'x'.repeat(50_000);
const steps = chain(
  { stepId: 'wait', type: 'DelayStep', delayValue: 60, delayType: 'Days' },
  { stepId: 'after', type: 'CustomScript', script: 'return 1' },
);
const failing = chain(
  { stepId: 'one', type: 'CustomScript', script: 'return "x".repeat(50_000)' },
  { stepId: 'two', type: 'CustomScript', script: 'throw 1' },
);

/** Two runs in their own shard: one failed, one waiting. */
async function failedAndWaiting() {
  const owner = crypto.randomUUID().replaceAll('-', '');
  const start = async (version: ReturnType<typeof newVersion>) => {
    const request = newRequest(version, { secret: 'of-a-person', big });
    const [, hour, lane] = request.runId.split('-');
    const runId = [owner, hour, lane, randomText()].join('-');
    expect((await getShard(runId).startRun({ ...request, runId })).outcome).toBe('accepted');
    return runId;
  };
  const [failed, waiting] = [await start(newVersion(failing)), await start(newVersion(steps))];
  await until(failed, ['Failed']);
  // This creates an earlier attempt.
  expect(await getShard(failed).continueRun(failed)).toMatchObject({ isSuccess: true });
  await until(failed, ['Failed']);
  await until(waiting, ['Delayed']);
  return { failed, waiting };
}

function inShard<Value>(runId: string, work: (sql: SqlStorage, ring: () => Promise<void>) => Promise<Value> | Value): Promise<Value> {
  return runInDurableObject(getShardStub(runId), (shard, state) => work(state.storage.sql, () => shard.alarm()));
}

function age(runId: string, days: number): Promise<void> {
  return inShard(runId, (sql) => {
    sql.exec('UPDATE runs SET created_at = ?, updated_at = ?', Date.now() - (days + 1) * DAY_MS, Date.now() - days * DAY_MS);
  });
}

function allText(runId: string): Promise<string> {
  return inShard(runId, (sql) => {
    const tables = ['runs', 'journal', 'journal_changes', 'step_attempts'].map((table) => sql.exec(`SELECT * FROM ${table}`).toArray());
    const chunks = sql.exec<{ bytes: ArrayBuffer }>('SELECT bytes FROM chunks').toArray();
    return JSON.stringify(tables) + chunks.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
  });
}

describe('step data past its retention', () => {
  test('is removed even if its shard stays for a waiting run, and says so; the summary remains', async () => {
    const { failed, waiting } = await failedAndWaiting();
    const shard = getShard(failed);
    await age(failed, 29);
    await inShard(failed, (_, ring) => ring());
    expect((await shard.listStepInstances(failed, { pageIndex: 0, pageSize: 20 })).totalCount).toBe(3);

    await age(failed, 31);
    const textBefore = await allText(failed);
    expect(textBefore).toContain('of-a-person');
    const attempts = () => inShard(failed, (sql) => sql.exec('SELECT attempt FROM step_attempts').toArray());
    expect(await attempts()).toEqual([{ attempt: 1 }]);
    await inShard(failed, (_, ring) => ring());
    expect(await attempts()).toEqual([]);
    expect(await shard.getRun(failed)).toMatchObject({ id: failed, status: 'Failed', stepCount: 3, errorMessage: expect.any(String) });
    expect(await shard.listStepInstances(failed, { pageIndex: 0, pageSize: 20 })).toEqual({
      stepInstances: [],
      totalCount: 0,
      isDataRemoved: true,
    });
    expect(await shard.getRunTrigger(failed)).toBeNull();
    expect(await shard.getStepInstance(failed, '1')).toBeNull();
    expect(await shard.getStepContext(failed, '1')).toBeNull();
    expect(await shard.continueRun(failed)).toEqual({ isSuccess: false, errorMessage: expect.stringContaining('no longer stored') });

    // The waiting run has all its data, and continues when its time comes.
    expect(await allText(waiting)).toContain('of-a-person');
    expect((await shard.listStepInstances(waiting, { pageIndex: 0, pageSize: 20 })).totalCount).toBe(2);
    await inShard(waiting, async (sql, ring) => {
      sql.exec("DELETE FROM runs WHERE status = 'Failed'");
      sql.exec('UPDATE open_runs SET wake_at = ?', Date.now());
      const json = sql.exec<{ state_json: string }>('SELECT state_json FROM runs').one().state_json;
      const stored = JSON.parse(json);
      stored.state.current.wait.untilMs = Date.now();
      sql.exec('UPDATE runs SET state_json = ?', JSON.stringify(stored));
      await ring();
    });
    expect((await until(waiting)).status).toBe('Succeeded');
  });

  test('leaves nothing on disk, not even in chunks', async () => {
    const { failed, waiting } = await failedAndWaiting();
    await getShard(waiting).cancelRun(waiting);
    await expect.poll(() => inShard(failed, (sql) => sql.exec('SELECT 1 FROM open_runs').toArray())).toEqual([]);
    await inShard(failed, async (sql, ring) => {
      // Each of them still has something to do, so that the shard itself stays.
      for (const { run_key } of sql.exec<{ run_key: number }>('SELECT run_key FROM runs').toArray()) {
        sql.exec('INSERT OR REPLACE INTO open_runs VALUES (?, 1000, ?)', run_key, Date.now() + DAY_MS);
      }
      sql.exec('UPDATE runs SET created_at = 0, updated_at = 0');
      await ring();
    });
    const text = await allText(failed);
    expect(text).not.toContain('of-a-person');
    expect(text.includes(big)).toBe(false);
    expect(text).toContain(failed);
  });

  test('is hidden from the moment it expires, even before it is removed', async () => {
    const { failed } = await failedAndWaiting();
    await age(failed, 31);
    await evict(getShardStub(failed));
    expect(await getShard(failed).listStepInstances(failed, { pageIndex: 0, pageSize: 20 })).toMatchObject({ isDataRemoved: true });
    const removed = () => inShard(failed, (sql) => sql.exec('SELECT data_removed_at FROM runs WHERE data_removed_at > 0').toArray());
    await expect.poll(removed).toHaveLength(1);
  });
});
