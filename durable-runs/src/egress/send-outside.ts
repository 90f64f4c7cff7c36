import type { OutgoingRequest } from '@portage/connectors';
import { dataLimits } from '@portage/contracts';
import { HEADER_NAME, HEADER_VALUE, isConnectionHeader } from '@portage/primitives/http';
import { ContentCodingError } from '@portage/primitives/wire';
import type { AddressPolicy } from './address-policy.ts';
import { ConnectionWitness, type Probe } from './connection-witness.ts';
import type { EgressRequest, EgressResult, LostCallCode } from './egress-message.ts';
import { readResponseBody, TooLarge } from './read-limited.ts';

const egressLimits = {
  redirects: 5,
  /** From the first byte sent to the last one read, redirects included. */
  totalMs: 60_000,
  /** The most a request may ask for. */
  longestTotalMs: 300_000,
  requestBytes: dataLimits.requestBytes,
  /** After decompression. */
  responseBytes: dataLimits.responseBytes,
} as const;

export interface EgressWorld {
  policy: AddressPolicy;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Checks whether a server accepts connections. Without it, every lost call may have arrived. */
  probe?: Probe;
  /** Aborted when the caller is gone. */
  signal?: AbortSignal;
  totalMs?: number;
  responseBytes?: number;
}

/** GitHub and others refuse calls without a user agent. */
const USER_AGENT = 'Portage';

/** Makes one call with its redirects. Never throws: a refusal or a broken connection is a result (HOSTILE 19, 20, 23). */
export async function sendOutside(request: EgressRequest, world: EgressWorld): Promise<EgressResult> {
  const totalMs = Math.min(request.timeoutMs ?? world.totalMs ?? egressLimits.totalMs, egressLimits.longestTotalMs);
  const timeout = AbortSignal.timeout(totalMs);
  const signal = world.signal ? AbortSignal.any([world.signal, timeout]) : timeout;
  const progress: Progress = { witness: null };
  try {
    return await follow(request, world, signal, progress);
  } catch (error) {
    if (error instanceof TooLarge || error instanceof Refused || error instanceof ContentCodingError) {
      return { ok: false, message: error.message, retryable: false };
    }
    const isNotConnected = (await progress.witness?.sawNoConnection()) ?? false;
    const lost = lostCall(isNotConnected, timeout.aborted ? totalMs : null, error);
    return { ok: false, ...lost, retryable: true, ...(timeout.aborted && !isNotConnected ? { isTimeout: true } : {}) };
  }
}

/** What a failure would mean for the call; null while no request is in progress, or once a server has responded. */
interface Progress {
  witness: ConnectionWitness | null;
}

/** Whether a person may repeat a call depends on these two cases: nothing arrived, or it may have. */
function lostCall(isNotConnected: boolean, timeoutMs: number | null, error: unknown): { code: LostCallCode; message: string } {
  if (isNotConnected) {
    return { code: 'not-connected', message: 'The server could not be reached: no connection was made, so the call did not arrive there.' };
  }
  const advice = 'The call may have arrived, so check there before you send it again.';
  const said = String(error instanceof Error ? error.message : error);
  const seconds = (timeoutMs ?? 0) / 1_000;
  const what =
    timeoutMs !== null
      ? `The server did not respond in full within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
      : /decompression failed/i.test(said)
        ? 'The response doesn’t match its content-encoding, or was cut off.'
        : 'The connection to the server was lost before the whole response arrived.';
  return { code: 'maybe-arrived', message: `${what} ${advice}` };
}

async function follow(request: EgressRequest, world: EgressWorld, signal: AbortSignal, progress: Progress): Promise<EgressResult> {
  const { policy } = world;
  const sent = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  if (sent !== null && sent.length > egressLimits.requestBytes) {
    throw new Refused(`The body is larger than ${egressLimits.requestBytes / (1024 * 1024)} MB.`);
  }
  const checked = policy.check(request.url);
  if (!checked.ok) throw new Refused(checked.message);
  if (sent !== null && sent.length > 0 && /^(?:GET|HEAD)$/i.test(request.method)) throw new Refused(bodyRefusal(request.method));
  let hop: OutgoingRequest = {
    url: checked.url,
    method: request.method,
    headers: messageHeaders(request, checked.url.host, sent?.length ?? 0),
    hasBody: sent !== null,
  };
  for (let redirects = 0; ; redirects += 1) {
    const { url, method, headers } = hop;
    if (redirects === 0 && world.probe) progress.witness = new ConnectionWitness(method, url, world.probe);
    const response = await world.fetch(url.href, {
      method,
      headers: toHeaders(headers),
      body: hop.hasBody ? (sent as Uint8Array<ArrayBuffer> | null) : null,
      redirect: 'manual',
      signal,
    });
    progress.witness?.reached();
    progress.witness = null;
    const given: Readonly<Record<string, string>> = Object.fromEntries(response.headers);
    const location = request.followRedirects === false ? null : (given.location ?? null);
    const next = policy.redirect(hop, response.status, location);
    if (next.kind === 'answer') {
      const body = await readResponseBody(response, given, world.responseBytes ?? egressLimits.responseBytes);
      return { ok: true, status: response.status, ...withCookies(given, response.headers), url: url.href, body };
    }
    await response.body?.cancel();
    if (next.kind === 'refuse') throw new Refused(next.message);
    if (redirects >= egressLimits.redirects) throw new Refused(`The server redirects more than ${egressLimits.redirects} times.`);
    const { origin } = next.request.url;
    hop =
      origin === hop.url.origin
        ? next.request
        : { ...next.request, headers: { ...withoutHeaders(next.request.headers, request.secretHeaders), ...request.systemHeaders } };
  }
}

/** @throws Refused for a header that only the connection sets, unless its value is what is sent anyway */
function messageHeaders({ headers, systemHeaders }: EgressRequest, host: string, bodyBytes: number): Record<string, string> {
  const isSentAnyway = (name: string, value: string) =>
    (name === 'content-length' && value.trim() === String(bodyBytes)) || (name === 'host' && value.trim().toLowerCase() === host);
  const all = Object.entries({ 'user-agent': USER_AGENT, ...headers, ...systemHeaders });
  const kept = all.filter(([name, value]) => !isConnectionHeader(name) || !isSentAnyway(name.toLowerCase(), value));
  const refused = kept.find(([name]) => isConnectionHeader(name));
  if (refused) throw new Refused(`The header "${refused[0]}" can't be set: the connection sets it by itself. Remove it from the step.`);
  return Object.fromEntries(kept);
}

function withoutHeaders(headers: Readonly<Record<string, string>>, names: readonly string[] = []): Readonly<Record<string, string>> {
  return names.length === 0 ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Several cookies are several headers, which an object can't hold. */
function withCookies(
  headers: Readonly<Record<string, string>>,
  given: Headers,
): Pick<Extract<EgressResult, { ok: true }>, 'headers' | 'setCookies'> {
  if (!('set-cookie' in headers)) return { headers };
  const setCookies = given.getSetCookie();
  const joined = { ...headers, 'set-cookie': setCookies.join(', ') };
  return setCookies.length > 1 ? { headers: joined, setCookies } : { headers: joined };
}

/** Of two names that differ only in their case, the later counts. */
function toHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sent = Object.entries(headers).map(([name, value]) => {
    // The runtime would send other characters as UTF-8.
    if (HEADER_NAME.test(name) && HEADER_VALUE.test(value)) return [name.toLowerCase(), value] as const;
    const advice = 'A header can hold letters without accents, digits and punctuation, on one line: encode anything else.';
    throw new Refused(`The header "${name}" or its value cannot be sent. ${advice}`);
  });
  return Object.fromEntries(sent);
}

/** No web client sends such a body, and dropping it would change the request. */
export function bodyRefusal(method: string): string {
  return `A ${method.toUpperCase()} request can't carry a body. Choose another method such as POST, or empty the body.`;
}

class Refused extends Error {
  override readonly name = 'Refused';
}
