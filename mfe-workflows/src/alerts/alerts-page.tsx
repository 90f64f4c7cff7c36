import { Page, Tabs, useListAddress, usePageTitle } from '@portage/ui';
import { AlertList } from './alert-list.tsx';
import { AlertSettingsCard } from './alert-settings-card.tsx';

const VIEW = ['view'] as const;

/** /run-history/alerts: what went wrong, newest first, and who is told how. */
export function AlertsPage() {
  usePageTitle('Alerts');
  const { filter, searchFor } = useListAddress(VIEW);
  return (
    <Page>
      <Tabs
        label="Alerts"
        selected={filter.view === 'settings' ? 'settings' : 'list'}
        onSelect={(view) => searchFor(view === 'settings' ? { view } : {})}
        items={[
          { id: 'list', label: 'Alerts', content: <AlertList /> },
          { id: 'settings', label: 'Settings', content: <AlertSettingsCard /> },
        ]}
      />
    </Page>
  );
}
