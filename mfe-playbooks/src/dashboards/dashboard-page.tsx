import { useSessionUser } from '@portage/area-kit';
import {
  Button,
  Card,
  CopyButton,
  EmptyState,
  FailedRead,
  Page,
  Tabs,
  useConfirm,
  useListAddress,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { LayoutDashboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Dashboard } from './api-types.ts';
import { useAddDashboard, useDashboards } from './dashboard-queries.ts';
import { getTabs, pickDashboard, tabAt } from './dashboard-tabs.ts';
import { ItemList } from './item-list.tsx';

const FILTERS = ['tab', 'search'] as const;

/** /dashboard (spec DASH-01..07, DASH-09..11). */
export function DashboardPage() {
  usePageTitle('Dashboard View');
  const wanted = useSessionUser()?.dashboardType;
  const dashboards = useDashboards();
  const { shown, indicator } = useLoaded(dashboards.data, 'Loading dashboard');
  const [isJustCreated, setIsJustCreated] = useState(false);
  const dashboard = pickDashboard(shown ?? [], wanted);
  return (
    <Page>
      {dashboards.isError ? <FailedRead title="Error loading Dashboard" query={dashboards} /> : null}
      {dashboard ? <Items dashboard={dashboard} takesFocus={isJustCreated} /> : null}
      {shown && !dashboard ? <NoDashboard onCreated={() => setIsJustCreated(true)} /> : null}
      {shown || dashboards.isError ? null : indicator}
    </Page>
  );
}

/** Only one tab is rendered, so the others load only when opened (spec DASH-04). */
function Items({ dashboard, takesFocus }: { dashboard: Dashboard; takesFocus: boolean }) {
  const { filter, searchFor } = useListAddress(FILTERS);
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const selected = tabAt(dashboard.dashboardType, filter.tab);
  const items = getTabs(dashboard.dashboardType).map((tab) => ({
    id: tab.id,
    label: tab.label,
    content: <ItemList dashboard={dashboard} tab={tab} />,
  }));
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus disappeared with the question. The question returns the focus in the next frame, and the tabs are drawn after that.
  useEffect(() => {
    if (!takesFocus) return;
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusTab(box.current)));
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  return (
    <div ref={box}>
      <Tabs
        label="Dashboard View"
        // Only Dashboard steps need it, and only an admin who impersonates adds those.
        actions={isImpersonating ? <CopyButton text={dashboard.id} label="Copy Dashboard ID" /> : undefined}
        items={items}
        selected={selected.id}
        onSelect={(tab) => (tab === selected.id ? undefined : searchFor({ tab }))}
      />
    </div>
  );
}

function focusTab(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

const NAMES: Record<Dashboard['dashboardType'], string> = { Ecommerce: 'E-commerce', Event: 'Event' };

/** Spec DASH-09, DASH-10: an admin who impersonates a person can create one for them. */
function NoDashboard({ onCreated }: { onCreated: () => void }) {
  const user = useSessionUser();
  const add = useAddDashboard();
  const [confirm, question] = useConfirm();
  const type = user?.dashboardType === 'Event' ? 'Event' : 'Ecommerce';
  const ask = () =>
    confirm({
      title: 'Add Dashboard',
      message: `Do you want to create ${NAMES[type]} Dashboard?`,
      confirmLabel: 'Create',
      cancelLabel: 'Cancel',
      isDanger: false,
      onConfirm: async () => {
        onCreated();
        await add(type);
      },
    });
  return (
    <Card>
      <EmptyState
        icon={<LayoutDashboard aria-hidden />}
        title="No dashboard yet"
        action={
          user?.isImpersonating ? (
            <Button variant="primary" onPress={ask}>
              Add Dashboard
            </Button>
          ) : undefined
        }
      >
        {user?.isImpersonating
          ? 'Workflows with Dashboard Item steps put their items on it.'
          : 'It shows what your workflows collect. An administrator can create it for you.'}
      </EmptyState>
      {question}
    </Card>
  );
}
