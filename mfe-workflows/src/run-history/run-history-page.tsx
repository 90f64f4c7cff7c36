import { type RunStatus, runStatuses } from '@portage/contracts';
import {
  Button,
  Card,
  ComboBox,
  DateTime,
  EmptyState,
  Link,
  LinkButton,
  Page,
  Pagination,
  personsTimeZone,
  RowActions,
  rangeOf,
  runStatusLooks,
  Select,
  type SelectOption,
  StartedFilter,
  Table,
  type TableColumn,
  Toolbar,
  useListAddress,
  usePageTitle,
} from '@portage/ui';
import { Ban, Eye, History, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type RunActions, useRunActions } from '../runs/run-actions.tsx';
import type { RunOfList } from '../runs/run-of-list.ts';
import { isInProgress } from '../runs/run-status.ts';
import { RUN_PAGE_SIZE, useRuns, useWorkflowChoices } from './run-history-queries.ts';
import { RunStatusCell } from './run-status-cell.tsx';

const FILTERS = ['workflowId', 'status', 'started', 'startedFrom', 'startedTo'] as const;

const STATUS_OPTIONS: SelectOption<RunStatus | ''>[] = [
  { value: '', label: 'Any status' },
  ...runStatuses.map((status) => ({ value: status, label: runStatusLooks[status].word })),
];

/** /run-history (spec RUN-01..08). */
export function RunHistoryPage() {
  usePageTitle('Run History');
  const { filter, page, searchFor, goToPage } = useListAddress(FILTERS);
  const [draft, setDraft] = useState(filter);
  useEffect(() => setDraft(filter), [filter]);
  const range = rangeOf(filter, Date.now(), personsTimeZone());
  const runs = useRuns({
    workflowId: filter.workflowId,
    status: asStatus(filter.status),
    startedFrom: range.start ?? '',
    startedTo: range.end ?? '',
    page,
  });
  const { actions, dialogs } = useRunActions();
  const isFiltered = FILTERS.some((name) => filter[name] !== '');

  return (
    <Page>
      <Toolbar label="Filter runs" onSubmit={() => searchFor(draft)} filterCount={FILTERS.filter((name) => filter[name] !== '').length}>
        <WorkflowFilter
          value={draft.workflowId}
          searched={{
            workflowId: filter.workflowId,
            name: runs.data?.workflowInstances.find((run) => run.workflowId === filter.workflowId)?.name,
            isLoaded: runs.data !== undefined && !runs.isPlaceholderData,
          }}
          onChange={(workflowId) => setDraft({ ...draft, workflowId })}
        />
        <Select
          label="Status"
          options={STATUS_OPTIONS}
          value={asStatus(draft.status)}
          onChange={(status) => setDraft({ ...draft, status })}
        />
        <StartedFilter value={draft} onChange={(started) => setDraft({ ...draft, ...started })} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <Card isFlush>
        <Table
          label="Runs"
          columns={columnsOf(actions)}
          rows={runs.data?.workflowInstances}
          rowKey={(run) => run.id}
          isSlim
          isRefreshing={runs.isFetching && runs.isPlaceholderData}
          error={runs.error}
          onRetry={() => runs.refetch()}
          emptyState={isFiltered ? <NoMatch onClear={() => searchFor({})} /> : <NoRuns />}
        />
        <Pagination page={page} pageSize={RUN_PAGE_SIZE} totalCount={runs.data?.totalCount ?? 0} onPageChange={goToPage} />
      </Card>
      {dialogs}
    </Page>
  );
}

interface WorkflowFilterProps {
  value: string;
  /** What the list shows; the name is that of its runs: also a workflow that comes from a link, or is deleted, has one. */
  searched: { workflowId: string; name: string | undefined; isLoaded: boolean };
  onChange: (workflowId: string) => void;
}

/** Spec RUN-01; found by typing, however many workflows there are. */
function WorkflowFilter({ value, searched, onChange }: WorkflowFilterProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<SelectOption | null>(null);
  const choices = useWorkflowChoices(text);
  const isLoaded = searched.isLoaded && choices.data !== undefined;
  const found = choices.data ?? [];
  const known = [picked, { value: searched.workflowId, label: searched.name }].find((one) => one?.value === value);
  const isAmongThem = value === '' || found.some((choice) => choice.value === value);
  const options = isAmongThem ? found : [{ value, label: known?.label ?? (isLoaded ? 'Another workflow' : '') }, ...found];
  return (
    <ComboBox
      // The field keeps the words that it began with, which of a workflow from a link come later.
      key={searched.workflowId === '' ? '' : `${searched.workflowId} ${searched.name} ${isLoaded}`}
      label="Workflow"
      placeholder="All workflows"
      value={value || null}
      onChange={(id) => {
        setPicked(options.find((option) => option.value === id) ?? null);
        setText('');
        onChange(id ?? '');
      }}
      options={options}
      // The field also tells the label that it shows for the chosen workflow; that is no search.
      onSearch={(typed) => setText(options.some((option) => option.label === typed) ? '' : typed)}
    />
  );
}

function columnsOf(actions: RunActions): TableColumn<RunOfList>[] {
  return [
    {
      id: 'workflow',
      header: 'Workflow',
      render: (run) => <Link href={`/run-history/${run.id}/view`}>{run.name}</Link>,
    },
    { id: 'status', header: 'Status', width: '150px', render: (run) => <RunStatusCell run={run} /> },
    { id: 'started', header: 'Started', width: '220px', render: (run) => <DateTime value={run.startedAt ?? run.createdAt} /> },
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      width: '220px',
      render: (run) => (
        <RowActions>
          {run.status === 'Failed' ? (
            <Button size="dense" icon={<RotateCcw aria-hidden />} shortIcon={<RotateCcw />} onPress={() => actions.askToRerun(run)}>
              Re-run
            </Button>
          ) : null}
          {isInProgress(run.status) ? (
            <Button size="dense" icon={<Ban aria-hidden />} shortIcon={<Ban />} onPress={() => actions.askToCancel(run)}>
              Cancel
            </Button>
          ) : null}
          <LinkButton size="dense" shortIcon={<Eye />} href={`/run-history/${run.id}/view`}>
            View
          </LinkButton>
        </RowActions>
      ),
    },
  ];
}

function asStatus(text: string): RunStatus | '' {
  return runStatuses.find((status) => status === text) ?? '';
}

function NoRuns() {
  return (
    <EmptyState icon={<History aria-hidden />} title="No runs yet" action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}>
      Press Run on a workflow, or call its webhook, and follow what happens here.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No run matches" action={<Button onPress={onClear}>Show all runs</Button>}>
      Try another status or a longer time.
    </EmptyState>
  );
}
