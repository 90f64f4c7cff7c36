import { useHost, useSessionUser } from '@portage/area-kit/base';
import { Card, formatNumber, KeyValueList, Link, Muted } from '@portage/ui/base';
import { useQuery } from '@tanstack/react-query';
import { QUOTA } from './account-queries.ts';
import { Loaded, Stack } from './section-parts.tsx';
import { whoSetsQuotas } from './words-of-quota.ts';

export function QuotaSection() {
  const { api } = useHost();
  const user = useSessionUser();
  const query = useQuery({ queryKey: QUOTA, staleTime: 0, queryFn: ({ signal }) => api('GET /api/account/quota', {}, { signal }) });
  return (
    <Stack>
      <Muted as="p">
        {whoSetsQuotas(user?.billingDetails)} Days and minutes are counted in UTC. <Link href="/help/limits">Limits and quotas</Link>
      </Muted>
      <Loaded query={query}>
        {({ workflowQuotaSettings: limits, starts }) => (
          <Card title="Quota">
            <KeyValueList
              items={[
                { label: 'Workflow Runs/Day', value: formatLimit(limits.maxWorkflowInstancesPerDay, starts?.inDay) },
                { label: 'Workflow Runs/Min', value: formatLimit(limits.maxWorkflowInstancesPerMinute, starts?.inMinute) },
                { label: 'Workflow Steps/Run', value: formatLimit(limits.maxStepInstancesPerWorkflowInstance) },
                { label: 'Workflow Run Duration (Sec)', value: formatLimit(limits.maxWorkflowInstanceDuration) },
              ]}
            />
          </Card>
        )}
      </Loaded>
    </Stack>
  );
}

function formatLimit(limit: number | null | undefined, used?: number): string {
  if (limit === null || limit === undefined) return 'No limit';
  return used === undefined ? formatNumber(limit) : `${formatNumber(used)} of ${formatNumber(limit)} used`;
}
