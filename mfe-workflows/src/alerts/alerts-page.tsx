import { useHost } from '@portage/area-kit';
import { Page, usePageTitle } from '@portage/ui';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { AlertList } from './alert-list.tsx';

/** /run-history/alerts: what went wrong, newest first. The settings are a part of the person's account. */
export function AlertsPage() {
  usePageTitle('Alerts');
  const { navigate } = useHost();
  const [search] = useSearchParams();
  const isSettings = search.get('view') === 'settings';
  useEffect(() => {
    if (isSettings) navigate('/account/alerts');
  }, [isSettings, navigate]);
  return <Page>{isSettings ? null : <AlertList />}</Page>;
}
