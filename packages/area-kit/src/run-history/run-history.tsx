import { runStatusFilters } from '@portage/contracts';
import {
  Checkbox,
  ListCard,
  Page,
  type RowSelection,
  type RowSelectionSettings,
  Select,
  StartedFilter,
  type TableColumn,
  TextField,
  Toolbar,
  useListFilters,
  usePageTitle,
  useRowSelection,
} from '@portage/ui';
import type { ReactNode } from 'react';
import { PAGE_SIZE } from '../list/use-list-page.ts';
import { statusWord } from '../status/run-status.tsx';
import { asStatus, type RunQuery, type RunScope, runFilterNames } from './run-filter.ts';
import { type ListedRun, useRunList } from './run-list.ts';
import { WorkflowFilter } from './workflow-filter.tsx';

const statusOptions = [
  { value: '', label: 'Any status' },
  ...runStatusFilters.map((status) => ({ value: status as string, label: statusWord(status) })),
];

const NEWEST_FIRST = { columnId: 'started', direction: 'descending' } as const;

export interface RunHistoryProps {
  scope: RunScope;
  columns: readonly TableColumn<ListedRun>[];
  /** Shown while there are no runs at all. */
  emptyState: ReactNode;
  /** Shown above the filters. */
  tabs?: ReactNode;
  /** Omitted: runs can't be selected. */
  bulk?: RunBulk | undefined;
}

/** Which runs can be selected, and the bar above the list. */
export interface RunBulk extends Required<Omit<RowSelectionSettings<ListedRun>, 'rows'>> {
  render: (selection: RowSelection<ListedRun>, listed: ListedRuns) => ReactNode;
}

const cannotSelect = { canSelect: () => false, rowName: ({ name }: ListedRun) => name };

export interface ListedRuns {
  totalCount: number;
  query: RunQuery;
}

/** The Run History page: filters, and the runs they find, newest first (spec RUN-01, RUN-06). */
export function RunHistory({ scope, columns, emptyState, tabs, bulk }: RunHistoryProps) {
  usePageTitle('Run History');
  const filters = useListFilters(runFilterNames);
  const { draft, filter, search } = filters;
  const runs = useRunList(scope, filter, filters.page, filters.sort);
  const selection = useRowSelection({ ...(bulk ?? cannotSelect), rows: runs.data?.rows ?? [] });
  return (
    <Page>
      {tabs}
      <Toolbar label="Filter runs" onSubmit={() => search()} filterCount={filters.filterCount}>
        <WorkflowFilter
          scope={scope}
          value={draft.workflowId}
          searched={{
            workflowId: filter.workflowId,
            name: runs.data?.rows.find((run) => run.workflowId === filter.workflowId)?.name,
            isLoaded: runs.data !== undefined && !runs.isPlaceholderData,
          }}
          onChange={(workflowId) => search({ workflowId })}
        />
        {scope === 'everyone' ? <TextField label="User Email" {...filters.bind('userEmail')} maxLength={200} /> : null}
        {scope === 'own' ? (
          <TextField label="Contains" {...filters.bind('content')} maxLength={200} placeholder="Order, e-mail, any value" />
        ) : null}
        {scope === 'everyone' || filter.tag ? (
          <TextField label="Tag" {...filters.bind('tag')} maxLength={200} placeholder="Begins with…" />
        ) : null}
        <Select label="Status" value={asStatus(draft.status) ?? ''} onChange={(status) => search({ status })} options={statusOptions} />
        <StartedFilter value={draft} onChange={search} />
        <Checkbox value={draft.withoutTests === 'true'} onChange={(isOn) => search({ withoutTests: isOn ? 'true' : '' })}>
          Hide tests
        </Checkbox>
      </Toolbar>
      {bulk?.render(selection, { totalCount: runs.data?.totalCount ?? 0, query: runs.query })}
      <ListCard
        label="Runs"
        columns={columns}
        list={{ ...filters, query: runs, pageSize: PAGE_SIZE }}
        ownSort={NEWEST_FIRST}
        selection={bulk && selection}
        emptyState={emptyState}
      />
    </Page>
  );
}
