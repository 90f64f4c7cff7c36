import { isAdmin, type Scope } from '@portage/database';
import { forbidden } from './api-problem.ts';
import type { SignedInUser } from './context.ts';

/**
 * Whose rows a list shows: the caller's, or everyone's if an admin asks for that (spec WFL-36, RUN-07).
 *
 * @throws ApiProblem 403 when a non-admin asks for all users' rows, or filters by an e-mail address.
 */
export function listScope(user: SignedInUser, asked: { isAdmin?: boolean | undefined; userEmail?: string | undefined }): Scope {
  if ((asked.isAdmin || asked.userEmail) && !isAdmin(user)) throw forbidden();
  return asked.isAdmin ? 'everyone' : { ownerUserId: user.id };
}
