import { Card, EmptyState, LinkButton, Page, Tabs, usePageTitle } from '@portage/ui';
import { ArrowLeftRight } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router';
import type { SyncFlow } from '../api-types.ts';
import { useIntegrationTypes } from '../editor/integration/use-integration.ts';
import { SyncData } from '../sync/sync-data.tsx';
import { AppAudit } from './app-audit.tsx';
import { AppRuns } from './app-runs.tsx';
import { isSameApp } from './integration-groups.ts';

const TABS = ['Sync Data', 'Run History', 'Audit', 'Settings'] as const;
type AppTab = (typeof TABS)[number];

/** /integrations/{app} (spec INT-17, INT-19). Settings is selected first and shows nothing. */
export function IntegrationAppPage() {
  const { app = '' } = useParams();
  const types = useIntegrationTypes();
  const type = types.data?.find(({ implementationType }) => isSameApp(app, implementationType));
  usePageTitle(type?.name ?? app);
  const [search, setSearch] = useSearchParams();
  const selected = TABS.find((tab) => tab === search.get('tab')) ?? 'Settings';
  const isOfApp = ({ integrationType }: SyncFlow) => isSameApp(app, integrationType);
  return (
    <Page>
      <Tabs
        label={type?.name ?? app}
        selected={selected}
        onSelect={(tab) => setSearch(tab === 'Settings' ? {} : { tab })}
        items={TABS.map((tab) => ({ id: tab, label: tab, content: <View tab={tab} app={app} isOfApp={isOfApp} /> }))}
      />
    </Page>
  );
}

function View({ tab, app, isOfApp }: { tab: AppTab; app: string; isOfApp: (flow: SyncFlow) => boolean }) {
  switch (tab) {
    case 'Sync Data':
      return (
        <SyncData
          workflowId={null}
          isShown={isOfApp}
          emptyState={
            <Card>
              <EmptyState
                icon={<ArrowLeftRight aria-hidden />}
                title="Nothing is synchronised yet"
                action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}
              >
                Workflows with this integration appear here once they have run.
              </EmptyState>
            </Card>
          }
        />
      );
    case 'Run History':
      return <AppRuns isOfApp={isOfApp} />;
    case 'Audit':
      return <AppAudit app={app} />;
    case 'Settings':
      return null;
    default:
      return tab satisfies never;
  }
}
