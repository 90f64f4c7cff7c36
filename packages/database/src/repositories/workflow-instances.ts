import type { RunStatus } from '@portage/contracts';
import { and, desc, eq, getTableColumns, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { users } from '../schema/users.ts';
import { type WorkflowInstanceRow, workflowInstances } from '../schema/workflow-instances.ts';
import { type Page, rangeOf, type Scope, withinScope } from './scope.ts';
import { containsText, isUuid } from './text-search.ts';

export interface WorkflowInstanceRecord extends WorkflowInstanceRow {
  ownerUserEmail: string | null;
}

export interface WorkflowInstanceFilter extends Page {
  workflowId?: string | undefined;
  status?: RunStatus | undefined;
  startedFrom?: Date | undefined;
  startedTo?: Date | undefined;
  userEmail?: string | undefined;
}

/**
 * Runs that are open in PostgreSQL although they have been silent since an instant and wait for none to come; the longest silent
 * first. Read by the index of open runs, so the cost does not grow with the ended runs.
 */
export async function listQuietRuns(db: HttpDatabase, quietSince: Date, limit: number): Promise<string[]> {
  const since = quietSince.toISOString();
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from workflow_instances
    where status in ('Scheduled', 'InProgress', 'Delayed') and last_updated_at < ${since}::timestamptz
      and (continue_at is null or continue_at < ${since}::timestamptz)
    order by last_updated_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

export type WorkflowInstanceRepository = ReturnType<typeof workflowInstanceRepository>;

/** The run index, read only: its rows come from the run shards. */
export function workflowInstanceRepository(db: HttpDatabase) {
  // A run that waits for its turn has not started: until then it counts by when it was made.
  const startedAt = sql`coalesce(${workflowInstances.startedAt}, ${workflowInstances.createdAt})`;

  function conditionOf(scope: Scope, filter: WorkflowInstanceFilter): SQL | undefined {
    return and(
      withinScope(scope, workflowInstances.ownerUserId),
      filter.workflowId === undefined ? undefined : eq(workflowInstances.workflowId, filter.workflowId),
      filter.status === undefined ? undefined : eq(workflowInstances.status, filter.status),
      filter.startedFrom === undefined ? undefined : gte(startedAt, filter.startedFrom.toISOString()),
      filter.startedTo === undefined ? undefined : lte(startedAt, filter.startedTo.toISOString()),
      // No run starts before it is made: this one the index can use.
      filter.startedTo === undefined ? undefined : lte(workflowInstances.createdAt, filter.startedTo),
      containsText(users.email, filter.userEmail),
    );
  }

  return {
    /** Newest first. */
    async find(scope: Scope, filter: WorkflowInstanceFilter): Promise<{ workflowInstances: WorkflowInstanceRecord[]; totalCount: number }> {
      if (filter.workflowId !== undefined && !isUuid(filter.workflowId)) return { workflowInstances: [], totalCount: 0 };
      const condition = conditionOf(scope, filter);
      const [rows, counts] = await db.batch([
        db
          .select({ ...getTableColumns(workflowInstances), ownerUserEmail: users.email })
          .from(workflowInstances)
          .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
          .where(condition)
          .orderBy(desc(workflowInstances.createdAt), desc(workflowInstances.id))
          .limit(rangeOf(filter).limit)
          .offset(rangeOf(filter).offset),
        db
          .select({ count: sql<number>`count(*)::int` })
          .from(workflowInstances)
          .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
          .where(condition),
      ]);
      return { workflowInstances: rows, totalCount: counts[0]?.count ?? 0 };
    },

    async findOne(ownerUserId: string, runId: string): Promise<WorkflowInstanceRecord | null> {
      const [row] = await db
        .select({ ...getTableColumns(workflowInstances), ownerUserEmail: users.email })
        .from(workflowInstances)
        .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
        .where(and(eq(workflowInstances.id, runId), eq(workflowInstances.ownerUserId, ownerUserId)));
      return row ?? null;
    },

    /** For a run that is read from its shard, which knows no addresses. */
    async ownerEmail(ownerUserId: string): Promise<string | null> {
      const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, ownerUserId));
      return row?.email ?? null;
    },

    /** The newest runs of one workflow of the owner. */
    async listOfWorkflow(ownerUserId: string, workflowId: string, limit: number): Promise<WorkflowInstanceRecord[]> {
      if (!isUuid(workflowId)) return [];
      return db
        .select({ ...getTableColumns(workflowInstances), ownerUserEmail: users.email })
        .from(workflowInstances)
        .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
        .where(and(eq(workflowInstances.ownerUserId, ownerUserId), eq(workflowInstances.workflowId, workflowId)))
        .orderBy(desc(workflowInstances.createdAt), desc(workflowInstances.id))
        .limit(limit);
    },
  };
}
