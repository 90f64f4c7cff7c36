import type { OutsideCall, OutsideStream } from '@portage/contracts';
import type { EgressWorld } from './send-outside.ts';

const LONGEST_MS = 300_000;
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * One call whose response is passed on as it arrives. Same address policy as every call, no redirects, a limit on the total time
 * and one on bytes. Never throws: a refusal is a result.
 */
export async function streamOutside(call: OutsideCall, { policy, fetch }: EgressWorld): Promise<OutsideStream> {
  const checked = policy.check(call.url);
  if (!checked.ok) return { ok: false, message: checked.message };
  const totalMs = Math.min(call.timeoutMs ?? LONGEST_MS, LONGEST_MS);
  const timeout = AbortSignal.timeout(totalMs);
  try {
    const response = await fetch(checked.url.href, {
      method: call.method,
      headers: { 'user-agent': 'Portage', ...call.headers },
      body: call.body,
      redirect: 'manual',
      signal: timeout,
    });
    const body = response.body ?? new Blob([]).stream();
    return { ok: true, status: response.status, body: body.pipeThrough(atMost(MOST_BYTES)) };
  } catch {
    const message = timeout.aborted ? `The server didn’t respond within ${totalMs / 1_000} s.` : 'The server could not be reached.';
    return { ok: false, message };
  }
}

/** Doesn't trust a declared length (HOSTILE 23). */
function atMost(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length;
      if (length > mostBytes) controller.error(new Error(`The response is larger than ${mostBytes / (1024 * 1024)} MB.`));
      else controller.enqueue(chunk);
    },
  });
}
