import { connectHttp, makeSyncItemsDue, setSyncFlowCursor } from '@portage/database';
import { expect, test } from 'vitest';
import { allSteps, getShard, OWNER, testEnv, until } from '../../test/harness.ts';
import { pair, products } from '../../test/sync-harness.ts';

/** Three records are in the target. Then one changes, and a sync is in the middle of writing it. */
async function syncUnderWay() {
  const { source, target, sync } = await pair();
  const changedAt = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  await source.control({ put: { products: products(3).map((one, at) => ({ ...one, changedAt: changedAt(at) })) } });
  await sync.run();
  const { id: flowId } = await sync.flow();
  const before = (await target.writes()).length;
  await source.control({ put: { products: [{ ...products(1)[0], name: 'Changed', changedAt: changedAt(9) }] } });
  await target.control({ hold: true });
  const runId = await sync.begin();
  await expect.poll(async () => (await target.control()).heldCount).toBeGreaterThan(0);
  const writesSince = async () => (await target.writes()).slice(before);
  const end = async () => {
    await target.control({ hold: false });
    const run = await until(runId);
    expect(run.errorMessage).toBeNull();
    const steps = await allSteps(runId);
    const step = await getShard(runId).getStepInstance(runId, steps.find(({ name }) => name === 'sync')?.id ?? '');
    return step?.stepData?.response?.body;
  };
  return { source, target, sync, flowId, writesSince, end, db: connectHttp(testEnv) };
}

test('a running sync writes the items that a person asks for meanwhile', async () => {
  const { target, sync, flowId, writesSince, end, db } = await syncUnderWay();
  expect(await makeSyncItemsDue(db, OWNER, flowId, { sourceItemIds: ['s2', 's3'] }, new Date())).toBe(2);
  // Like "Sync again": its own run skips the flow, because another run has it.
  expect((await until(await sync.begin())).errorMessage).toBeNull();
  const counts = { read: 4, created: 0, updated: 3, unchanged: 1, skipped: 0, waiting: 0, failed: 0 };
  expect(await end()).toMatchObject({ flows: [{ state: 'Whole', ...counts }] });
  expect(await sync.flow()).toMatchObject({ readCount: 4, updatedCount: 3, unchangedCount: 1 });
  const writes = await writesSince();
  expect(writes).toHaveLength(3);
  expect(new Set(writes.map(({ key }) => key)).size).toBe(3);
  expect((await sync.items()).map(({ status, nextAttemptAt }) => [status, nextAttemptAt])).toEqual(Array(3).fill(['Success', null]));
  expect(await target.records('products')).toHaveLength(3);
  expect((await sync.flow()).runningRunId).toBeNull();
});

test('a running sync reads from a position that a person sets meanwhile', async () => {
  const { source, target, sync, flowId, end, db } = await syncUnderWay();
  // A system that does not report every change: only a reading from an earlier date finds this one.
  const [, second] = (await source.records('products')).map((one) => ({ ...one }));
  await source.control({ put: { products: [{ ...second, name: 'Changed in silence' }] } });
  const cursor = String(Date.UTC(2026, 0, 1));
  await setSyncFlowCursor(db, OWNER, flowId, cursor);
  expect((await until(await sync.begin())).errorMessage).toBeNull();
  expect(await end()).toMatchObject({ flows: [{ state: 'Whole', updated: 2, failed: 0 }] });
  expect((await target.records('products')).map(({ name }) => name)).toEqual(['Changed', 'Changed in silence', 'Product 3']);
  expect(Number((await sync.flow()).cursor)).toBeGreaterThan(Number(cursor));
});
