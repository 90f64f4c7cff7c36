import { useApi } from '@portage/area-kit';
import type { EventMode } from '@portage/contracts';
import { Banner, DateTime } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useValueSources } from '../../values/index.ts';
import { Hint } from '../fields/form-section.tsx';

const REFRESH_MS = 15_000;

const howItGetsHere: Record<EventMode, string> = {
  'by-hand':
    'Enter this address in the system yourself. Portage accepts calls signed with the webhook secret of the connector or its type.',
  registered: 'Portage registers this address in the system when the workflow is activated, and removes it when it’s deactivated.',
  fetched:
    'Portage registers this address in the system when the workflow is activated, and reads what’s new whenever the system calls it.',
  polled: 'The system doesn’t send calls: Portage checks it for changes, at most once a minute, while the workflow is active.',
};

/** Says how the event arrives, and what blocks it while the workflow is active or being tested. */
export function EventStatus({ mode }: { mode: EventMode | undefined }) {
  const api = useApi();
  const { workflowId } = useValueSources();
  const { data: status } = useQuery({
    queryKey: ['workflows', workflowId, 'event-status'],
    enabled: workflowId !== undefined,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/event-status', { params: { id: workflowId ?? '' } }, { signal }),
  });
  return (
    <>
      {mode ? <Hint>{howItGetsHere[mode]}</Hint> : null}
      {status?.state === 'failing' ? (
        <Banner tone={status.retryable ? 'warning' : 'danger'} title="Events may not arrive">
          {status.message}
          {status.nextReadAt ? (
            <>
              {' '}
              It is tried again at <DateTime value={status.nextReadAt} />.
            </>
          ) : null}
        </Banner>
      ) : null}
      {status?.state === 'listening' && status.lastReadAt ? (
        <Hint>
          Last checked at <DateTime value={status.lastReadAt} />.
        </Hint>
      ) : null}
      {status && status.pendingRemovals > 0 ? (
        <Hint>An earlier webhook couldn’t be removed from the system yet. Portage will try again; its calls start nothing.</Hint>
      ) : null}
    </>
  );
}
