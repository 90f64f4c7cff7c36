import { lazyPage, useHost, useListPage, useSessionUser } from '@portage/area-kit';
import { NO_FOLDER } from '@portage/contracts';
import {
  Button,
  Checkbox,
  EmptyState,
  LinkButton,
  ListCard,
  Page,
  SearchField,
  SelectionBar,
  Toolbar,
  usePageTitle,
  useRowSelection,
} from '@portage/ui';
import { FolderOpen, Plus, Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AddWorkflowDialog } from '../add-workflow/add-workflow-dialog.tsx';
import type { WorkflowSummary } from '../api-types.ts';
import { readWorkflowFile, type WorkflowFile } from '../workflows/workflow-file.ts';
import { workflowKeys } from '../workflows/workflow-queries.ts';
import { chooseFile } from './file-transfer.ts';
import { folderPath, useFolders } from './folders/folder-queries.ts';
import { FolderRoom } from './folders/folder-room.ts';
import { useWorkflowActions } from './use-workflow-actions.tsx';
import { workflowColumns } from './workflow-columns.tsx';

const WorkflowAlertsDialog = lazyPage(() => import('../alerts/workflow-alerts-dialog.tsx').then((file) => file.WorkflowAlertsDialog));

const Folders = lazyPage(() => import('./folders/folders.tsx').then((file) => file.Folders));
const RunWithDataDialog = lazyPage(() => import('../run-with-data/run-with-data-dialog.tsx').then((file) => file.RunWithDataDialog));
const WorkflowBulkActions = lazyPage(() => import('./workflow-bulk-actions.tsx').then((file) => file.WorkflowBulkActions));
const FirstPage = lazyPage(() => import('../first-day/first-page.tsx').then((file) => file.FirstPage));
const FirstStepsBelowList = lazyPage(() => import('../first-day/first-page.tsx').then((file) => file.FirstStepsBelowList));

const FILTERS = ['name', 'activeOnly', 'folderId'] as const;

/** /workflows (spec WFL-01..16); /workflows/add is the same page with the dialog open (spec WFL-17). */
export function WorkflowListPage({ isAdding = false }: { isAdding?: boolean }) {
  usePageTitle('Workflows');
  const { api, navigate } = useHost();
  const user = useSessionUser();
  const isImpersonating = user?.isImpersonating ?? false;
  const [withAlerts, setWithAlerts] = useState<WorkflowSummary | null>(null);
  const [running, setRunning] = useState<WorkflowSummary | null>(null);
  const [imported, setImported] = useState<WorkflowFile | null>(null);
  const [address] = useSearchParams();
  const list = useListPage({
    key: [...workflowKeys.all, 'list'],
    filters: FILTERS,
    sorts: ['name', 'lastRunAt', 'isActive'],
    read: ({ activeOnly, ...filter }, paging, options) => {
      const query = { ...filter, ...paging, activeOnly: activeOnly === 'true' || undefined, withOverview: true };
      return api('GET /api/workflows', { query }, options);
    },
    rows: ({ workflows }) => workflows,
    // A person who comes back from a run should see it in the list at once.
    staleTime: 0,
  });
  const { filter, search, clear } = list;
  const { data } = list.query;
  const hasFolders = (useFolders().data?.folders.length ?? 0) > 0;
  const selection = useRowSelection<WorkflowSummary>({ rows: data?.rows ?? [], rowName: ({ name }) => name });
  const isFirst = !list.isFiltered && list.page === 1 && data?.totalCount === 0;
  const [rowActions, question] = useWorkflowActions();
  const [moving, setMoving] = useState<WorkflowSummary | null>(null);
  const actions = {
    ...rowActions,
    edit: ({ id }: WorkflowSummary) => navigate(`/workflows/${id}/edit`),
    runWithData: setRunning,
    showAlerts: setWithAlerts,
    ...(hasFolders ? { askToMove: setMoving } : {}),
  };
  /** A new workflow goes into the folder that the person has open. */
  const folderId = filter.folderId === NO_FOLDER ? '' : filter.folderId;

  /** Spec WFL-22: the add dialog opens with the file's content. */
  async function importFromFile() {
    const file = await chooseFile('.json,application/json');
    if (!file) return;
    setImported(readWorkflowFile(file.name, await file.text()));
    navigate('/workflows/add');
  }

  /** The address of a folder's list with the current filters, at the first page. */
  function pathOf(wanted: string): string {
    const next = new URLSearchParams(address);
    next.delete('page');
    next.delete('folderId');
    if (wanted) next.set('folderId', wanted);
    return next.size === 0 ? '/workflows' : `/workflows?${next}`;
  }

  return (
    <Page>
      <Toolbar
        label="Filter workflows"
        onSubmit={() => search()}
        actions={
          <>
            {isImpersonating ? (
              <Button icon={<Upload aria-hidden />} onPress={importFromFile}>
                Import
              </Button>
            ) : null}
            <LinkButton href="/workflows/variables">Variables</LinkButton>
            {user?.isAdmin ? <LinkButton href="/workflows/add-from-template">Add from template</LinkButton> : null}
            <LinkButton variant="primary" href={`/workflows/add${folderPath(folderId).slice('/workflows'.length)}`}>
              <Plus aria-hidden size={16} />
              Add
            </LinkButton>
          </>
        }
      >
        <SearchField label="Name" isLabelHidden placeholder="Name" {...list.bind('name')} />
        <Checkbox value={list.draft.activeOnly === 'true'} onChange={(isOn) => search({ activeOnly: isOn ? 'true' : '' })}>
          Show only Active
        </Checkbox>
      </Toolbar>
      {isFirst ? (
        <Suspense fallback={null}>
          <FirstPage />
        </Suspense>
      ) : (
        <>
          <Suspense fallback={<FolderRoom />}>
            <Folders
              selected={filter.folderId}
              pathOf={pathOf}
              listed={data?.rows ?? []}
              moving={moving}
              onMoveEnd={() => setMoving(null)}
            />
          </Suspense>
          <SelectionBar selection={selection}>
            <Suspense fallback={null}>
              <WorkflowBulkActions selection={selection} hasFolders={hasFolders} />
            </Suspense>
          </SelectionBar>
          <ListCard
            label="Workflows"
            selection={selection}
            columns={workflowColumns(actions)}
            list={list}
            emptyState={null}
            noMatch={filter.name || filter.activeOnly ? <NoMatch onClear={clear} /> : <EmptyFolder />}
          />
        </>
      )}
      {isFirst || !data ? null : (
        <Suspense fallback={null}>
          <FirstStepsBelowList />
        </Suspense>
      )}
      {question}
      {running ? (
        <Suspense fallback={null}>
          <RunWithDataDialog
            workflow={running}
            onClose={() => setRunning(null)}
            onRun={(runId) => navigate(`/run-history/${runId}/view`)}
          />
        </Suspense>
      ) : null}
      {withAlerts ? (
        <Suspense fallback={null}>
          <WorkflowAlertsDialog workflow={withAlerts} onClose={() => setWithAlerts(null)} />
        </Suspense>
      ) : null}
      <AddWorkflowDialog
        key={imported ? 'imported' : 'new'}
        isOpen={isAdding}
        imported={imported}
        folderId={folderId}
        onClose={() => {
          setImported(null);
          navigate(folderPath(folderId));
        }}
      />
    </Page>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No workflow matches" action={<Button onPress={onClear}>Show all workflows</Button>}>
      Try another part of the name, another folder, or include workflows that are not active.
    </EmptyState>
  );
}

function EmptyFolder() {
  return (
    <EmptyState
      icon={<FolderOpen aria-hidden />}
      title="No workflows here"
      action={<LinkButton href="/workflows">Show all workflows</LinkButton>}
    >
      Drag a workflow’s name here from another folder, or choose Move to folder in the menu next to Edit.
    </EmptyState>
  );
}
