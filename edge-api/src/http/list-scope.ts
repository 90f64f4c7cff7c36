import { ADMIN_ROLE, type Scope } from '@portage/database';
import { forbidden } from './api-problem.ts';
import type { SignedInUser } from './context.ts';

/** An admin who acts as another user has that user's rights only. */
export function isAdmin(user: Pick<SignedInUser, 'roles' | 'impersonatorUserId'>): boolean {
  return user.roles.includes(ADMIN_ROLE) && user.impersonatorUserId === null;
}

/**
 * Whose rows a list shows: the caller's, or everyone's where an admin asks for that (spec WFL-36, RUN-07).
 *
 * @throws ApiProblem 403 when a caller who is no admin asks for the things of all users, or by an e-mail address.
 */
export function listScope(user: SignedInUser, asked: { isAdmin?: boolean | undefined; userEmail?: string | undefined }): Scope {
  if ((asked.isAdmin || asked.userEmail) && !isAdmin(user)) throw forbidden();
  return asked.isAdmin ? 'everyone' : { ownerUserId: user.id };
}
