import { ConnectorMarks, shortDescription } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Badge, type TableColumn } from '@portage/ui';
import { type TemplateActions, templateActionColumn } from './template-action-column.tsx';

export type PlaybookTemplate = CallResponse<Calls, 'GET /api/playbook-templates'>['templates'][number];

export function playbookTemplateColumns(actions: TemplateActions<PlaybookTemplate>): TableColumn<PlaybookTemplate>[] {
  return [
    { id: 'name', header: 'Name', isSortable: true, render: ({ name }) => name },
    { id: 'description', header: 'Description', render: ({ description }) => shortDescription(description) },
    {
      id: 'type',
      header: 'Type',
      width: '130px',
      render: ({ integrationType }) => (integrationType === 'IntegrationApplication' ? 'Integration application' : 'Playbook'),
    },
    {
      id: 'connectors',
      header: 'Connectors',
      width: '110px',
      render: ({ connectorTypes }) => <ConnectorMarks types={connectorTypes} most={3} />,
    },
    {
      id: 'isActive',
      header: 'Active',
      isSortable: true,
      width: '110px',
      render: ({ isActive }) => (isActive ? <Badge tone="success">Active</Badge> : <Badge>Not Active</Badge>),
    },
    templateActionColumn(actions),
  ];
}
