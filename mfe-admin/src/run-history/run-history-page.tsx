import { runStatuses } from '@portage/contracts';
import {
  Button,
  ComboBox,
  DateRangePicker,
  DateTime,
  EmptyState,
  LinkButton,
  ListCard,
  Page,
  RowActions,
  runStatusLooks,
  Select,
  StatusBadge,
  type TableColumn,
  Toolbar,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { useState } from 'react';
import { asInstant, asStatus, RUN_PAGE_SIZE, type Run, useAllRuns, useWorkflowChoices } from './run-queries.ts';

const FILTERS = ['workflowId', 'status', 'startedFrom', 'startedTo'] as const;

const statusOptions = [
  { value: '', label: 'All' },
  ...runStatuses.map((status) => ({ value: status as string, label: runStatusLooks[status].word })),
];

/** /admin/run-history: everybody's runs (spec RUN-01, RUN-06). */
export function AdminRunHistoryPage() {
  usePageTitle('Run History');
  const filters = useListFilters(FILTERS);
  const { draft, edit } = filters;
  const runs = useAllRuns(filters.filter, filters.page);
  return (
    <Page>
      <Toolbar label="Search runs" onSubmit={() => filters.search()}>
        <WorkflowFilter value={draft.workflowId} onChange={(id) => edit('workflowId', id)} />
        <Select label="Status" value={asStatus(draft.status) ?? ''} onChange={(status) => edit('status', status)} options={statusOptions} />
        <DateRangePicker
          label="Started"
          value={{ start: asInstant(draft.startedFrom) ?? null, end: asInstant(draft.startedTo) ?? null }}
          onChange={({ start, end }) => {
            edit('startedFrom', start ?? '');
            edit('startedTo', end ?? '');
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

function WorkflowFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [text, setText] = useState('');
  const choices = useWorkflowChoices(text);
  const known = choices.data ?? [];
  // A workflow from a link is not always among the first ones.
  const options = value && !known.some((option) => option.value === value) ? [{ value, label: 'The chosen workflow' }, ...known] : known;
  return (
    <ComboBox
      label="Workflow"
      placeholder="All"
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      options={options}
      onSearch={setText}
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
        <LinkButton size="dense" href={`/run-history/${encodeURIComponent(run.id)}/view`} aria-label={`View the run of ${run.name}`}>
          View
        </LinkButton>
      </RowActions>
    ),
  },
];
