import { useHost } from '@portage/area-kit';
import { muteLengths } from '@portage/contracts';
import { countWords } from '@portage/primitives/count-words';
import { Button, MenuButton, type RowSelection } from '@portage/ui';
import { BellOff, Check } from 'lucide-react';
import { useBulkChange } from '../bulk/use-bulk-change.tsx';
import { type Alert, alertKeys } from './alert-queries.ts';

/** The most that one call accepts; the others stay selected. */
const MOST_AT_ONCE = 100;

interface AlertBulkActionsProps {
  selection: RowSelection<Alert>;
  markRead: (alertIds: string[]) => Promise<void>;
}

/** What can be done with the selected alerts. */
export function AlertBulkActions({ selection, markRead }: AlertBulkActionsProps) {
  const { api, notify, queryClient } = useHost();
  const [changeAll, problems] = useBulkChange(selection);
  const unread = selection.selected.filter(({ readAt }) => readAt === null);
  const byWorkflow = Map.groupBy(
    selection.selected.filter(({ flowId }) => flowId === null),
    ({ workflowId }) => workflowId,
  );
  byWorkflow.delete(null);

  async function mute(minutes: number): Promise<void> {
    const mutedUntil = new Date(Date.now() + minutes * 60_000).toISOString();
    const muted = await changeAll({
      rows: [...byWorkflow.values()].flatMap(([first]) => first ?? []),
      change: async ({ workflowId }) => {
        const params = { workflowId: workflowId ?? '' };
        const { isEnabled } = await api('GET /api/alerts/workflows/{workflowId}', { params });
        await api('PUT /api/alerts/workflows/{workflowId}', { params, body: { isEnabled, mutedUntil } });
      },
      failedTitle: (count) => `The alerts of ${countWords(count, 'workflow')} couldn’t be muted`,
    });
    if (muted.length === 0) return;
    selection.set(
      muted.flatMap(({ workflowId }) => byWorkflow.get(workflowId) ?? []),
      false,
    );
    notify.success(`Alerts of ${countWords(muted.length, 'workflow')} muted. They are listed but not sent.`);
    for (const { workflowId } of muted) await queryClient.invalidateQueries({ queryKey: alertKeys.workflow(workflowId ?? '') });
  }

  return (
    <>
      {unread.length > 0 ? (
        <Button
          size="dense"
          icon={<Check aria-hidden />}
          onPress={async () => {
            const marked = unread.slice(0, MOST_AT_ONCE);
            await markRead(marked.map(({ id }) => id));
            selection.set(marked, false);
          }}
        >
          Mark {unread.length} as read
        </Button>
      ) : null}
      {byWorkflow.size > 0 ? (
        <MenuButton
          label={byWorkflow.size === 1 ? 'Mute the workflow' : `Mute ${byWorkflow.size} workflows`}
          size="dense"
          icon={<BellOff aria-hidden />}
          entries={muteLengths.map(({ minutes, label }) => ({ id: String(minutes), label, onAction: () => mute(minutes) }))}
        />
      ) : null}
      {problems}
    </>
  );
}
