import { useHost, useListPage } from '@portage/area-kit';
import { EmptyState, Link, LinkButton, ListCard, Page, Select, TextField, Toolbar, useConfirm, usePageTitle } from '@portage/ui';
import { Plug, Plus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useConnectorTypes } from '../connector-types/type-queries.ts';
import { useConnectorActions } from '../connectors/use-connector-actions.tsx';
import { connectorColumns } from './connector-columns.tsx';

const FILTERS = ['connectorTypeId', 'name'] as const;

/** /connectors (spec CONN-01..06). */
export function ConnectorListPage() {
  usePageTitle('Connectors');
  const { api, notify } = useHost();
  const list = useListPage({
    key: ['connectors', 'list'],
    filters: FILTERS,
    sorts: ['name', 'type', 'lastUpdatedAt'],
    read: (filter, paging, options) => api('GET /api/connectors', { query: { ...filter, ...paging } }, options),
    rows: ({ connectors }) => connectors,
  });
  const types = useConnectorTypes();
  const [confirm, question] = useConfirm();
  const actions = useConnectorActions(confirm);
  const typesById = useMemo(() => new Map((types.data ?? []).map((type) => [type.id, type])), [types.data]);
  const { error } = list.query;
  useEffect(() => {
    if (error) notify.error(new Error('Error loading connectors'));
  }, [error, notify]);

  const chosen = list.draft.connectorTypeId;
  const options = [
    { value: '', label: 'All' },
    ...(types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(chosen && !typesById.has(chosen) ? [{ value: chosen, label: chosen }] : []),
  ];
  return (
    <Page>
      <Toolbar
        label="Search connectors"
        onSubmit={() => list.search()}
        actions={
          <>
            <LinkButton href="/connectors/addApi">Add your own API</LinkButton>
            <LinkButton variant="primary" href="/connectors/add">
              <Plus aria-hidden size={16} />
              Add
            </LinkButton>
          </>
        }
      >
        <Select label="Type" value={chosen} onChange={(type) => list.search({ connectorTypeId: type })} options={options} />
        <TextField label="Name" {...list.bind('name')} maxLength={200} />
      </Toolbar>
      <ListCard
        label="Connectors"
        columns={connectorColumns(typesById, actions)}
        list={list}
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
