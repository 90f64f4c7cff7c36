import { MINUTE_MS } from '@portage/primitives/durations';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../test/rows.ts';
import { workflowInstances } from '../schema/workflow-instances.ts';
import { claimSyncFlow, releaseSyncFlow } from './sync-engine.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

test('the flow of a cancelled run is free when it was given back, or when no call of the run can be under way any more', async () => {
  const { id: ownerUserId } = await makeUser();
  const workflowId = crypto.randomUUID();
  const side = { connectorTypeId: 't', connectorId: 'c', entity: 'A' };
  const claim = async (runId: string, at: Date) => {
    const flow = { workflowId, flowKey: 'key', integrationType: null, dashboardEntity: null, direction: 'SourceToTarget' as const };
    const leaseUntil = new Date(at.getTime() + 10 * MINUTE_MS);
    const wish = { ...flow, newId: crypto.randomUUID(), source: side, target: side, runId, firstCursor: null, at, leaseUntil };
    const { flowId, isClaimed, isEnding } = await claimSyncFlow(ownerUserId, database(), wish);
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
