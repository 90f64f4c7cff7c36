import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';

/** A flow as alerts name it. */
export interface NamedFlow {
  flowId: string;
  ownerUserId: OwnerId;
  workflowId: string;
  workflowName: string;
  sourceConnectorTypeId: string;
  sourceEntity: string;
  targetConnectorTypeId: string;
  targetEntity: string;
}

/** Selects a NamedFlow from the flow `f` and its workflow `w`. */
export const flowColumns = sql.raw(`f.id as "flowId", f.owner_user_id as "ownerUserId", f.workflow_id as "workflowId",
  w.name as "workflowName", f.source_connector_type_id as "sourceConnectorTypeId", f.source_entity as "sourceEntity",
  f.target_connector_type_id as "targetConnectorTypeId", f.target_entity as "targetEntity"`);
