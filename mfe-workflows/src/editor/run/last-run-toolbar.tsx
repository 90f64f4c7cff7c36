import { Button } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { runKeys } from '../../runs/run-queries.ts';
import { useShownRun } from './use-shown-run.ts';

export interface LastRunToolbarProps {
  workflowId: string;
  runId: string | null;
  /** Called with a run newer than the shown one; omitted if the person chose the run. */
  onNewest: ((runId: string) => void) | undefined;
  onBack: () => void;
}

/** Returns to the designer or reloads the run (spec EDIT-21). */
export function LastRunToolbar({ workflowId, runId, onNewest, onBack }: LastRunToolbarProps) {
  const queryClient = useQueryClient();
  const shown = useShownRun(workflowId, runId);
  async function refresh() {
    const newest = onNewest ? await shown.look() : null;
    if (newest !== null && newest !== runId) return onNewest?.(newest);
    if (shown.runId) await queryClient.invalidateQueries({ queryKey: runKeys.run(shown.runId) });
  }
  return (
    <>
      <Button icon={<ArrowLeft aria-hidden />} onPress={onBack}>
        Back to Designer
      </Button>
      <Button icon={<RefreshCw aria-hidden />} onPress={refresh}>
        Refresh
      </Button>
    </>
  );
}
