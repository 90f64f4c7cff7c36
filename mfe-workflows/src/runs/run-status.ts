import type { RunStatus } from '@portage/contracts';
import type { StepSummary } from '../api-types.ts';

/** A step's title; for a step that synced a record, the record. */
export function titleOfStep({ name, syncRecord }: Pick<StepSummary, 'name' | 'syncRecord'>): string {
  return syncRecord?.name ?? name;
}

/** Whether a step failed without ending its run. Never true for a failed run: which step ended it isn't known here. */
export function wentOnAfter(stepStatus: RunStatus, runStatus: RunStatus | undefined): boolean {
  return stepStatus === 'Failed' && runStatus !== undefined && runStatus !== 'Failed';
}

export const WENT_ON = 'Failed, continued';

/** Spec RUN-14: green for 2xx, orange for 3xx and 404, red otherwise. */
export function toneOfHttpStatus(statusCode: number): 'success' | 'warning' | 'danger' {
  if (statusCode >= 200 && statusCode < 300) return 'success';
  return (statusCode >= 300 && statusCode < 400) || statusCode === 404 ? 'warning' : 'danger';
}
