import type { OwnerId } from '@portage/contracts';
import type { TriggerType } from '@portage/workflow';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type WorkflowEditorState, workflows, workflowVersions } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';
import { isWritten, type NewVersion, nextNumber, nextPublishedNumber, type SavingEditor, versionAdded } from './add-version.ts';
import type { WorkflowVersionRecord } from './workflow-versions.ts';

/** A save of the draft. It happens only while the workflow is active and still matches `expected`. */
export interface DraftSave {
  /** `draftVersionId` null: there is no draft yet, and this one begins from the published version. */
  expected: { draftVersionId: string | null; publishedVersionId: string };
  newVersion: NewVersion;
  /** Undefined: the canvas keeps its position. */
  editorState?: WorkflowEditorState | null | undefined;
  editor?: SavingEditor;
  at: Date;
}

export interface DraftPublication {
  expected: { draftVersionId: string; publishedVersionId: string };
  /** The id of the version that runs start from then on. */
  versionId: string;
  triggerType: TriggerType | null;
  dashboardId: string | null;
  label: string | null;
  note: string | null;
  publishedByUserId: string;
  at: Date;
}

export interface TakenBack {
  versionId: string;
  to: { publishedVersionId: string; draftVersionId: string; triggerType: TriggerType | null; dashboardId: string | null };
  at: Date;
}

/** The draft's newest version; null: no draft. */
export async function findDraft(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<WorkflowVersionRecord | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({ version: workflowVersions })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.draftVersionId))
    .where(and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)));
  return row?.version ?? null;
}

/** One statement, so that the version and the workflow change together. @returns false if the workflow wasn't as expected */
export async function writeDraft(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  { expected, newVersion, editorState, editor, at }: DraftSave,
): Promise<boolean> {
  const state = editorState === undefined ? sql`editor_state` : sql`${editorState === null ? null : JSON.stringify(editorState)}::jsonb`;
  const draftOf = sql`coalesce((select d.draft_of_version_id from workflow_versions d where d.id = ${expected.draftVersionId}::uuid), ${expected.publishedVersionId}::uuid)`;
  const place = { ownerUserId, previousId: expected.draftVersionId, editor, at: at.toISOString(), draftOf };
  return isWritten(
    db.execute(sql`
      with changed as (
        update workflows set draft_version_id = ${newVersion.id}::uuid, editor_state = ${state}
        where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted and is_active
          and draft_version_id is not distinct from ${expected.draftVersionId}::uuid
          and (${expected.draftVersionId}::uuid is not null or published_version_id = ${expected.publishedVersionId}::uuid)
        returning id, name, logging_mode
      )${versionAdded(newVersion, place)}
      select id from changed`),
  );
}

/** The draft stays in the version history. @returns false if it was no longer the expected one */
export async function discardDraft(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, draftVersionId: string): Promise<boolean> {
  if (!isUuid(workflowId) || !isUuid(draftVersionId)) return false;
  const rows = await db
    .update(workflows)
    .set({ draftVersionId: null })
    .where(
      and(
        eq(workflows.id, workflowId),
        eq(workflows.ownerUserId, ownerUserId),
        not(workflows.isDeleted),
        eq(workflows.draftVersionId, draftVersionId),
      ),
    )
    .returning({ id: workflows.id });
  return rows.length > 0;
}

/**
 * Makes a version of the draft's steps, with the workflow's current name and logging, and lets runs start from it: one statement, so
 * that either the old or the new version exists at any instant. The draft's last version leaves the history.
 *
 * @returns false if the workflow wasn't as expected
 */
export async function writePublication(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  publication: DraftPublication,
): Promise<boolean> {
  const { expected, versionId, triggerType, dashboardId, label, note, publishedByUserId } = publication;
  const at = publication.at.toISOString();
  return isWritten(
    db.execute(sql`
      with changed as (
        update workflows set
          published_version_id = ${versionId}::uuid, current_version_id = ${versionId}::uuid, draft_version_id = null,
          trigger_type = ${triggerType}, is_dashboard = ${dashboardId !== null}, dashboard_id = ${dashboardId}, last_updated_at = ${at}::timestamptz
        where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted and is_active
          and draft_version_id = ${expected.draftVersionId}::uuid and published_version_id = ${expected.publishedVersionId}::uuid
        returning id, name, logging_mode
      ), superseded as (
        update workflow_versions v set superseded_at = ${at}::timestamptz from changed
        where v.id = ${expected.draftVersionId}::uuid and v.workflow_id = changed.id
      ), added as (
        insert into workflow_versions (id, workflow_id, owner_user_id, number, name, logging_mode, steps, created_at, created_by_user_id,
          published_number, published_at, label, note)
        select ${versionId}::uuid, changed.id, ${ownerUserId}::uuid, ${nextNumber}, changed.name, changed.logging_mode, draft.steps,
          ${at}::timestamptz, ${publishedByUserId}::uuid, ${nextPublishedNumber}, ${at}::timestamptz, ${label}, ${note}
        from changed join workflow_versions draft on draft.id = ${expected.draftVersionId}::uuid)
      select id from changed`),
  );
}

/**
 * For a publication that must be reverted: the previous version is the published one again, and the draft is restored. Runs started
 * from the reverted version continue.
 *
 * @returns false when another change came first; that change stays
 */
export async function revertPublication(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  { versionId, to, at: takenAt }: TakenBack,
): Promise<boolean> {
  const at = takenAt.toISOString();
  return isWritten(
    db.execute(sql`
      with changed as (
        update workflows set
          published_version_id = ${to.publishedVersionId}::uuid, current_version_id = ${to.publishedVersionId}::uuid,
          draft_version_id = coalesce(draft_version_id, ${to.draftVersionId}::uuid), trigger_type = ${to.triggerType},
          is_dashboard = ${to.dashboardId !== null}, dashboard_id = ${to.dashboardId}, last_updated_at = ${at}::timestamptz
        where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted and published_version_id = ${versionId}::uuid
        returning id
      ), hidden as (
        update workflow_versions v set superseded_at = ${at}::timestamptz, published_number = null, published_at = null from changed
        where v.id = ${versionId}::uuid and v.workflow_id = changed.id
      ), shown as (
        update workflow_versions v set superseded_at = null from changed where v.id = ${to.draftVersionId}::uuid and v.workflow_id = changed.id)
      select id from changed`),
  );
}
