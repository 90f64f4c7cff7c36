import { Badge, Button, DateTime, Link, LinkButton, RowActions, SplitButton, type TableColumn, useHost } from '@portage/ui';
import { Bell, Copy, Download, History, Pencil, Play, Trash2 } from 'lucide-react';
import type { WorkflowSummary } from '../api-types.ts';

export interface WorkflowActions {
  run: (workflow: WorkflowSummary) => unknown;
  copy: (workflow: WorkflowSummary) => unknown;
  /** Opens the switch and the mute of its alerts. */
  showAlerts: (workflow: WorkflowSummary) => void;
  askToDelete: (workflow: WorkflowSummary) => void;
  /** Absent if the person may not (spec WFL-14). */
  exportToFile?: ((workflow: WorkflowSummary) => unknown) | undefined;
}

/** Columns and actions of spec WFL-07..13. */
export function workflowColumns(actions: WorkflowActions): TableColumn<WorkflowSummary>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      render: (workflow) => <Link href={`/workflows/${workflow.id}/edit`}>{workflow.name}</Link>,
    },
    {
      id: 'lastRunAt',
      header: 'Last Run At',
      width: '220px',
      render: (workflow) => <DateTime value={workflow.lastRunAt} fallback="No runs yet" />,
    },
    {
      id: 'isActive',
      header: 'Active',
      width: '120px',
      render: (workflow) => (workflow.isActive ? <Badge tone="success">Active</Badge> : <Badge>Not Active</Badge>),
    },
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      width: '320px',
      render: (workflow) => <WorkflowRowActions workflow={workflow} actions={actions} />,
    },
  ];
}

function WorkflowRowActions({ workflow, actions }: { workflow: WorkflowSummary; actions: WorkflowActions }) {
  const { navigate } = useHost();
  const { exportToFile } = actions;
  return (
    <RowActions>
      <Button size="dense" icon={<Play aria-hidden />} shortIcon={<Play />} onPress={() => actions.run(workflow)}>
        Run
      </Button>
      <LinkButton size="dense" shortIcon={<History />} href={`/run-history?workflowId=${workflow.id}`}>
        Run History
      </LinkButton>
      <SplitButton
        label="Edit"
        size="dense"
        shortIcon={<Pencil />}
        onPress={() => navigate(`/workflows/${workflow.id}/edit`)}
        entries={[
          { id: 'copy', label: 'Copy', icon: <Copy aria-hidden />, onAction: () => actions.copy(workflow) },
          ...(exportToFile
            ? [{ id: 'export', label: 'Export', icon: <Download aria-hidden />, onAction: () => exportToFile(workflow) }]
            : []),
          { id: 'alerts', label: 'Alerts', icon: <Bell aria-hidden />, onAction: () => actions.showAlerts(workflow) },
          { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => actions.askToDelete(workflow) },
        ]}
      />
    </RowActions>
  );
}
