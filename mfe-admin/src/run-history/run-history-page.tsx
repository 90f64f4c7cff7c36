import { type ListedRun, RunHistory, runColumns, runPath } from '@portage/area-kit';
import { actionColumn, EmailText, EmptyState, LinkButton, type TableColumn } from '@portage/ui';
import { Eye } from 'lucide-react';

/** /admin/run-history: everyone's runs (spec RUN-06). */
export function AdminRunHistoryPage() {
  return (
    <RunHistory
      scope="everyone"
      columns={columns}
      emptyState={<EmptyState title="No runs yet">Runs of all users appear here once a workflow has started.</EmptyState>}
    />
  );
}

const columns: TableColumn<ListedRun>[] = [
  runColumns.workflow,
  { id: 'user', header: 'User', isYielding: true, render: (run) => run.ownerUserEmail && <EmailText email={run.ownerUserEmail} /> },
  runColumns.status,
  runColumns.started,
  actionColumn({
    buttons: ({ id, name }) => (
      <LinkButton size="dense" shortIcon={<Eye />} href={runPath(id)} aria-label={`View the run of ${name}`}>
        View
      </LinkButton>
    ),
  }),
];
