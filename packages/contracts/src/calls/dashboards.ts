import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

/** Spec DASH-26. */
const statsSchema = z.object({
  totalWorkflowsCount: z.number(),
  totalWorkflowInstancesCount: z.number(),
  /** The last twelve months, oldest first, months without runs included; createdAtDate is the month's first day in UTC. */
  workflowInstancesStats: z.array(z.object({ createdAtDate: z.string(), instancesCount: z.number() })),
});

export const dashboardCalls = defineCalls({
  'GET /api/dashboards/stats': {
    summary: 'How many workflows and runs the caller has, and the runs of the last twelve months by month.',
    access: 'user',
    response: z.object({ stats: statsSchema }),
    source: 'API-155',
  },
});
