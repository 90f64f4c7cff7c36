import { workflowLimits } from '../model/values.ts';
import { type RetryOptions, readRetryPolicy } from './retry-policy.ts';
import type { Report } from './step-definition.ts';

interface FailureOptions extends RetryOptions {
  continueOnFailure?: boolean;
  useErrorPath?: boolean;
  useAutoPaging?: boolean;
}

/** A failure has only one consequence, and a retry has limits. */
export function checkFailureOptions(step: FailureOptions, report: Report): void {
  checkRetry(step, report);
  if (!step.useErrorPath) return;
  if (step.continueOnFailure) report('useErrorPath', 'Choose either Continue on error or an error path');
  if (step.useAutoPaging) report('useErrorPath', 'A step with auto paging cannot have an error path');
}

function checkRetry(step: RetryOptions, report: Report): void {
  const policy = readRetryPolicy(step);
  if (policy === null) return;
  const { retryAttempts: attempts, retryPauseSeconds: pause } = workflowLimits;
  if (!Number.isInteger(policy.retryAttempts) || policy.retryAttempts < attempts.min || policy.retryAttempts > attempts.max) {
    report('retryAttempts', `Attempts must be a whole number from ${attempts.min} to ${attempts.max}`);
  }
  if (!(policy.retryPauseSeconds >= pause.min && policy.retryPauseSeconds <= pause.max)) {
    report('retryPauseSeconds', `The pause must be from ${pause.min} to ${pause.max} seconds`);
  }
  if (policy.retryFailures.length === 0) report('retryFailures', 'Choose after which failures the call is repeated');
}
