import { useState } from 'react';
import { actionColumn, Badge, Button, DateTime, Pagination, Stack, Table, type TableColumn, type TableSort } from '../../src/index.ts';

interface Run {
  id: string;
  workflow: string;
  status: 'Succeeded' | 'Failed' | 'InProgress' | 'Delayed';
  startedAt: string | null;
  steps: number | null;
}

const runs: Run[] = [
  { id: '1', workflow: 'Orders to the warehouse', status: 'Succeeded', startedAt: '2026-11-21T04:28:06.123Z', steps: 14 },
  { id: '2', workflow: 'Nightly report', status: 'Failed', startedAt: '2026-11-20T23:00:00.000Z', steps: 6 },
  {
    id: '3',
    workflow: 'Contact form with a name that goes on and on until it has to be broken somewhere',
    status: 'InProgress',
    startedAt: '2026-11-19T12:00:00.000Z',
    steps: 1203,
  },
  { id: '4', workflow: 'Waits for the bank', status: 'Delayed', startedAt: null, steps: null },
];

const columns: TableColumn<Run>[] = [
  { id: 'workflow', header: 'Workflow', render: (run) => run.workflow, isSortable: true },
  { id: 'status', header: 'Status', render: (run) => <Badge>{run.status}</Badge> },
  { id: 'startedAt', header: 'Started', render: (run) => <DateTime value={run.startedAt} fallback="No runs yet" /> },
  { id: 'steps', header: 'Steps', align: 'right', render: (run) => run.steps?.toLocaleString('en-US') },
  actionColumn({
    rowName: (run) => run.workflow,
    buttons: () => <Button size="dense">View</Button>,
    menu: () => [
      { id: 'open', label: 'Open the workflow' },
      { id: 'delete', label: 'Delete', isDanger: true },
    ],
  }),
];

export function TableSection() {
  const [page, setPage] = useState(2);
  const [sort, setSort] = useState<TableSort | undefined>({ columnId: 'workflow', direction: 'ascending' });
  const direction = sort?.direction === 'descending' ? -1 : 1;
  const sorted = runs.toSorted((a, b) => direction * a.workflow.localeCompare(b.workflow));
  const shared = { columns, rowKey: (run: Run) => run.id };
  return (
    <Stack $gap={5}>
      <div>
        <Table {...shared} label="Runs" rows={sorted} sort={sort} onSortChange={setSort} />
        <Pagination page={page} totalCount={243} onPageChange={setPage} />
      </div>
      <Table {...shared} label="Loading runs" rows={undefined} skeletonRows={2} />
      <Table
        {...shared}
        label="Failed runs"
        rows={undefined}
        error={new Error('Portage could not be reached. Check your connection and try again.')}
        onRetry={() => undefined}
      />
      <Table {...shared} label="No runs" rows={[]} />
    </Stack>
  );
}
