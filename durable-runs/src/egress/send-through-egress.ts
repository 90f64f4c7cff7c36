import { causeOf, log } from '@portage/contracts/log';
import { decodeAnswer, type EgressAnswer, type EgressRequest, encodeRequest } from './egress-message.ts';

/** Sends a call to the outside through the Egress entrypoint. Never throws. */
export async function sendThroughEgress(egress: Fetcher, request: EgressRequest, signal: AbortSignal): Promise<EgressAnswer> {
  try {
    const response = await egress.fetch('https://egress.portage.internal/', { method: 'POST', body: encodeRequest(request), signal });
    if (!response.ok) return { ok: false, message: `The way out answered ${response.status}.`, retryable: true };
    return decodeAnswer(await response.arrayBuffer());
  } catch (error) {
    if (signal.aborted) return { ok: false, message: 'The call was cancelled.', retryable: false };
    log('error', 'The way out failed', { cause: causeOf(error) });
    return { ok: false, message: 'The call could not be sent.', retryable: true };
  }
}
