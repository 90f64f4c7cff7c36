import type { LoggingMode, TriggerType, WorkflowStep } from '@portage/workflow';
import { and, eq, gt, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { users } from '../schema/users.ts';
import { type WorkflowEditorState, workflows, workflowVersions } from '../schema/workflows.ts';
import { isWritten, type NewVersion, nextPublishedNumber, type SavingEditor, versionAdded } from './add-version.ts';
import { type Page, rangeOf, type Scope, withinScope } from './scope.ts';
import { containsText, isUuid } from './text-search.ts';
import { folderIdColumn, inFolder, ownFolderId } from './workflow-folders.ts';
import { type WorkflowSort, workflowOrder } from './workflow-order.ts';

/** A workflow without its steps. */
export interface WorkflowRecord {
  id: string;
  name: string;
  description: string | null;
  ownerUserId: string;
  ownerUserEmail: string;
  createdAt: Date;
  lastRunAt: Date | null;
  lastUpdatedAt: Date;
  isDeleted: boolean;
  deletedAt: Date | null;
  isActive: boolean;
  isDashboard: boolean;
  dashboardId: string | null;
  currentVersionId: string;
  publishedVersionId: string | null;
  /** See `workflowDraftRepository`. */
  draftVersionId: string | null;
  triggerCode: string;
  triggerType: TriggerType | null;
  /** While this lies ahead, calls of the inactive workflow start test runs. */
  testUntil: Date | null;
  loggingMode: LoggingMode;
  /** Null: in no folder. */
  folderId: string | null;
}

export interface WorkflowWithSteps extends WorkflowRecord {
  steps: WorkflowStep[];
  editorState: WorkflowEditorState | null;
  /** Of the current version; null: it was never published. */
  publishedNumber: number | null;
}

/** With the opening of the editor that made the current version, and the number of that save. */
export interface WorkflowToSave extends WorkflowWithSteps {
  editorSessionId: string | null;
  editorSaveNumber: number | null;
}

export interface WorkflowFilter extends Page {
  name?: string | undefined;
  activeOnly?: boolean | undefined;
  userEmail?: string | undefined;
  /** Null: workflows that are in no folder. */
  folderId?: string | null | undefined;
  /** Default: newest first. */
  sort?: WorkflowSort | undefined;
}

export interface NewWorkflow {
  id: string;
  versionId: string;
  name: string;
  description: string | null;
  loggingMode: LoggingMode;
  triggerCode: string;
  triggerType: TriggerType | null;
  steps: WorkflowStep[];
  editorState: WorkflowEditorState | null;
  createdByUserId: string;
  onFailureWorkflowId: string | null;
  /** A folder of the owner's; any other counts as none. */
  folderId: string | null;
  at: Date;
}

/** The columns that a save writes. The save happens only while the workflow still matches `expected`. */
export interface WorkflowChange {
  expected: { versionId: string; isActive: boolean };
  name: string;
  description: string | null;
  loggingMode: LoggingMode;
  triggerType: TriggerType | null;
  editorState: WorkflowEditorState | null;
  /** Absent: the version stays. */
  newVersion?: NewVersion & { isPublished: boolean };
  editor?: SavingEditor;
  at: Date;
}

// The newest run by the index; the run itself writes no workflow row.
const lastRunAt = sql<
  string | null
>`(select i.created_at from workflow_instances i where i.workflow_id = ${workflows.id} order by i.created_at desc limit 1)`;

const recordColumns = {
  id: workflows.id,
  name: workflows.name,
  description: workflows.description,
  ownerUserId: workflows.ownerUserId,
  ownerUserEmail: users.email,
  createdAt: workflows.createdAt,
  lastRunAt: lastRunAt.mapWith((value: string | Date) => new Date(value)),
  lastUpdatedAt: workflows.lastUpdatedAt,
  isDeleted: workflows.isDeleted,
  deletedAt: workflows.deletedAt,
  isActive: workflows.isActive,
  testUntil: workflows.testUntil,
  isDashboard: workflows.isDashboard,
  dashboardId: workflows.dashboardId,
  currentVersionId: workflows.currentVersionId,
  publishedVersionId: workflows.publishedVersionId,
  draftVersionId: workflows.draftVersionId,
  triggerCode: workflows.triggerCode,
  triggerType: workflows.triggerType,
  loggingMode: workflows.loggingMode,
  folderId: folderIdColumn,
};

/** A workflow that no longer takes its trigger's calls. */
export interface StoppedWorkflow {
  triggerCode: string;
  triggerType: TriggerType | null;
}

export type WorkflowRepository = ReturnType<typeof workflowRepository>;

/** Workflows that are not deleted; the owner (or scope) comes first everywhere. */
export function workflowRepository(db: HttpDatabase) {
  function owned(ownerUserId: string, workflowId: string): SQL | undefined {
    return and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted));
  }

  return {
    async list(scope: Scope, filter: WorkflowFilter): Promise<{ workflows: WorkflowRecord[]; totalCount: number }> {
      const condition = and(
        not(workflows.isDeleted),
        withinScope(scope, workflows.ownerUserId),
        containsText(workflows.name, filter.name),
        containsText(users.email, filter.userEmail),
        filter.activeOnly ? eq(workflows.isActive, true) : undefined,
        filter.folderId === undefined ? undefined : inFolder(filter.folderId),
      );
      const [rows, counts] = await db.batch([
        db
          .select(recordColumns)
          .from(workflows)
          .innerJoin(users, eq(users.id, workflows.ownerUserId))
          .where(condition)
          .orderBy(...workflowOrder(filter.sort, lastRunAt))
          .limit(rangeOf(filter).limit)
          .offset(rangeOf(filter).offset),
        db
          .select({ count: sql<number>`count(*)::int` })
          .from(workflows)
          .innerJoin(users, eq(users.id, workflows.ownerUserId))
          .where(condition),
      ]);
      return { workflows: rows, totalCount: counts[0]?.count ?? 0 };
    },

    /** With the steps of the current version; null when the owner has no such workflow. */
    async find(ownerUserId: string, workflowId: string): Promise<WorkflowToSave | null> {
      if (!isUuid(workflowId)) return null;
      const [row] = await db
        .select({
          ...recordColumns,
          editorState: workflows.editorState,
          steps: workflowVersions.steps,
          publishedNumber: workflowVersions.publishedNumber,
          editorSessionId: workflowVersions.editorSessionId,
          editorSaveNumber: workflowVersions.editorSaveNumber,
        })
        .from(workflows)
        .innerJoin(users, eq(users.id, workflows.ownerUserId))
        .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.currentVersionId))
        .where(owned(ownerUserId, workflowId));
      return row ?? null;
    },

    /** Without the steps; null when the owner has no such workflow. */
    async findRecord(ownerUserId: string, workflowId: string): Promise<WorkflowRecord | null> {
      if (!isUuid(workflowId)) return null;
      const [row] = await db
        .select(recordColumns)
        .from(workflows)
        .innerJoin(users, eq(users.id, workflows.ownerUserId))
        .where(owned(ownerUserId, workflowId));
      return row ?? null;
    },

    /** Whether the owner has a workflow with this trigger code. */
    async hasTriggerCode(ownerUserId: string, triggerCode: string): Promise<boolean> {
      const rows = await db
        .select({ id: workflows.id })
        .from(workflows)
        .where(and(eq(workflows.triggerCode, triggerCode), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)));
      return rows.length > 0;
    },

    /** Writes the workflow and its first version, both or neither. */
    async create(ownerUserId: string, workflow: NewWorkflow): Promise<void> {
      await db.batch([
        db.insert(workflows).values({
          id: workflow.id,
          ownerUserId,
          name: workflow.name,
          description: workflow.description,
          createdAt: workflow.at,
          lastUpdatedAt: workflow.at,
          loggingMode: workflow.loggingMode,
          triggerCode: workflow.triggerCode,
          triggerType: workflow.triggerType,
          currentVersionId: workflow.versionId,
          editorState: workflow.editorState,
          onFailureWorkflowId: workflow.onFailureWorkflowId,
          folderId: ownFolderId(ownerUserId, workflow.folderId),
        }),
        db.insert(workflowVersions).values({
          id: workflow.versionId,
          workflowId: workflow.id,
          ownerUserId,
          number: 1,
          name: workflow.name,
          loggingMode: workflow.loggingMode,
          steps: workflow.steps,
          createdAt: workflow.at,
          createdByUserId: workflow.createdByUserId,
        }),
      ]);
    },

    /** One statement, so that the version and the workflow change together. @returns false when the workflow was not as expected. */
    async update(ownerUserId: string, workflowId: string, change: WorkflowChange): Promise<boolean> {
      const { newVersion, expected, editor } = change;
      const at = change.at.toISOString();
      const state = change.editorState === null ? null : JSON.stringify(change.editorState);
      const versionId = newVersion?.id ?? expected.versionId;
      const published = newVersion?.isPublished ? sql`${newVersion.id}::uuid` : sql`published_version_id`;
      const addVersion = newVersion
        ? versionAdded(newVersion, { ownerUserId, previousId: expected.versionId, editor, at, isPublished: newVersion.isPublished })
        : sql``;
      const statement = db.execute(sql`
        with changed as (
          update workflows set
            name = ${change.name}, description = ${change.description}, logging_mode = ${change.loggingMode},
            trigger_type = ${change.triggerType}, editor_state = ${state}::jsonb, last_updated_at = ${at}::timestamptz,
            current_version_id = ${versionId}::uuid, published_version_id = ${published}
          where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted
            and current_version_id = ${expected.versionId}::uuid and is_active = ${expected.isActive}
          returning id, name, logging_mode
        )${addVersion}
        select id from changed`);
      return isWritten(statement);
    },

    /**
     * The content of a link: the workflow's code, else the new one, and this version (spec API-38).
     *
     * @returns the code, or null if the owner has no such workflow.
     */
    async share(ownerUserId: string, workflowId: string, shared: { versionId: string; newCode: string }): Promise<string | null> {
      const [row] = await db
        .update(workflows)
        .set({ shareCode: sql`coalesce(${workflows.shareCode}, ${shared.newCode})`, sharedVersionId: shared.versionId })
        .where(owned(ownerUserId, workflowId))
        .returning({ shareCode: workflows.shareCode });
      return row?.shareCode ?? null;
    },

    /** Links that were given out lead nowhere from now on. @returns false when the owner has no such workflow. */
    async unshare(ownerUserId: string, workflowId: string): Promise<boolean> {
      if (!isUuid(workflowId)) return false;
      const rows = await db
        .update(workflows)
        .set({ shareCode: null, sharedVersionId: null })
        .where(owned(ownerUserId, workflowId))
        .returning({ id: workflows.id });
      return rows.length > 0;
    },

    /**
     * Publishes a version while it is still the current one.
     *
     * @param version `dashboardId`: the dashboard that its steps write to.
     * @returns false when it no longer is.
     */
    async activate(
      ownerUserId: string,
      workflowId: string,
      { id: versionId, dashboardId }: { id: string; dashboardId: string | null },
      at: Date,
    ): Promise<boolean> {
      const result = await db.execute(sql`
        with changed as (
          update workflows set
            is_active = true, published_version_id = ${versionId}::uuid, test_until = null, last_updated_at = ${at.toISOString()}::timestamptz,
            is_dashboard = ${dashboardId !== null}, dashboard_id = ${dashboardId}
          where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted and current_version_id = ${versionId}::uuid
          returning id
        ), numbered as (
          update workflow_versions n set published_number = ${nextPublishedNumber}, published_at = ${at.toISOString()}::timestamptz
          from changed where n.id = ${versionId}::uuid and n.workflow_id = changed.id and n.published_number is null
        )
        select id from changed`);
      return result.rows.length > 0;
    },

    /** @returns the trigger that is now out of use, or null when the owner has no such workflow. */
    async deactivate(ownerUserId: string, workflowId: string, at: Date): Promise<StoppedWorkflow | null> {
      if (!isUuid(workflowId)) return null;
      const [row] = await db
        .update(workflows)
        .set({ isActive: false, lastUpdatedAt: at })
        .where(owned(ownerUserId, workflowId))
        .returning({ triggerCode: workflows.triggerCode, triggerType: workflows.triggerType });
      return row ?? null;
    },

    /**
     * Opens a test window until an instant, or closes it with null (spec HOOK-04); an active workflow has none.
     *
     * @returns false when the owner has no such workflow, or it is active.
     */
    async setTestUntil(ownerUserId: string, workflowId: string, testUntil: Date | null): Promise<boolean> {
      if (!isUuid(workflowId)) return false;
      const rows = await db
        .update(workflows)
        .set({ testUntil })
        .where(and(owned(ownerUserId, workflowId), not(workflows.isActive)))
        .returning({ id: workflows.id });
      return rows.length > 0;
    },

    /** The row stays, for runs that go on. @returns as `deactivate`. */
    async delete(ownerUserId: string, workflowId: string, at: Date): Promise<StoppedWorkflow | null> {
      if (!isUuid(workflowId)) return null;
      const [row] = await db
        .update(workflows)
        .set({ isDeleted: true, deletedAt: at, wasActive: sql`${workflows.isActive}`, isActive: false, lastUpdatedAt: at })
        .where(owned(ownerUserId, workflowId))
        .returning({ triggerCode: workflows.triggerCode, triggerType: workflows.triggerType });
      return row ?? null;
    },

    /**
     * Takes a deletion back. The workflow is not active yet; see `reactivate`.
     *
     * @param deletedAfter of an earlier deletion, parts of the workflow may be gone.
     * @returns null when the owner has deleted no such workflow since then.
     */
    async restore(ownerUserId: string, workflowId: string, { at, deletedAfter }: { at: Date; deletedAfter: Date }) {
      if (!isUuid(workflowId)) return null;
      const [row] = await db
        .update(workflows)
        .set({ isDeleted: false, deletedAt: null, lastUpdatedAt: at })
        .where(
          and(
            eq(workflows.id, workflowId),
            eq(workflows.ownerUserId, ownerUserId),
            workflows.isDeleted,
            gt(workflows.deletedAt, deletedAfter),
          ),
        )
        .returning({ name: workflows.name, wasActive: workflows.wasActive });
      return row ?? null;
    },

    /** @returns false where the owner has no such workflow, or it was not active when it was deleted. */
    async reactivate(ownerUserId: string, workflowId: string, at: Date): Promise<boolean> {
      const rows = await db
        .update(workflows)
        .set({ isActive: true, wasActive: false, lastUpdatedAt: at })
        .where(and(owned(ownerUserId, workflowId), workflows.wasActive, isNotNull(workflows.publishedVersionId)))
        .returning({ id: workflows.id });
      return rows.length > 0;
    },
  };
}

/** A workflow as another workflow of the same owner calls it; null where the owner has no such workflow. */
export async function findCallableWorkflow(
  ownerUserId: string,
  db: HttpDatabase,
  workflowId: string,
): Promise<{ name: string; activeVersionId: string | null } | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({ name: workflows.name, isActive: workflows.isActive, publishedVersionId: workflows.publishedVersionId })
    .from(workflows)
    .where(and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)));
  return row ? { name: row.name, activeVersionId: row.isActive ? row.publishedVersionId : null } : null;
}
