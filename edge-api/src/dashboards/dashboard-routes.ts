import { dashboardCalls } from '@portage/contracts/calls';
import { readStatistics } from '@portage/database';
import { implement } from '../http/implement.ts';
import { lastMonths } from './last-months.ts';

const MONTHS_SHOWN = 12;

/** API-155. */
export const dashboardRoutes = implement(dashboardCalls, {
  'GET /api/dashboards/stats': async (_, { db, user, now }) => {
    const months = lastMonths(now(), MONTHS_SHOWN);
    const [since = now()] = months;
    const { runsByMonth, ...totals } = await readStatistics(user.id, db, since);
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
