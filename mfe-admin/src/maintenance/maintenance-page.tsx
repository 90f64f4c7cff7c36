import { Page, Stack, usePageTitle } from '@portage/ui';
import { useState } from 'react';
import { ExceptionTests } from './exception-tests.tsx';
import { PartsHealth } from './parts-health.tsx';
import { ReconcileCard } from './reconcile-card.tsx';

/** /admin/maintenance (spec USER-15, USER-16). */
export function MaintenancePage() {
  usePageTitle('Maintenance');
  const [isFailing, setIsFailing] = useState(false);
  if (isFailing) throw new Error('A frontend exception, triggered from the maintenance page');
  return (
    <Page>
      <Stack>
        <PartsHealth />
        <ReconcileCard />
        <ExceptionTests onFrontendException={() => setIsFailing(true)} />
      </Stack>
    </Page>
  );
}
