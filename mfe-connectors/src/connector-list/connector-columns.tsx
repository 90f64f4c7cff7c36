import { actionColumn, Button, color, DateTime, font, Inline, Link, LinkButton, type TableColumn } from '@portage/ui';
import { Pencil, Plug, RefreshCw, Trash2 } from 'lucide-react';
import styled from 'styled-components';
import { TypeLogo } from '../connector-types/type-logo.tsx';
import type { ConnectorSummary, ConnectorType } from '../connectors/api-types.ts';
import { ConnectionBadge } from '../connectors/connection-badge.tsx';
import { asksPerson, getConnectionState } from '../connectors/connection-state.ts';
import type { ConnectorActions } from '../connectors/use-connector-actions.tsx';

const Note = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

/** Columns and row actions of spec CONN-02..04. */
export function connectorColumns(
  typesById: ReadonlyMap<string, ConnectorType>,
  actions: ConnectorActions,
): TableColumn<ConnectorSummary>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isSortable: true,
      render: ({ id, name, description }) => (
        <div>
          <Link href={`/connectors/${id}/edit`}>{name}</Link>
          {description ? <Note title={description}>{description}</Note> : null}
        </div>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      isSortable: true,
      width: '170px',
      render: ({ connectorTypeId, isSimulated, useSandbox }) => {
        const type = typesById.get(connectorTypeId);
        return (
          <Inline $isNowrap $shrinks>
            <TypeLogo type={type} isSmall />
            <span>
              {type?.name ?? 'Unknown application'}
              {useSandbox ? <Note>Sandbox</Note> : null}
              {isSimulated ? <Note>Simulated</Note> : null}
            </span>
          </Inline>
        );
      },
    },
    {
      id: 'connection',
      header: 'Connection',
      width: '180px',
      render: (connector) => (
        <div>
          <ConnectionBadge state={getConnectionState(connector, typesById.get(connector.connectorTypeId))} testedAt={connector.testedAt} />
          {connector.connectionProblem ? <Note title={connector.connectionProblem}>{connector.connectionProblem}</Note> : null}
        </div>
      ),
    },
    {
      id: 'lastUpdatedAt',
      header: 'Last Updated At',
      width: '170px',
      isSortable: true,
      sortsFirst: 'descending',
      render: ({ lastUpdatedAt }) => <DateTime value={lastUpdatedAt} />,
    },
    actionColumn({
      width: '240px',
      rowName: ({ name }) => name,
      buttons: (connector) => (
        <>
          {asksPerson(typesById.get(connector.connectorTypeId), connector) ? (
            <Button size="dense" shortIcon={<Plug />} onPress={() => actions.reconnect(connector)}>
              Re-Connect
            </Button>
          ) : null}
          <LinkButton size="dense" shortIcon={<Pencil />} href={`/connectors/${connector.id}/edit`}>
            Edit
          </LinkButton>
        </>
      ),
      menu: (connector) => [
        ...(typesById.get(connector.connectorTypeId)?.hasCustomParameters
          ? [
              {
                id: 'resync',
                label: 'Re-Sync Parameters',
                icon: <RefreshCw aria-hidden />,
                onAction: () => actions.resync(connector),
              },
            ]
          : []),
        { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => actions.askToDelete(connector) },
      ],
    }),
  ];
}
