import { runStatuses } from '@portage/contracts';
import {
  Button,
  ComboBox,
  DateTime,
  EmptyState,
  LinkButton,
  ListCard,
  Page,
  RowActions,
  runStatusLooks,
  Select,
  type SelectOption,
  StartedFilter,
  StatusBadge,
  type TableColumn,
  TextField,
  Toolbar,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { asStatus, RUN_PAGE_SIZE, type Run, useAllRuns, useWorkflowChoices, withChosen } from './run-queries.ts';

const FILTERS = ['userEmail', 'workflowId', 'status', 'started', 'startedFrom', 'startedTo'] as const;

const statusOptions = [
  { value: '', label: 'All' },
  ...runStatuses.map((status) => ({ value: status as string, label: runStatusLooks[status].word })),
];

/** /admin/run-history: the runs of everyone (spec RUN-01, RUN-06). */
export function AdminRunHistoryPage() {
  usePageTitle('Run History');
  const filters = useListFilters(FILTERS);
  const { draft, edit } = filters;
  const runs = useAllRuns(filters.filter, filters.page);
  return (
    <Page>
      <Toolbar label="Search runs" onSubmit={() => filters.search()} filterCount={filters.filterCount}>
        <WorkflowFilter value={draft.workflowId} knownName={runs.data?.rows[0]?.name} onChange={(id) => edit('workflowId', id)} />
        <TextField label="User Email" value={draft.userEmail} onChange={(email) => edit('userEmail', email)} maxLength={200} />
        <Select label="Status" value={asStatus(draft.status) ?? ''} onChange={(status) => edit('status', status)} options={statusOptions} />
        <StartedFilter
          value={draft}
          onChange={({ started, startedFrom, startedTo }) => {
            edit('started', started);
            edit('startedFrom', startedFrom);
            edit('startedTo', startedTo);
          }}
        />
        <Button type="submit">Search</Button>
      </Toolbar>
      <ListCard
        label="Runs"
        columns={columns}
        rowKey={(run) => run.id}
        query={runs}
        page={filters.page}
        pageSize={RUN_PAGE_SIZE}
        onPageChange={filters.goToPage}
        isFiltered={filters.isFiltered}
        onClearFilter={filters.clear}
        emptyState={<EmptyState title="No runs yet">Runs of all users appear here as soon as a workflow has started.</EmptyState>}
      />
    </Page>
  );
}

interface WorkflowFilterProps {
  value: string;
  /** Name on the runs that are shown, for a workflow that comes from a link. */
  knownName: string | undefined;
  onChange: (id: string) => void;
}

function WorkflowFilter({ value, knownName, onChange }: WorkflowFilterProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<SelectOption | null>(null);
  const choices = useWorkflowChoices(text).data ?? [];
  const options = withChosen(choices, value, picked?.value === value ? picked.label : knownName);

  return (
    <ComboBox
      label="Workflow"
      placeholder="All"
      value={value || null}
      onChange={(id) => {
        setPicked(options.find((option) => option.value === id) ?? null);
        setText('');
        onChange(id ?? '');
      }}
      options={options}
      // The field also reports the label that it shows for the chosen workflow; that is no search.
      onSearch={(typed) => setText(options.some((option) => option.label === typed) ? '' : typed)}
    />
  );
}

const columns: TableColumn<Run>[] = [
  { id: 'workflow', header: 'Workflow', render: (run) => run.name },
  { id: 'user', header: 'User', render: (run) => run.ownerUserEmail },
  { id: 'status', header: 'Status', render: (run) => <StatusBadge status={run.status} /> },
  { id: 'startedAt', header: 'Started', render: (run) => <DateTime value={run.startedAt ?? run.createdAt} /> },
  {
    id: 'action',
    header: 'Action',
    align: 'right',
    render: (run) => (
      <RowActions>
        <LinkButton
          size="dense"
          shortIcon={<Eye />}
          href={`/run-history/${encodeURIComponent(run.id)}/view`}
          aria-label={`View the run of ${run.name}`}
        >
          View
        </LinkButton>
      </RowActions>
    ),
  },
];
