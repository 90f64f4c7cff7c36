import type { OwnerId } from '@portage/contracts';
import { and, eq, not, type SQL } from 'drizzle-orm';
import { workflows } from '../../schema/workflows.ts';

/** True for a workflow of the owner that isn't deleted. */
export function ownWorkflow(ownerUserId: OwnerId, workflowId: string): SQL | undefined {
  return and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted));
}
