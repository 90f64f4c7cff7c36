import { useHost } from '@portage/area-kit/base';
import { Link, Muted } from '@portage/ui/base';
import { useQuery } from '@tanstack/react-query';
import { ALERT_SETTINGS } from '../account-queries.ts';
import { Loaded, NotWhileImpersonating, Stack } from '../section-parts.tsx';
import { AlertSettingsForm } from './alert-settings-form.tsx';

/** What the person is alerted about, and how; the list of workflows can turn off alerts per workflow. */
export function AlertsSection() {
  const { api } = useHost();
  const query = useQuery({ queryKey: ALERT_SETTINGS, queryFn: ({ signal }) => api('GET /api/alerts/settings', {}, { signal }) });
  return (
    <Stack>
      <Muted as="p">
        These settings apply to all your workflows. <Link href="/run-history/alerts">Your alerts</Link> ·{' '}
        <Link href="/help/alerts">How alerts work</Link>
      </Muted>
      <NotWhileImpersonating>
        <Loaded query={query}>{({ settings }) => <AlertSettingsForm settings={settings} />}</Loaded>
      </NotWhileImpersonating>
    </Stack>
  );
}
