import type { UserContext } from '../http/context.ts';
import type { Route } from '../http/implement.ts';
import { auditChange } from './record-audit.ts';

/**
 * Records every write of an admin who acts as another user, under both names (HOSTILE 29). A call that its feature has recorded
 * needs no second line.
 */
export async function auditImpersonated(context: UserContext, { path, effect }: Route, response: Response): Promise<void> {
  const { user, request, answer } = context;
  if (user.impersonatorUserId === null || effect === 'read' || !response.ok || answer.isAudited) return;
  const { pathname } = new URL(request.url);
  await auditChange(context, 'impersonation.call', { call: `${request.method} ${path}`, path: pathname.slice(0, 300) });
}
