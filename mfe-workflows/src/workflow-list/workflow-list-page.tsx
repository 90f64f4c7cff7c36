import {
  Button,
  Card,
  Checkbox,
  EmptyState,
  Link,
  LinkButton,
  lazyPage,
  Page,
  Pagination,
  SearchField,
  Table,
  Toolbar,
  useConfirm,
  useHost,
  useListAddress,
  usePageTitle,
  useSessionUser,
} from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Upload, Workflow } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { AddWorkflowDialog } from '../add-workflow/add-workflow-dialog.tsx';
import type { WorkflowSummary } from '../api-types.ts';
import { chooseFile, downloadText } from './file-transfer.ts';
import { type WorkflowActions, workflowColumns } from './workflow-columns.tsx';
import { readWorkflowFile, type WorkflowFile, writeWorkflowFile } from './workflow-file.ts';
import { copyWorkflow, startWorkflow, useWorkflows, WORKFLOW_PAGE_SIZE, workflowKeys } from './workflow-queries.ts';

const WorkflowAlertsDialog = lazyPage(() => import('../alerts/workflow-alerts-dialog.tsx').then((file) => file.WorkflowAlertsDialog));

const FILTERS = ['name', 'activeOnly'] as const;

/** /workflows (spec WFL-01..16); /workflows/add is the same page with the dialog open (spec WFL-17). */
export function WorkflowListPage({ isAdding = false }: { isAdding?: boolean }) {
  usePageTitle('Workflows');
  const { api, navigate, notify } = useHost();
  const user = useSessionUser();
  const isImpersonating = user?.isImpersonating ?? false;
  const [withAlerts, setWithAlerts] = useState<WorkflowSummary | null>(null);
  const [imported, setImported] = useState<WorkflowFile | null>(null);
  const queryClient = useQueryClient();
  const { filter, page, searchFor, goToPage } = useListAddress(FILTERS);
  const [name, setName] = useState(filter.name);
  const [activeOnly, setActiveOnly] = useState(filter.activeOnly === 'true');
  useEffect(() => {
    setName(filter.name);
    setActiveOnly(filter.activeOnly === 'true');
  }, [filter]);
  const [confirm, question] = useConfirm();
  const applied = { name: filter.name, activeOnly: filter.activeOnly === 'true', page };
  const list = useWorkflows(applied);
  const isFiltered = applied.name !== '' || applied.activeOnly;

  const reload = () => queryClient.invalidateQueries({ queryKey: workflowKeys.all });
  const search = () => searchFor({ name: name.trim(), activeOnly: activeOnly ? 'true' : '' });
  const actions: WorkflowActions = {
    run: async (workflow) => navigate(`/run-history/${await startWorkflow(api, workflow)}/view`),
    copy: async (workflow) => {
      const copyName = await copyWorkflow(api, workflow.id);
      notify.success(`Workflow copied to “${copyName}”`);
      await reload();
    },
    ...(isImpersonating
      ? {
          exportToFile: async ({ id }) => {
            const { workflow } = await api('GET /api/workflows/{id}', { params: { id } });
            const { fileName, text } = writeWorkflowFile(workflow);
            downloadText(fileName, text);
          },
        }
      : {}),
    showAlerts: setWithAlerts,
    askToDelete: (workflow) =>
      confirm({
        message: `“${workflow.name}” will be deleted and its trigger stops at once. Its past runs stay in the run history.`,
        onConfirm: async () => {
          await api('DELETE /api/workflows/{id}', { params: { id: workflow.id } });
          notify.success('Workflow deleted.');
          await reload();
        },
      }),
  };

  /** Spec WFL-22: the add dialog opens with what is in the file. */
  async function importFromFile() {
    const file = await chooseFile('.json,application/json');
    if (!file) return;
    setImported(readWorkflowFile(file.name, await file.text()));
    navigate('/workflows/add');
  }

  return (
    <Page>
      <Toolbar
        label="Filter workflows"
        onSubmit={search}
        actions={
          <>
            {isImpersonating ? (
              <Button icon={<Upload aria-hidden />} onPress={importFromFile}>
                Import
              </Button>
            ) : null}
            {user?.isAdmin ? <LinkButton href="/workflows/add-from-template">Add from template</LinkButton> : null}
            <LinkButton variant="primary" href="/workflows/add">
              <Plus aria-hidden size={16} />
              Add
            </LinkButton>
          </>
        }
      >
        <SearchField label="Name" isLabelHidden placeholder="Name" value={name} onChange={setName} />
        <Checkbox value={activeOnly} onChange={setActiveOnly}>
          Show only Active
        </Checkbox>
        <Button type="submit">Search</Button>
      </Toolbar>
      <Card isFlush>
        <Table
          label="Workflows"
          columns={workflowColumns(actions)}
          rows={list.data?.workflows}
          rowKey={(workflow) => workflow.id}
          isRefreshing={list.isFetching && list.isPlaceholderData}
          error={list.error}
          onRetry={() => list.refetch()}
          emptyState={isFiltered ? <NoMatch onClear={() => searchFor({})} /> : <NoWorkflows />}
        />
        <Pagination page={page} pageSize={WORKFLOW_PAGE_SIZE} totalCount={list.data?.totalCount ?? 0} onPageChange={goToPage} />
      </Card>
      {question}
      {withAlerts ? (
        <Suspense fallback={null}>
          <WorkflowAlertsDialog workflow={withAlerts} onClose={() => setWithAlerts(null)} />
        </Suspense>
      ) : null}
      <AddWorkflowDialog
        key={imported ? 'imported' : 'new'}
        isOpen={isAdding}
        imported={imported}
        onClose={() => {
          setImported(null);
          navigate('/workflows');
        }}
      />
    </Page>
  );
}

function NoWorkflows() {
  return (
    <EmptyState
      icon={<Workflow aria-hidden />}
      title="No workflows yet"
      action={
        <LinkButton variant="primary" href="/workflows/add">
          Add your first workflow
        </LinkButton>
      }
    >
      A workflow starts on an event, such as an order or a form, and carries its data to your other systems.{' '}
      <Link href="/help/first-workflow">How to build one</Link>
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No workflow matches" action={<Button onPress={onClear}>Show all workflows</Button>}>
      Try another part of the name, or include workflows that are not active.
    </EmptyState>
  );
}
