import { runStatuses } from '@portage/contracts';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { StartedFilter } from '../calendar/started-filter.tsx';
import { Select } from '../field/select.tsx';
import { TextField } from '../field/text-field.tsx';
import { usePageTitle } from '../host/host.ts';
import { Page, Toolbar } from '../layout/page-layout.tsx';
import { runStatusLooks } from '../status/run-status.tsx';
import { ListCard } from '../table/list-card.tsx';
import type { TableColumn } from '../table/table.tsx';
import { useListFilters } from '../table/use-list-filters.ts';
import { asStatus, RUN_PAGE_SIZE, type RunScope, runFilterNames } from './run-filter.ts';
import { type ListedRun, useRunList } from './run-list.ts';
import { WorkflowFilter } from './workflow-filter.tsx';

const statusOptions = [
  { value: '', label: 'Any status' },
  ...runStatuses.map((status) => ({ value: status as string, label: runStatusLooks[status].word })),
];

export interface RunHistoryProps {
  scope: RunScope;
  columns: readonly TableColumn<ListedRun>[];
  /** Shown while there are no runs at all. */
  emptyState: ReactNode;
  /** Beside the filters. */
  actions?: ReactNode;
}

/** The page Run History: filters, and the runs they find, newest first (spec RUN-01, RUN-06). */
export function RunHistory({ scope, columns, emptyState, actions }: RunHistoryProps) {
  usePageTitle('Run History');
  const filters = useListFilters(runFilterNames);
  const { draft, filter, edit } = filters;
  const runs = useRunList(scope, filter, filters.page);
  return (
    <Page>
      <Toolbar label="Filter runs" onSubmit={() => filters.search()} filterCount={filters.filterCount} actions={actions}>
        <WorkflowFilter
          scope={scope}
          value={draft.workflowId}
          searched={{
            workflowId: filter.workflowId,
            name: runs.data?.rows.find((run) => run.workflowId === filter.workflowId)?.name,
            isLoaded: runs.data !== undefined && !runs.isPlaceholderData,
          }}
          onChange={(workflowId) => edit('workflowId', workflowId)}
        />
        {scope === 'everyone' ? (
          <TextField label="User Email" value={draft.userEmail} onChange={(email) => edit('userEmail', email)} maxLength={200} />
        ) : null}
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
        emptyState={emptyState}
        isSlim={columns.length <= 4}
      />
    </Page>
  );
}
