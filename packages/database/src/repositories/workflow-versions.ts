import type { LoggingMode, WorkflowStep } from '@portage/workflow';
import { and, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { workflowVersions } from '../schema/workflows.ts';

export interface WorkflowVersionRecord {
  id: string;
  workflowId: string;
  ownerUserId: string;
  name: string;
  loggingMode: LoggingMode;
  steps: WorkflowStep[];
  createdAt: Date;
  createdByUserId: string;
}

export type WorkflowVersionRepository = ReturnType<typeof workflowVersionRepository>;

/** Versions, which never change; the owner comes first everywhere. */
export function workflowVersionRepository(db: HttpDatabase) {
  return {
    async find(ownerUserId: string, versionId: string): Promise<WorkflowVersionRecord | null> {
      const [row] = await db
        .select()
        .from(workflowVersions)
        .where(and(eq(workflowVersions.id, versionId), eq(workflowVersions.ownerUserId, ownerUserId)));
      return row ?? null;
    },

    /** Something uses this version now: no autosave takes its place in the history any more. */
    async settle(ownerUserId: string, versionId: string): Promise<void> {
      await db
        .update(workflowVersions)
        .set({ autosaveSessionId: null, autosaveBeganAt: null })
        .where(
          and(
            eq(workflowVersions.id, versionId),
            eq(workflowVersions.ownerUserId, ownerUserId),
            isNotNull(workflowVersions.autosaveSessionId),
          ),
        );
    },

    /** Newest first, as many as fit into both limits, the newest one always; without those that later autosaves took the place of. */
    async list(ownerUserId: string, workflowId: string, limits: { count: number; bytes: number }): Promise<WorkflowVersionRecord[]> {
      const sized = db
        .select({
          id: workflowVersions.id,
          position: sql<number>`row_number() over (order by ${workflowVersions.number} desc)`.as('position'),
          bytes: sql<number>`sum(octet_length(${workflowVersions.steps}::text)) over (order by ${workflowVersions.number} desc)`.as(
            'bytes',
          ),
        })
        .from(workflowVersions)
        .where(
          and(
            eq(workflowVersions.workflowId, workflowId),
            eq(workflowVersions.ownerUserId, ownerUserId),
            isNull(workflowVersions.supersededAt),
          ),
        )
        .as('sized');
      const rows = await db
        .select({ version: workflowVersions })
        .from(workflowVersions)
        .innerJoin(sized, eq(sized.id, workflowVersions.id))
        .where(and(lte(sized.position, limits.count), or(eq(sized.position, 1), lte(sized.bytes, limits.bytes))))
        .orderBy(desc(workflowVersions.number));
      return rows.map(({ version }) => version);
    },
  };
}
