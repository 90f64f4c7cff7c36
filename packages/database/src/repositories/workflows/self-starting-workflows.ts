import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { workflows } from '../../schema/workflows.ts';

/** A workflow whose own object starts its runs: on a schedule, or when a connected system reports news. */
export interface SelfStartingWorkflow {
  workflowId: string;
  triggerType: 'Scheduled' | 'ConnectorEvent';
  /** The version that should start by itself; null: none should. */
  versionId: string | null;
}

/** Every such workflow after this id, ordered by id. @param onlyActive only those that should start runs */
export async function listSelfStartingWorkflows(
  db: HttpDatabase,
  after: string | null,
  limit: number,
  { onlyActive }: { onlyActive: boolean },
): Promise<SelfStartingWorkflow[]> {
  const isWanted = sql`(${workflows.isActive} and not ${workflows.isDeleted} and not ${users.isDeleted})`;
  const rows = await db
    .select({
      workflowId: workflows.id,
      triggerType: workflows.triggerType,
      versionId: sql<string | null>`case when ${isWanted} then ${workflows.publishedVersionId} end`,
    })
    .from(workflows)
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(
      and(
        inArray(workflows.triggerType, ['Scheduled', 'ConnectorEvent']),
        ...(after === null ? [] : [gt(workflows.id, after)]),
        ...(onlyActive ? [isWanted] : []),
      ),
    )
    .orderBy(asc(workflows.id))
    .limit(limit);
  return rows as SelfStartingWorkflow[];
}
