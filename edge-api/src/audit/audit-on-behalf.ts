import { isAdmin } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import type { Route } from '../http/implement.ts';
import { auditChange } from './record-audit.ts';

/**
 * Records every write by an admin who acts as another user, under both names (HOSTILE 29), and every write by a program with an
 * admin's API key (HOSTILE 44). A call that its feature has recorded needs no second entry.
 */
export async function auditOnBehalf(context: UserContext, { path, effect }: Route, response: Response): Promise<void> {
  const { user, request, answer } = context;
  if (effect === 'read' || !response.ok || answer.isAudited) return;
  const isImpersonator = user.impersonatorUserId !== null;
  if (!isImpersonator && !(user.apiKey && isAdmin(user))) return;
  const { pathname } = new URL(request.url);
  const details = { call: `${request.method} ${path}`, path: pathname.slice(0, 300) };
  await auditChange(context, isImpersonator ? 'impersonation.call' : 'api-key.call', details);
}
