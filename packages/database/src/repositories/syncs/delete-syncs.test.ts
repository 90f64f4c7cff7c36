import type { OwnerId } from '@portage/contracts';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { integrations, syncFlows, syncItemCounts, syncItems } from '../../schema/sync.ts';
import { workflows } from '../../schema/workflows.ts';
import { deleteSyncsOfDeletedWorkflows } from './delete-syncs.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

/** A workflow with an integration, a flow and 25 items. */
async function syncedWorkflow(ownerUserId: OwnerId, deletedAt: Date | null): Promise<string> {
  const db = database();
  const [id, flowId] = [crypto.randomUUID(), crypto.randomUUID()];
  const times = { createdAt: NOW, lastUpdatedAt: NOW };
  await db.insert(workflows).values({
    ...{ id, ownerUserId, triggerCode: id, currentVersionId: id, isDeleted: deletedAt !== null, deletedAt },
    ...times,
  });
  await db.insert(integrations).values({
    id: crypto.randomUUID(),
    ownerUserId,
    workflowId: id,
    integrationType: 'Integration',
    directionType: 'SourceToTarget',
    operations: {},
    ...times,
  });
  await db.insert(syncFlows).values({
    ...{ id: flowId, ownerUserId, workflowId: id, flowKey: 'key', direction: 'SourceToTarget' },
    ...{
      sourceConnectorTypeId: 's',
      sourceConnectorId: 's',
      sourceEntity: 'A',
      targetConnectorTypeId: 't',
      targetConnectorId: 't',
      targetEntity: 'A',
    },
    ...times,
  });
  await db.execute(sql`insert into sync_items (flow_id, source_item_id, name, status, created_at, last_updated_at)
    select ${flowId}::uuid, n, 'x', 'Success', now(), now() from generate_series(1, 25) n`);
  return id;
}

test('everything of the syncs of workflows deleted a day ago is deleted, and nothing of others', async () => {
  const db = database();
  const { id: ownerUserId } = await makeUser();
  const [active, lately] = [
    await syncedWorkflow(ownerUserId, null),
    await syncedWorkflow(ownerUserId, hoursAgo(23)),
    await syncedWorkflow(ownerUserId, hoursAgo(25)),
  ];
  // Items are deleted a few at a time.
  await deleteSyncsOfDeletedWorkflows(db, NOW, 10);
  const flows = await db.select().from(syncFlows).where(eq(syncFlows.ownerUserId, ownerUserId));
  expect(flows.map(({ workflowId }) => workflowId).toSorted()).toEqual([active, lately].toSorted());
  const settings = await db.select().from(integrations).where(eq(integrations.ownerUserId, ownerUserId));
  expect(settings.map(({ workflowId }) => workflowId).toSorted()).toEqual([active, lately].toSorted());
  for (const { id } of flows) {
    expect(await db.select().from(syncItems).where(eq(syncItems.flowId, id))).toHaveLength(25);
    expect(await db.select().from(syncItemCounts).where(eq(syncItemCounts.flowId, id))).toEqual([
      { flowId: id, status: 'Success', items: 25 },
    ]);
  }
});
