import { and, eq, not, type SQL } from 'drizzle-orm';
import { workflows } from '../schema/workflows.ts';

/** Holds for a workflow of the owner that is not deleted. */
export function ownWorkflow(ownerUserId: string, workflowId: string): SQL | undefined {
  return and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted));
}
