import { MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { syncFlows, syncItems } from '../../schema/sync.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';
import { claimSyncFlow, failSyncFlow, releaseSyncFlow } from './flow-claims.ts';
import { writeSyncItems } from './sync-items.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

test('a cancelled run’s flow is free once released, or when none of its calls can still be in progress', async () => {
  const { id: ownerUserId } = await makeUser();
  const workflowId = crypto.randomUUID();
  const side = { connectorTypeId: 't', connectorId: 'c', entity: 'A' };
  const claim = async (runId: string, at: Date) => {
    const flow = { workflowId, flowKey: 'key', integrationType: null, dashboardEntity: null, direction: 'SourceToTarget' as const };
    const leaseUntil = new Date(at.getTime() + 10 * MINUTE_MS);
    const wish = { ...flow, newId: crypto.randomUUID(), source: side, target: side, runId, firstCursor: null, at, leaseUntil };
    const { flowId, isClaimed, isEnding } = await claimSyncFlow(database(), ownerUserId, wish);
    return { flowId, claimed: { isClaimed, isEnding } };
  };
  const [cancelled, next, last] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const { flowId } = await claim(cancelled, NOW);
  expect((await claim(next, later(1_000))).claimed).toEqual({ isClaimed: false, isEnding: false });
  const at = { createdAt: NOW, lastUpdatedAt: NOW, finishedAt: NOW };
  const run = { id: cancelled, ownerUserId, workflowId, workflowVersionId: crypto.randomUUID(), name: 'x', status: 'Cancelled' as const };
  await database()
    .insert(workflowInstances)
    .values({ ...run, ...at });
  expect((await claim(next, later(MINUTE_MS))).claimed).toEqual({ isClaimed: false, isEnding: true });
  expect((await claim(next, later(2 * MINUTE_MS))).claimed).toEqual({ isClaimed: true, isEnding: false });
  const end = { from: null, cursor: null, cursorOf: null, sourceIdPath: null, isWhole: false, error: null };
  await releaseSyncFlow(database(), { ...end, flowId, runId: next, at: later(2 * MINUTE_MS) });
  expect((await claim(last, later(2 * MINUTE_MS))).claimed).toEqual({ isClaimed: true, isEnding: false });
});

test('a system’s message is stored, even with characters that cannot be', async () => {
  const { id: ownerUserId } = await makeUser();
  const [workflowId, runId] = [crypto.randomUUID(), crypto.randomUUID()];
  const side = { connectorTypeId: 't', connectorId: 'c', entity: 'A' };
  const flow = { workflowId, flowKey: 'key', integrationType: null, dashboardEntity: null, direction: 'SourceToTarget' as const };
  const leaseUntil = later(10 * MINUTE_MS);
  const wish = { ...flow, newId: crypto.randomUUID(), source: side, target: side, runId, firstCursor: null, at: NOW, leaseUntil };
  const { flowId } = await claimSyncFlow(database(), ownerUserId, wish);
  const said = 'Taken \u0000 \ud800';
  const counts = { read: 1, created: 0, updated: 0, unchanged: 0, skipped: 0, waiting: 2, failed: 1 };
  const times = { nextAttemptAtMs: null, writtenAtMs: null, targetChangedAtMs: null, doubt: null };
  const texts = {
    name: said,
    description: said,
    targetItemId: said,
    error: said,
    fingerprint: null,
    sourceRecordJson: JSON.stringify({ [said]: said }),
    refusalJson: JSON.stringify({ fields: said }),
    writtenJson: JSON.stringify(said),
  };
  const item = { sourceItemId: '1', status: 'Error' as const, attempts: 1, ...times, ...texts };
  expect(await writeSyncItems(database(), { flowId, runId, counts, at: NOW, leaseUntil }, [item])).toMatchObject({ isOurs: true });
  const [row] = await database().select().from(syncItems).where(eq(syncItems.flowId, flowId));
  const kept = 'Taken \ufffd \ufffd';
  expect(row).toMatchObject({
    name: kept,
    targetItemId: kept,
    error: kept,
    sourceRecord: { [kept]: kept },
    written: kept,
    refusal: { fields: kept },
    runId,
  });
  const end = { from: null, cursor: null, cursorOf: null, sourceIdPath: null, isWhole: false, error: said };
  await releaseSyncFlow(database(), { ...end, flowId, runId, at: NOW });
  await failSyncFlow(database(), ownerUserId, { workflowId, flowKey: 'key', runId, error: said, at: NOW });
  const [released] = await database().select().from(syncFlows).where(eq(syncFlows.id, flowId));
  expect(released?.error).toBe(kept);
});
