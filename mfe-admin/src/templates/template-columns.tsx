import { ConnectorMarks, shortDescription } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { actionColumn, Badge, LinkButton, type TableColumn } from '@portage/ui';
import { SquarePlus } from 'lucide-react';
import { type TemplateActions, templateActionColumn } from '../playbook-templates/template-action-column.tsx';

export type Template = CallResponse<Calls, 'GET /api/workflow-templates'>['templates'][number];

/** Columns and actions of spec TPL-03, TPL-04. @param actions null for people who may only read */
export function templateColumns(actions: TemplateActions<Template> | null): TableColumn<Template>[] {
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
    actions ? templateActionColumn(actions) : choiceColumn,
  ];
}

const choiceColumn = actionColumn<Template>({
  buttons: ({ id, name }) => (
    <LinkButton
      size="dense"
      shortIcon={<SquarePlus />}
      href={`/workflows/add-from-template-id/${encodeURIComponent(id)}/`}
      aria-label={`Use ${name}`}
    >
      Use
    </LinkButton>
  ),
});
