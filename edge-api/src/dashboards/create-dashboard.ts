import { type DashboardRow, dashboardRepository } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem, conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';

/**
 * Creates a dashboard for the caller (spec API-151, USER-09, DASH-10).
 *
 * @returns its id
 * @throws ApiProblem 403 `not-impersonating` except for an admin who acts as the caller; 409 `dashboard-exists` if the caller has one of the type.
 */
export async function createDashboard(dashboardType: DashboardRow['dashboardType'], context: UserContext): Promise<string> {
  const { user, db } = context;
  if (user.impersonatorUserId === null) {
    throw new ApiProblem(403, 'not-impersonating', 'Only an administrator who acts as you can create a dashboard for you.');
  }
  const id = context.newId();
  if (!(await dashboardRepository(db).create(user.id, { id, dashboardType, createdAt: context.now() }))) {
    throw conflict('dashboard-exists', 'This dashboard already exists.');
  }
  await auditChange(context, 'dashboard.created', { dashboardId: id, dashboardType });
  return id;
}
