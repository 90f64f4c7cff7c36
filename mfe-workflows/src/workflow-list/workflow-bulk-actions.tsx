import { useHost } from '@portage/area-kit';
import { countWords } from '@portage/primitives/count-words';
import { Button, type RowSelection, useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { FolderInput, Power, PowerOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WorkflowSummary } from '../api-types.ts';
import { changeEach } from '../bulk/change-each.ts';
import { listNames } from '../bulk/list-names.ts';
import { useBulkChange } from '../bulk/use-bulk-change.tsx';
import { workflowKeys } from '../workflows/workflow-queries.ts';
import { MoveDialog } from './folders/move-dialog.tsx';

const countWorkflows = (count: number) => countWords(count, 'workflow');
const nameAll = (workflows: readonly WorkflowSummary[]) => listNames(workflows.map(({ name }) => name));

interface WorkflowBulkActionsProps {
  selection: RowSelection<WorkflowSummary>;
  hasFolders: boolean;
}

/** What can be done with the selected workflows. */
export function WorkflowBulkActions({ selection, hasFolders }: WorkflowBulkActionsProps) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const [confirm, question] = useConfirm();
  const [changeAll, problems] = useBulkChange(selection);
  const [isMoving, setIsMoving] = useState(false);
  const { selected } = selection;
  const active = selected.filter(({ isActive }) => isActive);
  const inactive = selected.filter(({ isActive }) => !isActive);
  const reload = () => queryClient.invalidateQueries({ queryKey: workflowKeys.all });

  async function setActive({ id, name }: WorkflowSummary, isActive: boolean): Promise<void> {
    const params = { id };
    const { warnings } = isActive
      ? await api('POST /api/workflows/{id}/activate', { params })
      : await api('POST /api/workflows/{id}/deactivate', { params });
    for (const { userMessage } of warnings) notify.warning(`“${name}”: ${userMessage}`);
  }

  /** @param undo reverses the change of one workflow */
  function report(what: string, changed: readonly WorkflowSummary[], undo: (workflow: WorkflowSummary) => Promise<unknown>): void {
    if (changed.length === 0) return;
    notify.success(`${countWorkflows(changed.length)} ${what}.`, {
      label: 'Undo',
      about: nameAll(changed),
      onAction: async () => {
        const { failures } = await changeEach(changed, undo);
        for (const { row, message } of failures) notify.warning(`“${row.name}”: ${message}`);
        await reload();
      },
    });
  }

  async function activate(): Promise<void> {
    const changed = await changeAll({
      rows: inactive,
      change: (workflow) => setActive(workflow, true),
      failedTitle: (count) => `${countWorkflows(count)} couldn’t be activated`,
    });
    report('activated', changed, (workflow) => setActive(workflow, false));
    await reload();
  }

  function askToDeactivate(): void {
    confirm({
      message: `${nameAll(active)} will be deactivated. Triggers stop at once; runs that have begun continue.`,
      confirmLabel: 'Deactivate',
      isDanger: false,
      onConfirm: async () => {
        const changed = await changeAll({
          rows: active,
          change: (workflow) => setActive(workflow, false),
          failedTitle: (count) => `${countWorkflows(count)} couldn’t be deactivated`,
        });
        report('deactivated', changed, (workflow) => setActive(workflow, true));
        await reload();
      },
    });
  }

  async function move(folder: { id: string; name: string } | null): Promise<void> {
    const folderId = folder?.id ?? null;
    const moveTo = (id: string, wanted: string | null) =>
      api('PUT /api/workflows/{id}/folder', { params: { id }, body: { folderId: wanted } });
    const changed = await changeAll({
      rows: selected,
      change: async (workflow) => (workflow.folderId === folderId ? null : moveTo(workflow.id, folderId)),
      failedTitle: (count) => `${countWorkflows(count)} couldn’t be moved`,
    });
    report(folder ? `moved to “${folder.name}”` : 'removed from their folder', changed, ({ id, folderId: before }) => moveTo(id, before));
    await reload();
  }

  function askToDelete(): void {
    confirm({
      message: `${nameAll(selected)} will be deleted, and their triggers stop at once. Past runs stay in the run history.`,
      onConfirm: async () => {
        const changed = await changeAll({
          rows: selected,
          change: ({ id }) => api('DELETE /api/workflows/{id}', { params: { id } }),
          failedTitle: (count) => `${countWorkflows(count)} couldn’t be deleted`,
        });
        report('deleted', changed, ({ id }) => api('POST /api/workflows/{id}/restore', { params: { id } }));
        await reload();
      },
    });
  }

  return (
    <>
      {inactive.length > 0 ? (
        <Button size="dense" icon={<Power aria-hidden />} onPress={activate}>
          Activate {inactive.length < selected.length ? inactive.length : null}
        </Button>
      ) : null}
      {active.length > 0 ? (
        <Button size="dense" icon={<PowerOff aria-hidden />} onPress={askToDeactivate}>
          Deactivate {active.length < selected.length ? active.length : null}
        </Button>
      ) : null}
      {hasFolders ? (
        <Button size="dense" icon={<FolderInput aria-hidden />} onPress={() => setIsMoving(true)}>
          Move to folder
        </Button>
      ) : null}
      <Button size="dense" variant="danger" icon={<Trash2 aria-hidden />} onPress={askToDelete}>
        Delete
      </Button>
      {problems}
      {question}
      {isMoving ? (
        <MoveDialog
          label={`Folder of ${countWorkflows(selected.length)}`}
          folderId={selected[0]?.folderId ?? null}
          onClose={() => setIsMoving(false)}
          onMove={move}
        />
      ) : null}
    </>
  );
}
