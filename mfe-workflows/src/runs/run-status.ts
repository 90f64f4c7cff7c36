import type { RunStatus } from '@portage/contracts';
import { formatNumber } from '@portage/ui';

/** Spec ENG-03: Scheduled, InProgress and Delayed are "in progress"; such runs can be cancelled. */
export function isInProgress(status: RunStatus): boolean {
  return status === 'Scheduled' || status === 'InProgress' || status === 'Delayed';
}

/** A step may fail without ending its run ("Continue on error"); which step failed a run is not known here. */
export function wentOnAfter(stepStatus: RunStatus, runStatus: RunStatus | undefined): boolean {
  return stepStatus === 'Failed' && runStatus === 'Succeeded';
}

/** What a failed step says that did not end its run. */
export const WENT_ON = 'Failed, went on';

/** The same of a whole run; null: no step failed that did not end the run. */
export function failedStepsText(failedSteps: number | undefined): string | null {
  if (!failedSteps) return null;
  return failedSteps === 1 ? '1 step failed, went on' : `${formatNumber(failedSteps)} steps failed, went on`;
}

/** Spec RUN-14: green for 2xx, orange for 3xx and 404, red otherwise. */
export function toneOfHttpStatus(statusCode: number): 'success' | 'warning' | 'danger' {
  if (statusCode >= 200 && statusCode < 300) return 'success';
  return (statusCode >= 300 && statusCode < 400) || statusCode === 404 ? 'warning' : 'danger';
}
