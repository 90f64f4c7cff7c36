import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';

export interface NeverSyncedWorkflow {
  workflowId: string;
  workflowName: string;
  isWorkflowActive: boolean;
  /** The type of its settings; null: its Sync step needs none. */
  integrationType: string | null;
}

/** Bounds the list: a workflow has no flow only until its first sync. */
const MOST_WORKFLOWS = 100;

/**
 * The owner's workflows that have saved settings, or a Sync step between two connectors, but no flow; last changed first.
 *
 * Steps are searched as text: quotes inside a step's strings are escaped there, so they can't look like a member.
 */
export async function listNeverSyncedWorkflows(db: Database, ownerUserId: OwnerId): Promise<NeverSyncedWorkflow[]> {
  const { rows } = await db.execute<NeverSyncedWorkflow & Record<string, unknown>>(sql`
    select w.id as "workflowId", w.name as "workflowName", w.is_active as "isWorkflowActive", i.type as "integrationType"
    from workflows w
    join workflow_versions v on v.id = w.current_version_id
    left join lateral (select min(integration_type) as type from integrations where workflow_id = w.id and owner_user_id = w.owner_user_id) i on true
    where w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted
      and not exists (select from sync_flows f where f.workflow_id = w.id)
      and (i.type is not null or (v.steps::text like '%"type":"SyncStep"%' and v.steps::text not like '%"syncType":"IntegrationApplication"%'
        and v.steps::text like '%"sourceConnectorId":"%' and v.steps::text like '%"targetConnectorId":"%'))
    order by w.last_updated_at desc, w.id limit ${MOST_WORKFLOWS}`);
  return rows;
}
