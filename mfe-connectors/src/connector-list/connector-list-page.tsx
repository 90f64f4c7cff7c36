import { useHost } from '@portage/area-kit';
import {
  Button,
  EmptyState,
  Link,
  LinkButton,
  ListCard,
  Page,
  Select,
  TextField,
  Toolbar,
  useConfirm,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { Plug, Plus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useConnectorTypes } from '../connector-types/type-queries.ts';
import { CONNECTOR_PAGE_SIZE, useConnectors } from '../connectors/connector-queries.ts';
import { useConnectorActions } from '../connectors/use-connector-actions.tsx';
import { connectorColumns } from './connector-columns.tsx';

const FILTERS = ['connectorTypeId', 'name'] as const;

/** /connectors (spec CONN-01..06). */
export function ConnectorListPage() {
  usePageTitle('Connectors');
  const { notify } = useHost();
  const filters = useListFilters(FILTERS);
  const { draft } = filters;
  const connectors = useConnectors(filters.filter, filters.page, filters.sort);
  const types = useConnectorTypes();
  const [confirm, question] = useConfirm();
  const actions = useConnectorActions(confirm);
  const typesById = useMemo(() => new Map((types.data ?? []).map((type) => [type.id, type])), [types.data]);
  const { error } = connectors;
  useEffect(() => {
    if (error) notify.error(new Error('Error loading connectors'));
  }, [error, notify]);

  const chosen = draft.connectorTypeId;
  const options = [
    { value: '', label: 'All' },
    ...(types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(chosen && !typesById.has(chosen) ? [{ value: chosen, label: chosen }] : []),
  ];
  return (
    <Page>
      <Toolbar
        label="Search connectors"
        onSubmit={() => filters.search()}
        actions={
          <LinkButton variant="primary" href="/connectors/add">
            <Plus aria-hidden size={16} />
            Add
          </LinkButton>
        }
      >
        <Select label="Type" value={chosen} onChange={(type) => filters.search({ connectorTypeId: type })} options={options} />
        <TextField label="Name" value={draft.name} onChange={(name) => filters.type('name', name)} maxLength={200} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <ListCard
        label="Connectors"
        columns={connectorColumns(typesById, actions)}
        rowKey={(connector) => connector.id}
        query={connectors}
        page={filters.page}
        pageSize={CONNECTOR_PAGE_SIZE}
        onPageChange={filters.goToPage}
        sort={filters.sort}
        onSortChange={filters.sortBy}
        isFiltered={filters.isFiltered}
        onClearFilter={filters.clear}
        emptyState={
          <EmptyState
            icon={<Plug aria-hidden />}
            title="No connectors yet"
            action={
              <LinkButton variant="primary" href="/connectors/add">
                Add your first connector
              </LinkButton>
            }
          >
            A connector stores the credentials for another system, so your workflows can use it.{' '}
            <Link href="/help/connectors">How to connect a system</Link>
          </EmptyState>
        }
      />
      {question}
    </Page>
  );
}
