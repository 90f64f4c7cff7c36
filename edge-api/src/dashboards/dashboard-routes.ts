import type { HandlerResult } from '@portage/contracts';
import { type Calls, dashboardCalls } from '@portage/contracts/calls';
import {
  type DashboardItemFilter,
  type DashboardItemRecord,
  type DashboardRow,
  deleteDashboardItem,
  findDashboard,
  findDashboardItem,
  findSyncedItem,
  insertDashboard,
  listDashboardItems,
  listDashboards,
  listIntegrationItems,
  readStatistics,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem, conflict, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { listScope } from '../http/list-scope.ts';
import { readInsights } from './insights/read-insights.ts';
import { presentIntegrationItem, readSyncedItemId } from './present-integration-item.ts';
import { runDashboardWorkflows } from './run-dashboard-workflows.ts';

const MONTHS_SHOWN = 12;

type Dashboard = HandlerResult<Calls, 'GET /api/dashboards/{id}'>['dashboard'];
type Item = HandlerResult<Calls, 'GET /api/dashboards/{dashboardId}/items/{itemId}'>['item'];

/** Dashboards, their items and a user's statistics (API-150..163). */
export const dashboardRoutes = implement(dashboardCalls, {
  'GET /api/dashboards': async ({ query }, { db, user }) => {
    const rows = await listDashboards(db, user.id, query.dashboardType);
    return { dashboards: rows.map(present), totalCount: rows.length };
  },
  'POST /api/dashboards': async ({ body }, context) => ({ dashboardId: await createDashboard(body.dashboardType, context) }),
  'GET /api/dashboards/get-ecommerce-dashboard-id': async (_, { db, user }) => {
    const [dashboard] = await listDashboards(db, user.id, 'Ecommerce');
    return { dashboardId: dashboard?.id ?? null };
  },
  'GET /api/dashboards/insights': ({ query }, { db, user, now }) =>
    readInsights(listScope(user, { isAdmin: query.isAdmin }), db, query.period, now()),
  'GET /api/dashboards/{id}': async ({ params }, context) => ({ dashboard: present(await ownDashboard(params.id, context)) }),
  'POST /api/dashboards/{id}/run-workflows': async ({ params }, context) => {
    const { id } = await ownDashboard(params.id, context);
    const errorMessage = await runDashboardWorkflows(id, context);
    return { isSuccess: errorMessage === null, errorMessage };
  },
  'GET /api/dashboards/{dashboardId}/items': ({ params, query }, context) => loadItemPage(params.dashboardId, query, context),
  'GET /api/dashboards/{dashboardId}/orders': ({ params, query }, context) =>
    loadItemPage(params.dashboardId, { ...query, type: 'Order' }, context),
  'GET /api/dashboards/{dashboardId}/products': ({ params, query: { type, ...query } }, context) => {
    const source = type === 'Product' ? undefined : type;
    return loadItemPage(params.dashboardId, { ...query, type: 'Product', source }, context);
  },
  'GET /api/dashboards/{dashboardId}/integrationItems': async ({ params, query }, context) => {
    const { id } = await ownDashboard(params.dashboardId, context);
    const { items, totalCount } = await listIntegrationItems(context.db, context.user.id, id, query);
    return { dashboardItems: items.map((item) => presentIntegrationItem(id, item)), totalCount };
  },
  'GET /api/dashboards/{dashboardId}/items/{itemId}': async ({ params }, { db, user }) => {
    const ofSync = readSyncedItemId(params.itemId);
    const synced = ofSync && (await findSyncedItem(db, user.id, params.dashboardId, ofSync));
    if (synced) return { item: presentIntegrationItem(params.dashboardId, synced) };
    const item = await findDashboardItem(db, user.id, params.dashboardId, params.itemId);
    if (!item) throw itemNotFound();
    return { item: presentItem(item) };
  },
  'POST /api/dashboards/{dashboardId}/items/{itemId}/delete': async ({ params }, context) => {
    const ofSync = readSyncedItemId(params.itemId);
    if (ofSync && (await findSyncedItem(context.db, context.user.id, params.dashboardId, ofSync))) {
      throw conflict('item-of-sync', 'This item belongs to a sync and stays as long as its flow exists.');
    }
    if (!(await deleteDashboardItem(context.db, context.user.id, params.dashboardId, params.itemId))) throw itemNotFound();
    await auditChange(context, 'dashboard-item.deleted', { ...params });
    return { isSuccess: true, errorMessage: null };
  },
  'GET /api/dashboards/stats': async (_, { db, user, now }) => {
    const months = lastMonths(now(), MONTHS_SHOWN);
    const [since = now()] = months;
    const { runsByMonth, ...totals } = await readStatistics(db, user.id, since);
    return {
      stats: {
        ...totals,
        workflowInstancesStats: months.map((month) => ({
          createdAtDate: month.toISOString(),
          instancesCount: runsByMonth.get(month.toISOString().slice(0, 10)) ?? 0,
        })),
      },
    };
  },
});

async function loadItemPage(dashboardId: string, filter: DashboardItemFilter, context: UserContext) {
  const { id } = await ownDashboard(dashboardId, context);
  const { items, totalCount } = await listDashboardItems(context.db, context.user.id, id, filter);
  return { dashboardItems: items.map(presentItem), totalCount };
}

/** @throws ApiProblem 404 */
async function ownDashboard(dashboardId: string, { db, user }: UserContext): Promise<DashboardRow> {
  const dashboard = await findDashboard(db, user.id, dashboardId);
  if (!dashboard) throw notFound('This dashboard');
  return dashboard;
}

function itemNotFound() {
  return notFound('This item');
}

function present({ id, dashboardType, createdAt }: DashboardRow): Dashboard {
  return { id, dashboardType, createdAt: createdAt.toISOString() };
}

function presentItem({ id, externalId, name, source, dashboardId, object, createdAt, type }: DashboardItemRecord): Item {
  return { id, externalId, name, source, dashboardId, object, createdAt: createdAt.toISOString(), type };
}

/**
 * Creates a dashboard for the caller (spec API-151, USER-09, DASH-10).
 *
 * @returns its id
 * @throws ApiProblem 403 `not-impersonating` except for an admin who acts as the caller; 409 `dashboard-exists` if the caller has one of the type.
 */
async function createDashboard(dashboardType: DashboardRow['dashboardType'], context: UserContext): Promise<string> {
  const { user, db } = context;
  if (user.impersonatorUserId === null) {
    throw new ApiProblem(403, 'not-impersonating', 'Only an administrator who acts as you can create a dashboard for you.');
  }
  const id = context.newId();
  if (!(await insertDashboard(db, user.id, { id, dashboardType, createdAt: context.now() }))) {
    throw conflict('dashboard-exists', 'This dashboard already exists.');
  }
  await auditChange(context, 'dashboard.created', { dashboardId: id, dashboardType });
  return id;
}

/** First instants (UTC) of the last `count` months, oldest first, the current one last. */
export function lastMonths(now: Date, count: number): Date[] {
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1)));
}
