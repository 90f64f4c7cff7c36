import type { RunViewer } from '@portage/contracts';
import { findHiding } from '@portage/workflow';
import type { HttpDatabase } from '../../connect.ts';
import { ADMIN_ROLE } from '../../schema/users.ts';
import type { Caller } from '../people/sessions.ts';
import { findStepsThatMayHide } from '../workflows/workflow-versions.ts';

type Rights = Pick<Caller, 'roles' | 'impersonatorUserId'>;

/** An admin who acts as another user has only that user's rights. */
export function isAdmin({ roles, impersonatorUserId }: Rights): boolean {
  return roles.includes(ADMIN_ROLE) && impersonatorUserId === null;
}

/** Admins see what is hidden from customers, even while they act as one (spec EDIT-78). */
export function seesHiddenSteps(caller: Rights): boolean {
  return caller.impersonatorUserId !== null || isAdmin(caller);
}

/**
 * How the runs of a workflow look to a caller who may read them, with what the workflow hides from its owner today: a run's version may be
 * older than that.
 */
export async function findRunViewer(db: HttpDatabase, caller: Caller, workflowId: string): Promise<RunViewer> {
  if (seesHiddenSteps(caller)) return { seesHidden: true };
  const steps = (await findStepsThatMayHide(db, caller.id, [workflowId])).get(workflowId);
  return { seesHidden: false, hiding: steps ? findHiding(steps) : null };
}
