import type { RetryReason } from '../core/run-event.ts';
import type { EgressResult } from './egress-message.ts';

/** Request Timeout, Too Early and Too Many Requests: the only client errors that the same request may get past. */
const RETRYABLE_REFUSALS = new Set([408, 425, 429]);

/** Whether repeating a call may succeed after this status. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_REFUSALS.has(status) || status >= 500;
}

/** Which of the failures that a step chooses from a call's result is. */
export function retryReason(result: EgressResult): RetryReason {
  if (!result.ok) return result.isTimeout ? 'Timeout' : 'Connection';
  return result.status === 408 ? 'Timeout' : 'Status';
}
