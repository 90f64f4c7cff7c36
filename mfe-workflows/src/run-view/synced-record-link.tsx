import { syncDataPath } from '@portage/area-kit';
import { Link } from '@portage/ui';
import type { StepSummary } from '../api-types.ts';
import { useRun } from '../runs/run-queries.ts';

/** Links from a record that a run synced to its item: both sides, and what the target refused. */
export function SyncedRecordLink({ runId, record }: { runId: string; record: NonNullable<StepSummary['syncRecord']> }) {
  const { data } = useRun(runId).run;
  const { flowId, sourceItemId } = record;
  if (!data || flowId === undefined) return null;
  return (
    <div>
      <Link href={syncDataPath(data.workflowId, flowId, sourceItemId)}>Open the record in Sync Data</Link>
    </div>
  );
}
