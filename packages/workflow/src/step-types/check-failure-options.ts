import type { Report } from './step-definition.ts';

interface FailureOptions {
  continueOnFailure?: boolean;
  useErrorPath?: boolean;
  useAutoPaging?: boolean;
}

/** A failure has only one consequence. */
export function checkFailureOptions({ continueOnFailure, useErrorPath, useAutoPaging }: FailureOptions, report: Report): void {
  if (!useErrorPath) return;
  if (continueOnFailure) report('useErrorPath', 'Choose either Continue on error or an error path');
  if (useAutoPaging) report('useErrorPath', 'A step with auto paging cannot have an error path');
}
