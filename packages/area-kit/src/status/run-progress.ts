import type { RunStatus } from '@portage/contracts';
import { formatNumber } from '@portage/ui';

/** Spec ENG-03: Scheduled, InProgress and Delayed are "in progress"; such runs can be cancelled. */
export function isInProgress(status: RunStatus): boolean {
  return status === 'Scheduled' || status === 'InProgress' || status === 'Delayed';
}

/** The note of a run whose steps, or records of a sync, failed without ending it; null: none failed. */
export function failedStepsText(failedSteps: number | undefined): string | null {
  if (!failedSteps) return null;
  return failedSteps === 1 ? '1 failure, continued' : `${formatNumber(failedSteps)} failures, continued`;
}
