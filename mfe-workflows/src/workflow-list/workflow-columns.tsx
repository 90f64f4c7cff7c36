import { StatusIcon } from '@portage/area-kit';
import { actionColumn, Badge, Button, DateTime, LinkButton, type MenuEntry, RareAction, Stack, space, type TableColumn } from '@portage/ui';
import { Bell, Braces, Copy, Download, FolderInput, History, Pencil, Play, Trash2 } from 'lucide-react';
import styled from 'styled-components';
import type { WorkflowSummary } from '../api-types.ts';
import { NameCell } from './name-cell.tsx';
import { RunStrip } from './run-strip.tsx';

export interface WorkflowActions {
  run: (workflow: WorkflowSummary) => unknown;
  edit: (workflow: WorkflowSummary) => void;
  /** Asks for the data before it runs. */
  runWithData: (workflow: WorkflowSummary) => void;
  copy: (workflow: WorkflowSummary) => unknown;
  showAlerts: (workflow: WorkflowSummary) => void;
  askToDelete: (workflow: WorkflowSummary) => void;
  /** Omitted while there are no folders. */
  askToMove?: ((workflow: WorkflowSummary) => void) | undefined;
  /** Omitted if the person may not export (spec WFL-14). */
  exportToFile?: ((workflow: WorkflowSummary) => unknown) | undefined;
}

const LastRun = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.5)};
`;

/** Columns and actions of spec WFL-07..13. */
export function workflowColumns(actions: WorkflowActions): TableColumn<WorkflowSummary>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isSortable: true,
      render: (workflow) => <NameCell workflow={workflow} canDrag={actions.askToMove !== undefined} />,
    },
    {
      id: 'lastRunAt',
      header: 'Last Run At',
      width: '270px',
      isSortable: true,
      sortsFirst: 'descending',
      render: (workflow) => <LastRunCell workflow={workflow} />,
    },
    {
      id: 'isActive',
      header: 'Active',
      width: '120px',
      isSortable: true,
      render: (workflow) => (workflow.isActive ? <Badge tone="success">Active</Badge> : <Badge>Not Active</Badge>),
    },
    actionColumn({
      width: '320px',
      buttons: (workflow) => (
        <>
          <Button size="dense" icon={<Play aria-hidden />} shortIcon={<Play />} onPress={() => actions.run(workflow)}>
            Run
          </Button>
          <RareAction>
            <LinkButton size="dense" shortIcon={<History />} href={`/run-history?workflowId=${workflow.id}`}>
              Run History
            </LinkButton>
          </RareAction>
        </>
      ),
      split: (workflow) => ({ label: 'Edit', shortIcon: <Pencil />, onPress: () => actions.edit(workflow) }),
      menu: (workflow) => listMenuEntries(workflow, actions),
    }),
  ];
}

function LastRunCell({ workflow: { name, lastRunAt, overview } }: { workflow: WorkflowSummary }) {
  const runs = overview?.lastRuns ?? [];
  return (
    <Stack $gap={0.5}>
      <LastRun>
        {runs[0] ? <StatusIcon {...runs[0]} /> : null}
        <DateTime value={lastRunAt} fallback="No runs yet" isAsSpecified />
      </LastRun>
      <RunStrip name={name} runs={runs} />
    </Stack>
  );
}

function listMenuEntries(workflow: WorkflowSummary, actions: WorkflowActions): MenuEntry[] {
  const { askToMove, exportToFile } = actions;
  return [
    { id: 'data', label: 'Run with data', icon: <Braces aria-hidden />, onAction: () => actions.runWithData(workflow) },
    { id: 'copy', label: 'Copy', icon: <Copy aria-hidden />, onAction: () => actions.copy(workflow) },
    ...(exportToFile ? [{ id: 'export', label: 'Export', icon: <Download aria-hidden />, onAction: () => exportToFile(workflow) }] : []),
    ...(askToMove ? [{ id: 'move', label: 'Move to folder', icon: <FolderInput aria-hidden />, onAction: () => askToMove(workflow) }] : []),
    { id: 'alerts', label: 'Alerts', icon: <Bell aria-hidden />, onAction: () => actions.showAlerts(workflow) },
    { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => actions.askToDelete(workflow) },
  ];
}
