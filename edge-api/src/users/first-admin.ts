import { type FirstAdmin, insertFirstAdmin, type UserRow } from '@portage/database';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { hashOpaqueToken } from '../secrets/opaque-token.ts';

/** @throws ApiProblem 403 unless this Portage made the link and it hasn't expired */
export function checkFirstAdminLink({ env, now }: RequestContext, token: string): void {
  const [hash, expiresAtMs] = (env.FIRST_ADMIN_LINK ?? '').split(':');
  if (hashOpaqueToken(token) !== hash || now().getTime() >= Number(expiresAtMs)) throw linkNotValid();
}

/** @throws ApiProblem 403 if there is an admin: the link was used. With SQLSTATE 23505 when the address is taken */
export async function createFirstAdmin({ db }: RequestContext, account: FirstAdmin): Promise<UserRow> {
  const admin = await insertFirstAdmin(db, account);
  if (!admin) throw linkNotValid();
  return admin;
}

function linkNotValid(): ApiProblem {
  const message = 'This link was used or has expired. While there is no admin, each start of Portage prints a new one.';
  return new ApiProblem(403, 'first-admin-link', message);
}
