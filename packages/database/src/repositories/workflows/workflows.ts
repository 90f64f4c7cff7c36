import type { OwnerId } from '@portage/contracts';
import type { LoggingMode, TriggerType, WorkflowStep } from '@portage/workflow';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { type WorkflowEditorState, workflows, workflowVersions } from '../../schema/workflows.ts';
import { type Page, type Scope, toLimitOffset, withinScope } from '../rows/scope.ts';
import { containsText, isUuid } from '../rows/text-search.ts';
import { isWritten, type NewVersion, type SavingEditor, versionAdded } from './add-version.ts';
import { ownWorkflow } from './own-workflow.ts';
import { folderIdColumn, inFolder, ownFolderId } from './workflow-folders.ts';
import { type WorkflowSort, workflowOrder } from './workflow-order.ts';

/** A workflow without its steps. */
export interface WorkflowRecord {
  id: string;
  name: string;
  description: string | null;
  ownerUserId: OwnerId;
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
  /** See `findDraft`. */
  draftVersionId: string | null;
  triggerCode: string;
  triggerType: TriggerType | null;
  /** Until this instant, calls of the inactive workflow start test runs. */
  testUntil: Date | null;
  loggingMode: LoggingMode;
  /** Null: no folder. */
  folderId: string | null;
}

export interface WorkflowWithSteps extends WorkflowRecord {
  steps: WorkflowStep[];
  editorState: WorkflowEditorState | null;
  /** The current version's; null: it was never published. */
  publishedNumber: number | null;
}

/** With the editor session that made the current version, and the number of that save. */
export interface WorkflowToSave extends WorkflowWithSteps {
  editorSessionId: string | null;
  editorSaveNumber: number | null;
}

export interface WorkflowFilter extends Page {
  name?: string | undefined;
  activeOnly?: boolean | undefined;
  userEmail?: string | undefined;
  /** Null: workflows without a folder. */
  folderId?: string | null | undefined;
  /** Default: newest first. */
  sort?: WorkflowSort | undefined;
}

type WrittenColumns = Pick<WorkflowWithSteps, 'name' | 'description' | 'loggingMode' | 'triggerType' | 'editorState'>;

export interface NewWorkflow extends WrittenColumns, Pick<WorkflowWithSteps, 'id' | 'triggerCode' | 'steps'> {
  versionId: string;
  createdByUserId: string;
  onFailureWorkflowId: string | null;
  /** One of the owner's folders; any other counts as none. */
  folderId: string | null;
  at: Date;
}

/** The columns that a save writes. It happens only while the workflow still matches `expected`. */
export interface WorkflowChange extends WrittenColumns {
  expected: { versionId: string; isActive: boolean };
  /** Absent: the version stays. */
  newVersion?: NewVersion & { isPublished: boolean };
  editor?: SavingEditor;
  at: Date;
}

// The newest run in the index; the run itself writes no workflow row.
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

export async function listWorkflowRecords(
  db: HttpDatabase,
  scope: Scope,
  filter: WorkflowFilter,
): Promise<{ workflows: WorkflowRecord[]; totalCount: number }> {
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
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(workflows).innerJoin(users, eq(users.id, workflows.ownerUserId)).where(condition),
  ]);
  return { workflows: rows, totalCount: counts[0]?.count ?? 0 };
}

/** With the steps of the current version; null if the owner has no such workflow. */
export async function findWorkflow(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<WorkflowToSave | null> {
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
    .where(ownWorkflow(ownerUserId, workflowId));
  return row ?? null;
}

/** Without the steps; null if the owner has no such workflow. */
export async function findWorkflowRecord(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<WorkflowRecord | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select(recordColumns)
    .from(workflows)
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(ownWorkflow(ownerUserId, workflowId));
  return row ?? null;
}

export async function hasTriggerCode(db: HttpDatabase, ownerUserId: OwnerId, triggerCode: string): Promise<boolean> {
  const rows = await db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.triggerCode, triggerCode), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)));
  return rows.length > 0;
}

/** Writes the workflow and its first version, both or neither. */
export async function insertWorkflow(db: HttpDatabase, ownerUserId: OwnerId, workflow: NewWorkflow): Promise<void> {
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
}

/** One statement, so that the version and the workflow change together. @returns false if the workflow wasn't as expected */
export async function updateWorkflowRow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  change: WorkflowChange,
): Promise<boolean> {
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
}
