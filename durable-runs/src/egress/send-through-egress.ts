import { formatErrorCauses, log } from '@portage/contracts/log';
import { decodeResult, type EgressRequest, type EgressResult, encodeRequest } from './egress-message.ts';

export interface CallingEgress {
  callOnce(call: EgressRequest): Promise<EgressResult>;
}

/**
 * Sends one of a step's many calls. Costs less than a request to Egress, but the call runs to its end even if its response is no
 * longer wanted. Never throws.
 */
export async function sendOneOfMany(egress: CallingEgress, request: EgressRequest): Promise<EgressResult> {
  try {
    return await egress.callOnce(request);
  } catch (error) {
    log('error', 'The egress Worker failed', { cause: formatErrorCauses(error) });
    return { ok: false, message: 'The call could not be sent.', retryable: true };
  }
}

/** Sends a call to the outside through the Egress entrypoint. Never throws. */
export async function sendThroughEgress(egress: Fetcher, request: EgressRequest, signal: AbortSignal): Promise<EgressResult> {
  try {
    const response = await egress.fetch('https://egress.portage.internal/', { method: 'POST', body: encodeRequest(request), signal });
    if (!response.ok) return { ok: false, message: `The egress Worker responded with ${response.status}.`, retryable: true };
    return decodeResult(await response.arrayBuffer());
  } catch (error) {
    if (signal.aborted) return { ok: false, message: 'The call was cancelled.', retryable: false };
    log('error', 'The egress Worker failed', { cause: formatErrorCauses(error) });
    return { ok: false, message: 'The call could not be sent.', retryable: true };
  }
}
