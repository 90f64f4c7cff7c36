import { useHost } from '@portage/area-kit';
import { Page, usePageTitle } from '@portage/ui';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { RunHistoryTabs } from '../runs/run-history-tabs.tsx';
import { AlertList } from './alert-list.tsx';

/** /run-history/alerts: what went wrong, newest first. The settings are part of the person's account. */
export function AlertsPage() {
  usePageTitle('Alerts');
  const { navigate } = useHost();
  const [search] = useSearchParams();
  const isSettings = search.get('view') === 'settings';
  useEffect(() => {
    if (isSettings) navigate('/account/alerts');
  }, [isSettings, navigate]);
  if (isSettings) return <Page>{null}</Page>;
  return (
    <Page>
      <RunHistoryTabs />
      <AlertList />
    </Page>
  );
}
