import { ConnectorMarks, shortDescription } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Badge, Button, LinkButton, RowActions, type TableColumn } from '@portage/ui';
import { Pencil, Power, SquarePlus, Trash2 } from 'lucide-react';

export type Template = CallResponse<Calls, 'GET /api/workflow-templates'>['templates'][number];

export interface TemplateActions {
  edit: (template: Template) => void;
  toggle: (template: Template) => unknown;
  askToDelete: (template: Template) => void;
}

/** Columns and actions of spec TPL-03, TPL-04. @param actions null for people who may only read */
export function templateColumns(actions: TemplateActions | null): TableColumn<Template>[] {
  return [
    { id: 'name', header: 'Name', isSortable: true, render: ({ name }) => name },
    { id: 'description', header: 'Description', render: ({ description }) => shortDescription(description) },
    {
      id: 'connectors',
      header: 'Connectors',
      width: '160px',
      render: ({ connectorTypes }) => <ConnectorMarks types={connectorTypes} most={3} />,
    },
    {
      id: 'isActive',
      header: 'Active',
      isSortable: true,
      width: '120px',
      render: ({ isActive }) => (isActive ? <Badge tone="success">Active</Badge> : <Badge>Not Active</Badge>),
    },
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      width: '260px',
      render: (template) => (actions ? <AdminActions template={template} actions={actions} /> : <UseTemplate template={template} />),
    },
  ];
}

function AdminActions({ template, actions }: { template: Template; actions: TemplateActions }) {
  const { name, isActive } = template;
  const switchWord = isActive ? 'Deactivate' : 'Activate';
  return (
    <RowActions>
      <Button size="dense" shortIcon={<Pencil />} aria-label={`Edit ${name}`} onPress={() => actions.edit(template)}>
        Edit
      </Button>
      <Button size="dense" shortIcon={<Power />} aria-label={`${switchWord} ${name}`} onPress={() => actions.toggle(template)}>
        {switchWord}
      </Button>
      <Button size="dense" shortIcon={<Trash2 />} aria-label={`Delete ${name}`} onPress={() => actions.askToDelete(template)}>
        Delete
      </Button>
    </RowActions>
  );
}

function UseTemplate({ template: { id, name } }: { template: Template }) {
  return (
    <RowActions>
      <LinkButton
        size="dense"
        shortIcon={<SquarePlus />}
        href={`/workflows/add-from-template-id/${encodeURIComponent(id)}/`}
        aria-label={`Use ${name}`}
      >
        Use
      </LinkButton>
    </RowActions>
  );
}
