import { isInProgress } from '@portage/area-kit';
import { EmptyState } from '@portage/ui';
import type { RunInstance } from '../api-types.ts';

/** Why there are no steps of a run to show; `notice` is the server's reason. */
export function NoSteps({ run, notice }: { run: RunInstance; notice?: string | undefined }) {
  if (notice) return <EmptyState title="The steps are no longer kept">{notice}</EmptyState>;
  if (isInProgress(run.status)) return <EmptyState title="Waiting for the first step">It appears here as soon as it begins.</EmptyState>;
  return <EmptyState title="No steps">The run ended before its first step began.</EmptyState>;
}
