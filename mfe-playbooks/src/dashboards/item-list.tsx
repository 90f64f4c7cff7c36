import { useApi, useListPage } from '@portage/area-kit';
import { actionColumn, EmptyState, LinkButton, ListCard, Stack, type TableColumn, TextField, Toolbar } from '@portage/ui';
import { Eye } from 'lucide-react';
import { useMemo } from 'react';
import type { Dashboard, DashboardItem } from './api-types.ts';
import { type DashboardTab, itemPath } from './dashboard-tabs.ts';
import { columnsOf } from './item-columns.tsx';

const FILTERS = ['search'] as const;

interface ItemListProps {
  dashboard: Dashboard;
  tab: DashboardTab;
}

/** One page of a tab's items; pages are cached by their number, and a search starts at the first (spec DASH-04, DASH-05). */
export function ItemList({ dashboard, tab: { id: type, label, isSearchable } }: ItemListProps) {
  const api = useApi();
  const list = useListPage({
    key: ['dashboards', 'items', dashboard.id, type],
    filters: FILTERS,
    read: ({ search: searchTerm }, paging, options) => {
      const params = { dashboardId: dashboard.id };
      if (!isSearchable) return api('GET /api/dashboards/{dashboardId}/items', { params, query: { ...paging, type } }, options);
      const call = type === 'Order' ? 'GET /api/dashboards/{dashboardId}/orders' : 'GET /api/dashboards/{dashboardId}/products';
      return api(call, { params, query: { ...paging, searchTerm } }, options);
    },
    rows: ({ dashboardItems }) => dashboardItems,
  });
  const columns = useMemo(() => [...columnsOf[type], viewColumn(dashboard)], [dashboard, type]);
  return (
    <Stack>
      {isSearchable ? (
        <Toolbar label={`Search ${label.toLowerCase()}`} onSubmit={() => list.search()}>
          <TextField label="Name" {...list.bind('search')} maxLength={200} />
        </Toolbar>
      ) : null}
      <ListCard
        label={label}
        columns={columns}
        list={list}
        emptyState={
          <EmptyState title={`No ${label.toLowerCase()} yet`}>They appear here once a workflow adds one to this dashboard.</EmptyState>
        }
      />
    </Stack>
  );
}

function viewColumn(dashboard: Dashboard): TableColumn<DashboardItem> {
  return actionColumn({
    buttons: ({ id, name }) => (
      <LinkButton size="dense" shortIcon={<Eye />} href={itemPath(dashboard, id)} aria-label={`View ${name}`}>
        View
      </LinkButton>
    ),
  });
}
