/** Request Timeout, Too Early and Too Many Requests: the only refusals that the same request may outlive. */
const RETRYABLE_REFUSALS = new Set([408, 425, 429]);

/** Whether a repeated call may succeed after this status. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_REFUSALS.has(status) || status >= 500;
}
