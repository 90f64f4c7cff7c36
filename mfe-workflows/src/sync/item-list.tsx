import { asItemStatus, itemLooks } from '@portage/area-kit';
import {
  actionColumn,
  Button,
  color,
  DASH,
  DateTime,
  EmptyState,
  font,
  formatNumber,
  ListCard,
  SearchField,
  Select,
  Stack,
  size,
  type TableColumn,
  Toolbar,
} from '@portage/ui';
import { syncItemStatuses } from '@portage/workflow';
import { Eye, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import type { SyncFlow, SyncItem } from '../api-types.ts';
import { ItemDialog } from './item-dialog.tsx';
import { ItemStatus } from './item-status.tsx';
import { ITEM_PAGE_SIZE, type SyncActions, useItems } from './sync-queries.ts';

const Id = styled.code`
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
`;
const NameButton = styled.button`
  padding: 0;
  border: 0;
  background: none;
  color: ${color.brand};
  font: inherit;
  text-align: left;
  cursor: pointer;
  overflow-wrap: anywhere;
  &:hover {
    text-decoration: underline;
  }
`;

/** As in lists whose filters are in the address. */
const TYPING_PAUSE_MS = 300;

export interface ItemListFilter {
  status: string;
  search: string;
}

export interface ItemListProps {
  flow: SyncFlow;
  actions: SyncActions;
  filter: ItemListFilter;
  onFilter: (filter: ItemListFilter) => void;
  page: number;
  onPageChange: (page: number) => void;
  firstShownId: string | null;
}

/** The records of a flow and their results (spec INT-13, INT-15). */
export function ItemList({ flow, actions, filter, onFilter, page, onPageChange, firstShownId }: ItemListProps) {
  const status = asItemStatus(filter.status);
  const items = useItems(flow, { searchTerm: filter.search, status, page });
  const [typed, setTyped] = useState(filter.search);
  const [applied, setApplied] = useState(filter.search);
  if (applied !== filter.search) {
    setApplied(filter.search);
    if (typed.trim() !== filter.search) setTyped(filter.search);
  }
  const [shownId, setShownId] = useState(firstShownId);
  const columns = useMemo(() => buildColumns(setShownId), []);
  const counts = items.data?.counts ?? flow.items;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string, wanted = filter.status) => {
    clearTimeout(timer.current);
    if (text.trim() !== filter.search || wanted !== filter.status) onFilter({ status: wanted, search: text.trim() });
  };
  return (
    <Stack>
      <Toolbar label="Filter items" onSubmit={() => search(typed)}>
        <SearchField
          label="Search items"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            clearTimeout(timer.current);
            timer.current = setTimeout(search, TYPING_PAUSE_MS, text);
          }}
          placeholder="Name or id"
        />
        <Select
          label="Status"
          value={status ?? ''}
          onChange={(next) => search(typed, next)}
          options={[
            { value: '', label: 'Any status' },
            ...syncItemStatuses.map((one) => ({
              value: one as string,
              label: `${itemLooks[one].word} (${formatNumber(counts[one])})`,
            })),
          ]}
        />
      </Toolbar>
      <ListCard
        label="Items"
        columns={columns}
        list={{
          query: items,
          page,
          pageSize: ITEM_PAGE_SIZE,
          goToPage: onPageChange,
          isFiltered: filter.search !== '' || status !== undefined,
          clear: () => onFilter({ status: '', search: '' }),
        }}
        emptyState={
          <EmptyState
            icon={<RefreshCw aria-hidden />}
            title="Nothing is synchronised yet"
            action={
              flow.isPaused ? undefined : (
                <Button onPress={() => actions.syncNow(flow)} isDisabled={flow.state === 'Running'}>
                  Sync now
                </Button>
              )
            }
          >
            Each record that a sync reads appears here, with its result.
          </EmptyState>
        }
      />
      {shownId !== null ? <ItemDialog flow={flow} itemId={shownId} actions={actions} onClose={() => setShownId(null)} /> : null}
    </Stack>
  );
}

function buildColumns(onShow: (itemId: string) => void): TableColumn<SyncItem>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isYielding: true,
      render: (item) => (
        <NameButton type="button" onClick={() => onShow(item.sourceItemId)}>
          {item.name || item.sourceItemId}
        </NameButton>
      ),
    },
    { id: 'status', header: 'Status', width: size.statusColumn, render: (item) => <ItemStatus item={item} /> },
    { id: 'source', header: 'Source ID', isYielding: true, render: ({ sourceItemId }) => <Id>{sourceItemId}</Id> },
    { id: 'target', header: 'Target ID', isYielding: true, render: ({ targetItemId }) => <Id>{targetItemId ?? DASH}</Id> },
    { id: 'updated', header: 'Last Updated', width: size.timeColumn, render: (item) => <DateTime value={item.lastUpdatedAt} /> },
    actionColumn({
      width: '110px',
      buttons: ({ name, sourceItemId }) => (
        <Button size="dense" shortIcon={<Eye />} onPress={() => onShow(sourceItemId)} aria-label={`View ${name || sourceItemId}`}>
          View
        </Button>
      ),
    }),
  ];
}
