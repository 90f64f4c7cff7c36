import type { Database } from '@portage/database';
import { sql } from 'drizzle-orm';
import type { InstanceSummary, WriteSummaries } from './instance-summary.ts';

/** One statement for any number of runs; the revision keeps a late summary from undoing a newer one (HOSTILE 10). */
export function postgresSummaries(connect: () => Database): WriteSummaries {
  return async (summaries) => {
    const rows = JSON.stringify(summaries.map(toRow));
    await connect().execute(sql`
      insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at,
        continue_at, started_at, finished_at, error_message, is_test, step_count, revision)
      select id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at,
        continue_at, started_at, finished_at, error_message, is_test, step_count, revision
      from json_to_recordset(${rows}::json) as run (id text, owner_user_id uuid, workflow_id uuid, workflow_version_id uuid, name text,
        status text, created_at timestamptz, last_updated_at timestamptz, continue_at timestamptz, started_at timestamptz,
        finished_at timestamptz, error_message text, is_test boolean, step_count integer, revision integer)
      on conflict (id) do update set status = excluded.status, last_updated_at = excluded.last_updated_at,
        continue_at = excluded.continue_at, started_at = excluded.started_at, finished_at = excluded.finished_at,
        error_message = excluded.error_message, step_count = excluded.step_count, revision = excluded.revision
      where workflow_instances.revision < excluded.revision`);
  };
}

function toRow(run: InstanceSummary): Record<string, unknown> {
  return {
    id: run.id,
    owner_user_id: run.ownerUserId,
    workflow_id: run.workflowId,
    workflow_version_id: run.workflowVersionId,
    name: text(run.name),
    status: run.status,
    created_at: instant(run.createdAt),
    last_updated_at: instant(run.lastUpdatedAt),
    continue_at: instant(run.continueAt),
    started_at: instant(run.startedAt),
    finished_at: instant(run.finishedAt),
    error_message: run.errorMessage === null ? null : text(run.errorMessage),
    is_test: run.isTest,
    step_count: run.stepCount,
    revision: run.revision,
  };
}

/** PostgreSQL texts hold neither U+0000 nor half a character. */
function text(value: string): string {
  return value.replaceAll('\u0000', '\ufffd').toWellFormed();
}

function instant(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
