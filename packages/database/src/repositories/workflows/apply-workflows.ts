import type { OwnerId } from '@portage/contracts';
import type { LoggingMode, TriggerType } from '@portage/workflow';
import { type SQL, sql } from 'drizzle-orm';
import { findSqlState, type HttpDatabase, UNIQUE_VIOLATION } from '../../connect.ts';
import { type NewVersion, versionAdded } from './add-version.ts';

/** What a workflow must still be when it is changed or deleted. */
export interface AppliedTo {
  id: string;
  versionId: string;
  draftVersionId: string | null;
  isActive: boolean;
  lastUpdatedAt: Date;
}

interface AppliedContent {
  id: string;
  name: string;
  description: string | null;
  loggingMode: LoggingMode;
  triggerType: TriggerType | null;
  newVersion: NewVersion;
  /** The dashboard that a published version's steps write to. */
  dashboardId: string | null;
}

/** `current`: the version becomes the current one; `published`: runs start from it; `draft`: it is stored next to the published version. */
export type AppliedWrite =
  | (AppliedContent & { kind: 'created'; isPublished: boolean; triggerCode: string })
  | (AppliedContent & { kind: 'current' | 'published'; before: AppliedTo })
  | (AppliedContent & { kind: 'draft'; before: AppliedTo })
  | { kind: 'deleted'; before: AppliedTo };

/**
 * Writes all or nothing, in one transaction that first locks the workflows it changes.
 *
 * @returns false if one of them is no longer as expected, or a new one's id is in use
 */
export async function applyWorkflowRows(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  writes: readonly AppliedWrite[],
  at: Date,
): Promise<boolean> {
  const expected = writes.flatMap((write) => (write.kind === 'created' ? [] : [write.before]));
  const statements = writes.map((write) => db.execute(statementFor(write, ownerUserId, at.toISOString())));
  try {
    await db.batch([db.execute(unlessChanged(expected, ownerUserId)), ...statements]);
    return true;
  } catch (error) {
    const state = findSqlState(error);
    if (state === DIVISION_BY_ZERO || state === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

const DIVISION_BY_ZERO = '22012';

/** A batch can't decide, so a workflow that changed makes this statement fail, which undoes the others. */
function unlessChanged(expected: readonly AppliedTo[], ownerUserId: OwnerId): SQL {
  return sql`
    select 1 / (count(*) = ${expected.length}::int)::int from (
      select w.id from workflows w
      join jsonb_to_recordset(${JSON.stringify(expected)}::jsonb)
        as e("id" uuid, "versionId" uuid, "draftVersionId" uuid, "isActive" boolean, "lastUpdatedAt" timestamptz) on e."id" = w.id
      where w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted and w.current_version_id = e."versionId"
        and w.draft_version_id is not distinct from e."draftVersionId" and w.is_active = e."isActive"
        and date_trunc('milliseconds', w.last_updated_at) = e."lastUpdatedAt"
      order by w.id for update of w) locked`;
}

function statementFor(write: AppliedWrite, ownerUserId: OwnerId, at: string): SQL {
  switch (write.kind) {
    case 'created':
      return withVersion(created(write, ownerUserId, at), write, { ownerUserId, previousId: null, at, isPublished: write.isPublished });
    case 'current':
    case 'published': {
      const isPublished = write.kind === 'published';
      return withVersion(changed(write, isPublished, at), write, { ownerUserId, previousId: write.before.versionId, at, isPublished });
    }
    case 'draft': {
      const { id, versionId, draftVersionId } = write.before;
      const draftOf = sql`coalesce((select d.draft_of_version_id from workflow_versions d where d.id = ${draftVersionId}::uuid), ${versionId}::uuid)`;
      const update = sql`update workflows set draft_version_id = ${write.newVersion.id}::uuid where id = ${id}::uuid`;
      return withVersion(update, write, { ownerUserId, previousId: draftVersionId, at, draftOf });
    }
    case 'deleted':
      return sql`update workflows set is_deleted = true, deleted_at = ${at}::timestamptz, was_active = is_active, is_active = false,
        last_updated_at = ${at}::timestamptz where id = ${write.before.id}::uuid`;
    default:
      return write satisfies never;
  }
}

function withVersion(change: SQL, { newVersion }: AppliedContent, context: Parameters<typeof versionAdded>[1]): SQL {
  return sql`with changed as (${change} returning id, name, logging_mode)${versionAdded(newVersion, context)} select id from changed`;
}

function created(write: AppliedWrite & { kind: 'created' }, ownerUserId: OwnerId, at: string): SQL {
  const { id, name, description, loggingMode, triggerCode, triggerType, newVersion, isPublished, dashboardId } = write;
  return sql`insert into workflows (id, owner_user_id, name, description, created_at, last_updated_at, logging_mode, trigger_code, trigger_type,
      current_version_id, is_active, published_version_id, is_dashboard, dashboard_id)
    values (${id}::uuid, ${ownerUserId}::uuid, ${name}, ${description}, ${at}::timestamptz, ${at}::timestamptz, ${loggingMode}, ${triggerCode},
      ${triggerType}, ${newVersion.id}::uuid, ${isPublished}, ${isPublished ? newVersion.id : null}::uuid,
      ${isPublished && dashboardId !== null}, ${isPublished ? dashboardId : null})`;
}

function changed(
  { id, name, description, loggingMode, triggerType, newVersion, dashboardId }: AppliedContent,
  isPublished: boolean,
  at: string,
): SQL {
  const published = sql`, is_active = true, published_version_id = ${newVersion.id}::uuid, draft_version_id = null, test_until = null,
    is_dashboard = ${dashboardId !== null}, dashboard_id = ${dashboardId}`;
  return sql`update workflows set name = ${name}, description = ${description}, logging_mode = ${loggingMode}, trigger_type = ${triggerType},
    current_version_id = ${newVersion.id}::uuid, last_updated_at = ${at}::timestamptz${isPublished ? published : sql``}
    where id = ${id}::uuid`;
}
