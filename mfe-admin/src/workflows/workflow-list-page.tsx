import { TemplateDialog, useApi, useListPage } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  actionColumn,
  DateTime,
  EmailText,
  EmptyState,
  LinkButton,
  ListCard,
  Page,
  type TableColumn,
  TextField,
  Toolbar,
  usePageTitle,
} from '@portage/ui';
import { CopyPlus, History } from 'lucide-react';
import { useMemo, useState } from 'react';

type Workflow = CallResponse<Calls, 'GET /api/workflows'>['workflows'][number];

const FILTERS = ['name', 'userEmail'] as const;

/** /admin/workflows: everyone's workflows (spec WFL-33..36). */
export function AdminWorkflowListPage() {
  usePageTitle('Workflows');
  const api = useApi();
  const list = useListPage({
    key: ['admin-workflows', 'list'],
    filters: FILTERS,
    read: (filter, paging, options) => api('GET /api/workflows', { query: { ...filter, ...paging, isAdmin: true } }, options),
    rows: ({ workflows }) => workflows,
  });
  const [copied, setCopied] = useState<Workflow | null>(null);
  const columns = useMemo(() => columnsFor(setCopied), []);
  return (
    <Page>
      <Toolbar label="Search workflows" onSubmit={() => list.search()}>
        <TextField label="Name" {...list.bind('name')} maxLength={200} />
        <TextField label="User Email" {...list.bind('userEmail')} maxLength={200} />
      </Toolbar>
      <ListCard
        label="Workflows"
        columns={columns}
        list={list}
        emptyState={<EmptyState title="No workflows yet">Workflows of all users appear here once one exists.</EmptyState>}
      />
      {copied ? (
        <TemplateDialog
          subject={{ workflowId: copied.id, name: copied.name, description: copied.description }}
          onClose={() => setCopied(null)}
        />
      ) : null}
    </Page>
  );
}

function columnsFor(onCopy: (workflow: Workflow) => void): TableColumn<Workflow>[] {
  return [
    { id: 'name', header: 'Name', isYielding: true, render: (workflow) => workflow.name },
    { id: 'user', header: 'User', isYielding: true, render: (workflow) => <EmailText email={workflow.ownerUserEmail} /> },
    {
      id: 'lastRunAt',
      header: 'Last Run At',
      render: (workflow) => <DateTime value={workflow.lastRunAt} fallback="No runs yet" isAsSpecified />,
    },
    actionColumn({
      rowName: ({ name }) => name,
      buttons: ({ id, name }) => (
        <LinkButton
          size="dense"
          shortIcon={<History />}
          href={`/admin/run-history?workflowId=${encodeURIComponent(id)}`}
          aria-label={`Run History of ${name}`}
        >
          Run History
        </LinkButton>
      ),
      menu: (workflow) => [{ id: 'template', label: 'Copy to Template', icon: <CopyPlus aria-hidden />, onAction: () => onCopy(workflow) }],
    }),
  ];
}
