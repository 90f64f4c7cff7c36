import type { OwnerId, RunStatus } from '@portage/contracts';
import type { TriggerStep } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { readableJson } from '../rows/readable-json.ts';

/** What the list of workflows shows besides the row itself. */
export interface WorkflowOverview {
  /** The trigger of the version that runs: the published one while it is active, otherwise the current one. Null: it has none. */
  trigger: TriggerStep | null;
  connectorTypeName: string | null;
  /** Newest first. */
  lastRuns: { id: string; status: RunStatus; createdAt: Date; isTest: boolean; failedSteps: number }[];
}

/** How many runs the strip of a row shows. */
const LAST_RUNS = 10;

// An id that isn't a UUID would fail the statement.
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** For the rows of one page, in one statement: each row costs one version and the first entries of one index. */
export async function findWorkflowOverviews(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowIds: readonly string[],
): Promise<Map<string, WorkflowOverview>> {
  if (workflowIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: string;
    trigger: TriggerStep | null;
    type_name: string | null;
    runs: { id: string; status: RunStatus; createdAt: string; isTest: boolean; failedSteps: number }[] | null;
  }>(sql`
    select w.id, found.trigger, type.name as type_name, last.runs
    from workflows w
    left join lateral (
      select step.value as trigger from workflow_versions v, json_array_elements(${readableJson(sql`v.steps`)}) with ordinality step (value, place)
      where v.id = case when w.is_active then w.published_version_id else w.current_version_id end and step.value->>'type' = 'Trigger'
      order by step.place limit 1
    ) found on true
    left join lateral (
      select t.name from connectors c join connector_types t on t.id = c.connector_type_id
      where c.id = case when found.trigger->>'connectorId' ~* ${UUID} then (found.trigger->>'connectorId')::uuid end
        and c.user_id = w.owner_user_id
    ) type on true
    left join lateral (
      select json_agg(json_build_object(
        'id', run.id, 'status', run.status, 'createdAt', run.created_at, 'isTest', run.is_test, 'failedSteps', run.failed_steps
      )) as runs
      from (
        select i.id, i.status, i.created_at, i.is_test, i.failed_steps from workflow_instances i
        where i.workflow_id = w.id order by i.created_at desc, i.id desc limit ${LAST_RUNS}
      ) run
    ) last on true
    where w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted
      and w.id in (select value::uuid from json_array_elements_text(${JSON.stringify(workflowIds)}::json))`);
  return new Map(
    rows.map(({ id, trigger, type_name, runs }) => [
      id,
      { trigger, connectorTypeName: type_name, lastRuns: (runs ?? []).map((run) => ({ ...run, createdAt: new Date(run.createdAt) })) },
    ]),
  );
}
