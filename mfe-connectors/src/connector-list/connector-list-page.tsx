import {
  Button,
  DateTime,
  EmptyState,
  LinkButton,
  ListCard,
  Page,
  Select,
  type TableColumn,
  TextField,
  Toolbar,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { Plug } from 'lucide-react';
import { CONNECTOR_PAGE_SIZE, type Connector, useConnectors, useTypesInUse } from './connector-queries.ts';

const FILTERS = ['connectorTypeId', 'name'] as const;

/** /connectors (spec CONN-01, CONN-06). */
export function ConnectorListPage() {
  usePageTitle('Connectors');
  const filters = useListFilters(FILTERS);
  const { draft, edit } = filters;
  const connectors = useConnectors(filters.filter, filters.page);
  const types = useTypesInUse();
  const chosen = draft.connectorTypeId;
  const known = types.data ?? [];
  const options = [
    { value: '', label: 'All' },
    ...known,
    ...(chosen && !known.some((option) => option.value === chosen) ? [{ value: chosen, label: chosen }] : []),
  ];
  return (
    <Page>
      <Toolbar label="Search connectors" onSubmit={() => filters.search()}>
        <Select label="Type" value={chosen} onChange={(type) => edit('connectorTypeId', type)} options={options} />
        <TextField label="Name" value={draft.name} onChange={(name) => edit('name', name)} maxLength={200} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <ListCard
        label="Connectors"
        columns={columns}
        rowKey={(connector) => connector.id}
        query={connectors}
        page={filters.page}
        pageSize={CONNECTOR_PAGE_SIZE}
        onPageChange={filters.goToPage}
        isFiltered={filters.isFiltered}
        onClearFilter={filters.clear}
        emptyState={
          <EmptyState
            icon={<Plug aria-hidden />}
            title="No connectors yet"
            action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}
          >
            A connector keeps the sign-in to another system. A workflow reaches systems without one, too: its HTTP Request step calls any
            address.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: TableColumn<Connector>[] = [
  { id: 'name', header: 'Name', render: (connector) => connector.name },
  { id: 'type', header: 'Type', render: (connector) => connector.connectorTypeId },
  { id: 'description', header: 'Description', render: (connector) => connector.description },
  { id: 'lastUpdatedAt', header: 'Last Updated At', render: (connector) => <DateTime value={connector.lastUpdatedAt} /> },
];
