import { ADMIN_ROLE } from '@portage/database';
import { type ApiWarning, conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { deleteUser } from '../users/delete-user.ts';
import { withPassword } from './with-password.ts';

/**
 * Deletes the caller's account with everything in it.
 *
 * @returns what couldn't be done at once
 * @throws ApiProblem 400 for a wrong password, 409 for an admin, 429 after too many wrong passwords
 */
export async function deleteOwnAccount(
  context: UserContext,
  currentPassword: string,
): Promise<{ isSuccess: true; warnings: ApiWarning[] }> {
  const { id } = await withPassword(context, currentPassword, async (row) => {
    if (row.roles.includes(ADMIN_ROLE)) {
      throw conflict('admin-account', 'An admin can’t delete their own account. Another admin can, under Users.');
    }
    return row;
  });
  return { isSuccess: true, warnings: await deleteUser(context, id) };
}
