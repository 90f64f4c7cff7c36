import { Button, EmptyState, LinkButton, ListCard, RowActions, Stack, type TableColumn, TextField, Toolbar } from '@portage/ui';
import { Eye } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Dashboard, DashboardItem } from './api-types.ts';
import { ITEM_PAGE_SIZE, useItems } from './dashboard-queries.ts';
import { type DashboardTab, itemPath } from './dashboard-tabs.ts';
import { columnsOf } from './item-columns.tsx';

interface ItemListProps {
  dashboard: Dashboard;
  tab: DashboardTab;
  searchTerm: string;
  /** Starts at the first page (spec DASH-05). */
  onSearch: (searchTerm: string) => void;
  page: number;
  onPageChange: (page: number) => void;
}

export function ItemList({ dashboard, tab, searchTerm, onSearch, page, onPageChange }: ItemListProps) {
  const items = useItems(dashboard.id, tab, searchTerm, page);
  const columns = useMemo(() => [...columnsOf[tab.id], viewColumn(dashboard)], [dashboard, tab.id]);
  return (
    <Stack>
      {tab.isSearchable ? <Search label={tab.label} applied={searchTerm} onSearch={onSearch} /> : null}
      <ListCard
        label={tab.label}
        columns={columns}
        rowKey={(item) => item.id}
        query={items}
        page={page}
        pageSize={ITEM_PAGE_SIZE}
        onPageChange={onPageChange}
        isFiltered={searchTerm !== ''}
        onClearFilter={() => onSearch('')}
        emptyState={
          <EmptyState title={`No ${tab.label.toLowerCase()} yet`}>They appear here once a workflow adds one to this dashboard.</EmptyState>
        }
      />
    </Stack>
  );
}

function Search({ label, applied, onSearch }: { label: string; applied: string; onSearch: (text: string) => void }) {
  const [draft, setDraft] = useState(applied);
  const [known, setKnown] = useState(applied);
  // Going back or clearing restores the earlier text in the field.
  if (known !== applied) {
    setKnown(applied);
    setDraft(applied);
  }
  return (
    <Toolbar label={`Search ${label.toLowerCase()}`} onSubmit={() => onSearch(draft.trim())}>
      <TextField label="Name" value={draft} onChange={setDraft} maxLength={200} />
      <Button type="submit">Search</Button>
    </Toolbar>
  );
}

function viewColumn(dashboard: Dashboard): TableColumn<DashboardItem> {
  return {
    id: 'action',
    header: 'Action',
    align: 'right',
    render: (item) => (
      <RowActions>
        <LinkButton size="dense" shortIcon={<Eye />} href={itemPath(dashboard, item.id)} aria-label={`View ${item.name}`}>
          View
        </LinkButton>
      </RowActions>
    ),
  };
}
