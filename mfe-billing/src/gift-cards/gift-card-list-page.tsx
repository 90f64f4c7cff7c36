import { useApi, useListPage, useSessionUser } from '@portage/area-kit';
import {
  Button,
  DateTime,
  EmptyState,
  LevelBar,
  LinkButton,
  ListCard,
  Page,
  RowActions,
  type TableColumn,
  TextField,
  Toolbar,
  Tooltip,
  usePageTitle,
} from '@portage/ui';
import { Eye, Gift } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { customerName, formatBalance } from './balance.ts';
import { giftCardPath } from './gift-card-paths.ts';
import type { GiftCardSummary } from './gift-card-queries.ts';

const FILTERS = ['number', 'name', 'email'] as const;

/** /gift-cards (spec GIFT-01..08). */
export function GiftCardListPage() {
  usePageTitle('Gift Cards');
  const isAdmin = useSessionUser()?.isAdmin ?? false;
  const api = useApi();
  const list = useListPage({
    key: ['gift-cards', 'list'],
    filters: FILTERS,
    read: ({ number, name, email }, paging, options) =>
      api('GET /api/gift-cards', { query: { numberSubstring: number, nameSubstring: name, emailSubstring: email, ...paging } }, options),
    rows: ({ giftCards }) => giftCards,
  });
  const { search } = useLocation();
  const actionColumn = useMemo(() => buildActionColumn(search), [search]);

  return (
    <Page>
      <Toolbar
        label="Search gift cards"
        onSubmit={() => list.search()}
        actions={
          // Spec GIFT-03: the button is visible and does nothing.
          <Tooltip text="Cards cannot be imported here yet">
            <Button>Import</Button>
          </Tooltip>
        }
      >
        <TextField label="Card Number" {...list.bind('number')} maxLength={200} />
        <TextField label="Customer Name" {...list.bind('name')} maxLength={200} />
        <TextField label="Customer Email" {...list.bind('email')} maxLength={200} />
      </Toolbar>
      <ListCard
        label="Gift Cards"
        columns={isAdmin ? [...columns.slice(0, 2), userColumn, ...columns.slice(2), actionColumn] : [...columns, actionColumn]}
        list={list}
        emptyState={
          <EmptyState icon={<Gift aria-hidden />} title="No gift cards yet">
            Cards appear here as soon as your shop issues the first one.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Only admins see who owns the card (spec GIFT-07). */
const userColumn: TableColumn<GiftCardSummary> = { id: 'user', header: 'User', render: (card) => card.ownerUserEmail };

const columns: TableColumn<GiftCardSummary>[] = [
  { id: 'number', header: 'Number', isUnbroken: true, render: (card) => card.number },
  { id: 'customer', header: 'Customer', render: (card) => customerName(card.customer) },
  {
    id: 'balance',
    header: 'Balance',
    width: '22%',
    render: (card) => (
      <LevelBar label="Balance" isLabelHidden value={card.balance} maxValue={card.initialAmount} valueText={formatBalance(card)} />
    ),
  },
  { id: 'createdAt', header: 'Created At', render: (card) => <DateTime value={card.createdAt} /> },
  {
    id: 'expiresOn',
    header: 'Expires On',
    render: (card) => <DateTime value={card.expiresOn} isDateOnly fallback="Never expires" />,
    isUnbroken: true,
  },
];

/** Not `actionColumn`: its menu is heavy, and cards have no rare actions. */
function buildActionColumn(listQuery: string): TableColumn<GiftCardSummary> {
  return {
    id: 'action',
    header: 'Action',
    align: 'right',
    render: ({ id, number }) => (
      <RowActions>
        <LinkButton size="dense" shortIcon={<Eye />} href={giftCardPath(id, listQuery)} aria-label={`View ${number}`}>
          View
        </LinkButton>
      </RowActions>
    ),
  };
}
