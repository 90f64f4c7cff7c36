import { useApi } from '@portage/area-kit';
import { type CallResponse, getErrorMessage } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Badge, Banner, Button, Card, DateTime, KeyValueList, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';

type Health = CallResponse<Calls, 'GET /api/maintenance/health'>;

export function PartsHealth() {
  const api = useApi();
  const health = useQuery({
    queryKey: ['maintenance', 'health'],
    queryFn: ({ signal }) => api('GET /api/maintenance/health', {}, { signal }),
    refetchInterval: 30_000,
  });
  const { shown, indicator } = useLoaded(health.data);
  const again = (
    <Button size="dense" onPress={() => void health.refetch()} isDisabled={health.isFetching}>
      Refresh
    </Button>
  );
  return (
    <Card title="Health" actions={again}>
      {health.error ? <Banner tone="danger">{getErrorMessage(health.error)}</Banner> : null}
      {shown ? <Parts health={shown} /> : health.error ? null : indicator}
    </Card>
  );
}

function Parts({ health }: { health: Health }) {
  return (
    <KeyValueList
      items={[
        { label: 'Database', value: <Part part={health.database} /> },
        { label: 'Objects', value: <Part part={health.objects} /> },
        { label: 'Finished runs not yet listed', value: <Count of={health.unsentSummaries} /> },
        { label: 'Runs without progress for 10 minutes', value: <Count of={health.silentRuns} /> },
        { label: 'Schedules that should have fired but did not', value: <Count of={health.overdueSchedules} /> },
        { label: 'Active schedules', value: String(health.checkedSchedules) },
      ]}
    />
  );
}

function Part({ part }: { part: Health['database'] }) {
  return part.isWell ? (
    <>
      <Badge tone="success">OK</Badge> {part.tookMs} ms
    </>
  ) : (
    <>
      <Badge tone="danger">Not well</Badge> {part.message}
    </>
  );
}

function Count({ of: { count, isMore, oldest } }: { of: Health['unsentSummaries'] }) {
  return (
    <>
      <Badge tone={count === 0 ? 'success' : 'warning'}>{isMore ? `${count} of those checked` : String(count)}</Badge>
      {oldest === null ? null : (
        <>
          {' the oldest since '}
          <DateTime value={oldest} />
        </>
      )}
    </>
  );
}
