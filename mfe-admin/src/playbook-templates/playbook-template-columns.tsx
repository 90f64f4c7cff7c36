import { ConnectorMarks, shortDescription } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Badge, Button, RowActions, type TableColumn } from '@portage/ui';
import { Pencil, Power, Trash2 } from 'lucide-react';

export type PlaybookTemplate = CallResponse<Calls, 'GET /api/playbook-templates'>['templates'][number];

export interface PlaybookTemplateActions {
  edit: (template: PlaybookTemplate) => void;
  toggle: (template: PlaybookTemplate) => unknown;
  askToDelete: (template: PlaybookTemplate) => void;
}

export function playbookTemplateColumns(actions: PlaybookTemplateActions): TableColumn<PlaybookTemplate>[] {
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
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      width: '250px',
      render: (template) => <Actions template={template} actions={actions} />,
    },
  ];
}

function Actions({ template, actions }: { template: PlaybookTemplate; actions: PlaybookTemplateActions }) {
  const switchWord = template.isActive ? 'Deactivate' : 'Activate';
  return (
    <RowActions>
      <Button size="dense" shortIcon={<Pencil />} aria-label={`Edit ${template.name}`} onPress={() => actions.edit(template)}>
        Edit
      </Button>
      <Button size="dense" shortIcon={<Power />} aria-label={`${switchWord} ${template.name}`} onPress={() => actions.toggle(template)}>
        {switchWord}
      </Button>
      <Button size="dense" shortIcon={<Trash2 />} aria-label={`Delete ${template.name}`} onPress={() => actions.askToDelete(template)}>
        Delete
      </Button>
    </RowActions>
  );
}
