/** Request Timeout, Too Early and Too Many Requests: the only client errors that the same request may get past. */
const RETRYABLE_REFUSALS = new Set([408, 425, 429]);

/** Whether repeating a call may succeed after this status. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_REFUSALS.has(status) || status >= 500;
}
