import type { OwnerId } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { type SQL, sql } from 'drizzle-orm';
import { findSqlState, UNIQUE_VIOLATION } from '../../connect.ts';

/** Autosaves of one editor share one history entry for this long, so that a long day leaves more than one version. */
const AUTOSAVE_RUN_MINUTES = 10;

export interface NewVersion {
  id: string;
  steps: WorkflowStep[];
  createdByUserId: string;
}

/** The editor that saves; its consecutive autosaves replace each other in the history. */
export interface SavingEditor {
  sessionId: string;
  isAutosave: boolean;
  saveNumber?: number;
}

interface VersionContext {
  ownerUserId: OwnerId;
  /** The version that this one follows; null: this is the first draft. */
  previousId: string | null;
  editor?: SavingEditor | undefined;
  at: string;
  isPublished?: boolean;
  /** The published version that a draft began from, as an expression. */
  draftOf?: SQL;
}

/** The next published number of the workflow in the statement's `changed`. */
export const nextPublishedNumber = sql`(select coalesce(max(v.published_number), 0) + 1 from workflow_versions v where v.workflow_id = changed.id)`;

export const nextNumber = sql`(select coalesce(max(v.number), 0) + 1 from workflow_versions v where v.workflow_id = changed.id)`;

/**
 * The part of a statement that writes a version; it goes after `with changed as (… returning id, name, logging_mode)` and writes nothing if
 * that changed no row. An autosave replaces the editor's previous autosave.
 */
export function versionAdded(version: NewVersion, { ownerUserId, previousId, editor, at, isPublished, draftOf }: VersionContext): SQL {
  const sessionId = editor?.sessionId ?? null;
  const isAutosave = editor?.isAutosave ?? false;
  return sql`, superseded as (
      update workflow_versions v set superseded_at = ${at}::timestamptz from changed
      where v.id = ${previousId}::uuid and v.workflow_id = changed.id and v.autosave_session_id = ${sessionId}
        and v.autosave_began_at > ${at}::timestamptz - make_interval(mins => ${AUTOSAVE_RUN_MINUTES})
      returning v.autosave_began_at
    ), added as (
      insert into workflow_versions (id, workflow_id, owner_user_id, number, name, logging_mode, steps, created_at, created_by_user_id,
        editor_session_id, editor_save_number, autosave_session_id, autosave_began_at, draft_of_version_id, published_number, published_at)
      select ${version.id}::uuid, changed.id, ${ownerUserId}::uuid, ${nextNumber},
        changed.name, changed.logging_mode, ${JSON.stringify(version.steps)}::json, ${at}::timestamptz, ${version.createdByUserId}::uuid,
        ${sessionId}::text, ${editor?.saveNumber ?? null}::integer, ${isAutosave ? sessionId : null}::text,
        ${isAutosave ? sql`coalesce((select autosave_began_at from superseded), ${at}::timestamptz)` : sql`null::timestamptz`},
        ${draftOf ?? sql`null::uuid`},
        ${isPublished ? nextPublishedNumber : sql`null::integer`}, ${isPublished ? sql`${at}::timestamptz` : sql`null::timestamptz`}
      from changed)`;
}

/**
 * Whether the statement found the expected workflow. Two simultaneous saves of one workflow, one of them to its draft, give their versions
 * the same number; the later one then finds that the workflow changed.
 */
export async function isWritten(statement: PromiseLike<{ rows: unknown[] }>): Promise<boolean> {
  try {
    return (await statement).rows.length > 0;
  } catch (error) {
    if (findSqlState(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
