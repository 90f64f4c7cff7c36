import { useHost, useListPage } from '@portage/area-kit';
import {
  actionColumn,
  Badge,
  Button,
  DateTime,
  EmptyState,
  Inline,
  LinkButton,
  ListCard,
  Page,
  SearchField,
  size,
  type TableColumn,
  Toolbar,
  useConfirm,
  usePageTitle,
} from '@portage/ui';
import { FileCode, Pencil, Plus, Share2, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { type ConnectorType, getLogoUrl, LIST_PATH } from '../connector-type.ts';
import { Logo } from '../logo.tsx';

const FILTERS = ['name'] as const;

/** /admin/connectorTypes (spec CTYPE-01..03). */
export function ConnectorTypeListPage() {
  usePageTitle('Connector Types');
  const { api, queryClient, notify } = useHost();
  const list = useListPage({
    key: ['connector-types', 'list'],
    filters: FILTERS,
    read: (filter, paging, options) => api('GET /api/connector-types', { query: { ...filter, ...paging } }, options),
    rows: ({ connectorTypes }) => connectorTypes,
  });
  const [confirm, question] = useConfirm();

  function askToDelete(type: ConnectorType): void {
    confirm({
      message: `Delete the connector type "${type.name}" and its OpenAPI document? This cannot be undone.`,
      onConfirm: async () => {
        await api('DELETE /api/connector-types/{id}', { params: { id: type.id } });
        notify.success(`${type.name} deleted`);
        await queryClient.invalidateQueries({ queryKey: ['connector-types'] });
      },
    });
  }
  function askToShare({ id, name, baseUrl }: ConnectorType): void {
    confirm({
      message: `Everyone will be able to use “${name}”, and their credentials will be sent to ${baseUrl ?? 'its address'}. Only admins can change it then.`,
      confirmLabel: 'Share',
      isDanger: false,
      onConfirm: async () => {
        await api('POST /api/connector-types/{id}/share', { params: { id } });
        notify.success(`${name} is shared with everyone`);
        await queryClient.invalidateQueries({ queryKey: ['connector-types'] });
      },
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a press does is looked up when it happens.
  const columns = useMemo(() => columnsFor(askToDelete, askToShare), []);
  const add = (
    <LinkButton variant="primary" href={`${LIST_PATH}/add`}>
      <Plus aria-hidden size={size.icon} />
      Add
    </LinkButton>
  );

  return (
    <Page>
      <Toolbar label="Search connector types" onSubmit={() => list.search()} actions={add}>
        <SearchField label="Name" {...list.bind('name')} />
      </Toolbar>
      <ListCard
        label="Connector types"
        columns={columns}
        list={list}
        emptyState={
          <EmptyState title="No connector types yet" action={add}>
            A connector type is a system that workflows can use. Add one with its OpenAPI document.
          </EmptyState>
        }
      />
      {question}
    </Page>
  );
}

function columnsFor(onDelete: (type: ConnectorType) => void, onShare: (type: ConnectorType) => void): TableColumn<ConnectorType>[] {
  return [
    { id: 'logo', header: 'Logo', width: '72px', render: (type) => <Logo name={type.name} url={getLogoUrl(type)} /> },
    {
      id: 'name',
      header: 'Name',
      render: (type) => (
        <Inline>
          <span>{type.name}</span>
          {type.isSystem ? <Badge tone="info">System</Badge> : null}
        </Inline>
      ),
    },
    { id: 'visibility', header: 'Visibility', render: (type) => (type.visibility === 'AllUsers' ? 'All Users' : 'User') },
    { id: 'created', header: 'Created', render: (type) => <DateTime value={type.createdAt} /> },
    actionColumn({
      rowName: ({ name }) => name,
      buttons: (type) => {
        const path = `${LIST_PATH}/${encodeURIComponent(type.id)}`;
        return (
          <>
            <LinkButton size="dense" shortIcon={<FileCode />} href={`${path}/editor`} aria-label={`Api Editor of ${type.name}`}>
              Api Editor
            </LinkButton>
            {type.isSystem ? (
              <Button size="dense" shortIcon={<Pencil />} isDisabled aria-label={`Edit ${type.name}`}>
                Edit
              </Button>
            ) : (
              <LinkButton size="dense" shortIcon={<Pencil />} href={`${path}/edit`} aria-label={`Edit ${type.name}`}>
                Edit
              </LinkButton>
            )}
          </>
        );
      },
      menu: (type) => [
        ...(type.visibility === 'User' && !type.isSystem
          ? [{ id: 'share', label: 'Share with everyone', icon: <Share2 aria-hidden />, onAction: () => onShare(type) }]
          : []),
        {
          id: 'delete',
          label: 'Delete',
          icon: <Trash2 aria-hidden />,
          isDanger: true,
          isDisabled: type.isSystem,
          onAction: () => onDelete(type),
        },
      ],
    }),
  ];
}
