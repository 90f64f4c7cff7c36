import { findStanding, findUser } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { invalid, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { startSession } from '../sessions/start-session.ts';
import { presentSelf } from './present-self.ts';
import type { SignedIn } from './sign-in.ts';

/**
 * Opens a session in which an admin acts as another user (spec USER-05..07). It ends with the admin's own session or role,
 * has no admin rights itself, and every change made in it is in the audit log under both names.
 *
 * @throws ApiProblem 404, 400 for oneself
 */
export async function impersonate(
  context: UserContext,
  userId: string,
): Promise<SignedIn & { user: SignedIn['user'] & { isImpersonating: true } }> {
  const { db, env, user: admin, now } = context;
  const row = await findUser(db, userId);
  if (!row) throw notFound('This user');
  if (row.id === admin.id) throw invalid('You are already signed in as this user.', 'userId');
  const tokens = await startSession(context, row.id, { userId: admin.id, sessionId: admin.sessionId });
  await auditChange(context, 'session.impersonation-begun', { email: row.email }, row.id);
  return {
    user: { ...presentSelf(env, row, await findStanding(db, row.id, now())), ...tokens, isImpersonating: true },
    hasWorkflow: row.hasWorkflowAccess,
  };
}
