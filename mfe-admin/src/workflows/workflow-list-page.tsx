import { TemplateDialog, useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  Button,
  DateTime,
  EmailText,
  EmptyState,
  LinkButton,
  ListCard,
  Page,
  RowActions,
  type TableColumn,
  TextField,
  Toolbar,
  toPageIndex,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CopyPlus, History } from 'lucide-react';
import { useMemo, useState } from 'react';

type Workflow = CallResponse<Calls, 'GET /api/workflows'>['workflows'][number];

const WORKFLOW_PAGE_SIZE = 10;
const FILTERS = ['name', 'userEmail'] as const;

/** /admin/workflows: everyone's workflows (spec WFL-33..36). */
export function AdminWorkflowListPage() {
  usePageTitle('Workflows');
  const filters = useListFilters(FILTERS);
  const { draft, edit } = filters;
  const workflows = useAllWorkflows(filters.filter, filters.page);
  const [copied, setCopied] = useState<Workflow | null>(null);
  const columns = useMemo(() => columnsFor(setCopied), []);
  return (
    <Page>
      <Toolbar label="Search workflows" onSubmit={() => filters.search()}>
        <TextField label="Name" value={draft.name} onChange={(name) => edit('name', name)} maxLength={200} />
        <TextField label="User Email" value={draft.userEmail} onChange={(email) => edit('userEmail', email)} maxLength={200} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <ListCard
        label="Workflows"
        columns={columns}
        rowKey={(workflow) => workflow.id}
        query={workflows}
        page={filters.page}
        pageSize={WORKFLOW_PAGE_SIZE}
        onPageChange={filters.goToPage}
        isFiltered={filters.isFiltered}
        onClearFilter={filters.clear}
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

function useAllWorkflows({ name, userEmail }: { name: string; userEmail: string }, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['admin-workflows', 'list', name, userEmail, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows',
        { query: { name, userEmail, isAdmin: true, pageIndex: toPageIndex(page), pageSize: WORKFLOW_PAGE_SIZE } },
        { signal },
      ),
    select: ({ workflows, totalCount }) => ({ rows: workflows, totalCount }),
    placeholderData: keepPreviousData,
  });
}

function columnsFor(onCopy: (workflow: Workflow) => void): TableColumn<Workflow>[] {
  return [
    { id: 'name', header: 'Name', isYielding: true, render: (workflow) => workflow.name },
    { id: 'user', header: 'User', isYielding: true, render: (workflow) => <EmailText email={workflow.ownerUserEmail} /> },
    { id: 'lastRunAt', header: 'Last Run At', render: (workflow) => <DateTime value={workflow.lastRunAt} fallback="No runs yet" /> },
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      render: (workflow) => (
        <RowActions>
          <LinkButton
            size="dense"
            shortIcon={<History />}
            href={`/admin/run-history?workflowId=${encodeURIComponent(workflow.id)}`}
            aria-label={`Run History of ${workflow.name}`}
          >
            Run History
          </LinkButton>
          <Button size="dense" shortIcon={<CopyPlus />} aria-label={`Copy to Template: ${workflow.name}`} onPress={() => onCopy(workflow)}>
            Copy to Template
          </Button>
        </RowActions>
      ),
    },
  ];
}
