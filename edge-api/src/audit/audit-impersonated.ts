import type { UserContext } from '../http/context.ts';
import type { Route } from '../http/implement.ts';
import { auditChange, wasAudited } from './record-audit.ts';

/** Reads by name that change something (spec API-51, API-52), and writes that change nothing of the person's. */
const CHANGING_READ = /\/(re-run|cancel)$/;
const READING_PATHS: readonly string[] = ['/api/workflows/preview-schedule', '/api/deployments/reports'];

/**
 * Whatever somebody does in another's name is in the audit log under both names (HOSTILE 29): what its feature has not
 * written down by itself gets a line here, with the call.
 */
export async function auditImpersonated(context: UserContext, { path }: Route, response: Response): Promise<void> {
  const { user, request } = context;
  if (user.impersonatorUserId === null || !response.ok || wasAudited(context)) return;
  const isRead = ['GET', 'HEAD'].includes(request.method) ? !CHANGING_READ.test(path) : READING_PATHS.includes(path);
  if (isRead) return;
  const { pathname } = new URL(request.url);
  await auditChange(context, 'impersonation.call', { call: `${request.method} ${path}`, path: pathname.slice(0, 300) });
}
