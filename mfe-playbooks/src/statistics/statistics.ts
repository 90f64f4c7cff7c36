import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type Bar, formatMonth } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';

export type Statistics = CallResponse<Calls, 'GET /api/dashboards/stats'>['stats'];

export function useStatistics() {
  const api = useApi();
  return useQuery({
    queryKey: ['dashboards', 'stats'],
    queryFn: ({ signal }) => api('GET /api/dashboards/stats', undefined, { signal }),
    select: ({ stats }) => stats,
  });
}

/** One bar per month (spec DASH-24). */
export function monthlyBars(stats: Statistics): Bar[] {
  return stats.workflowInstancesStats.map(({ createdAtDate, instancesCount }) => ({
    label: formatMonth(createdAtDate),
    value: instancesCount,
  }));
}

/** Spec DASH-25: the sum of the monthly run counts. */
export function yearlyTotal(stats: Statistics): number {
  return stats.workflowInstancesStats.reduce((sum, { instancesCount }) => sum + instancesCount, 0);
}
