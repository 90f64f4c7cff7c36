import type { OwnerId } from '@portage/contracts';
import { and, asc, eq, exists, not, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { workflowPins } from '../../schema/workflow-pins.ts';
import { workflows } from '../../schema/workflows.ts';

export interface WorkflowPin {
  clientId: string;
  valuesJson: string;
  updatedAt: Date;
}

/** The pins of one of the owner's workflows. */
export async function listWorkflowPins(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<WorkflowPin[]> {
  const { clientId, valuesJson, updatedAt } = workflowPins;
  return db
    .select({ clientId, valuesJson, updatedAt })
    .from(workflowPins)
    .where(and(eq(workflowPins.workflowId, workflowId), ofOwner(db, ownerUserId, workflowId)))
    .orderBy(asc(clientId));
}

/** @returns false, changing nothing, if the workflow's pins would exceed `mostCharacters` in total */
export async function saveWorkflowPin(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  pin: WorkflowPin & { workflowId: string },
  mostCharacters: number,
): Promise<boolean> {
  const { workflowId, clientId, valuesJson, updatedAt } = pin;
  const { rows } = await db.execute(sql`
    insert into workflow_pins (workflow_id, client_id, values_json, updated_at)
    select ${workflowId}::uuid, ${clientId}, ${valuesJson}, ${updatedAt.toISOString()}::timestamptz
    where exists (select 1 from workflows where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted)
      and (select coalesce(sum(length(values_json)), 0) from workflow_pins
           where workflow_id = ${workflowId}::uuid and client_id <> ${clientId}) + ${valuesJson.length}::int <= ${mostCharacters}::int
    on conflict (workflow_id, client_id) do update set values_json = excluded.values_json, updated_at = excluded.updated_at
    returning client_id`);
  return rows.length > 0;
}

export async function deleteWorkflowPin(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, clientId: string): Promise<void> {
  await db
    .delete(workflowPins)
    .where(and(eq(workflowPins.workflowId, workflowId), eq(workflowPins.clientId, clientId), ofOwner(db, ownerUserId, workflowId)));
}

function ofOwner(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): SQL {
  const own = and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted));
  return exists(db.select({ id: workflows.id }).from(workflows).where(own));
}
