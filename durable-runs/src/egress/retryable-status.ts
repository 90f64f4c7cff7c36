/** Request Timeout, Too Early and Too Many Requests: the only refusals that the same request may outlive. */
const RETRYABLE_REFUSALS = new Set([408, 425, 429]);

/** Whether a system that answered with this status may answer otherwise when it is asked again. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_REFUSALS.has(status) || status >= 500;
}
