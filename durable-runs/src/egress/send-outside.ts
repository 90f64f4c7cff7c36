import type { OutgoingRequest } from '@portage/connectors';
import { dataLimits } from '@portage/contracts';
import type { AddressPolicy } from './address-policy.ts';
import type { EgressAnswer, EgressRequest } from './egress-message.ts';
import { readAnswerBody, TooLarge } from './read-limited.ts';

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
  /** The caller has gone. */
  signal?: AbortSignal;
  totalMs?: number;
  responseBytes?: number;
}

/** Headers that belong to the connection, not to the message. */
const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);

/** GitHub and others refuse calls without one. */
const USER_AGENT = 'Portage';

/** Carries out one call with its redirects. Never throws: a refusal or a broken connection is an answer (HOSTILE 19, 20, 23). */
export async function sendOutside(request: EgressRequest, world: EgressWorld): Promise<EgressAnswer> {
  const totalMs = Math.min(request.timeoutMs ?? world.totalMs ?? egressLimits.totalMs, egressLimits.longestTotalMs);
  const timeout = AbortSignal.timeout(totalMs);
  const signal = world.signal ? AbortSignal.any([world.signal, timeout]) : timeout;
  try {
    return await follow(request, world, signal);
  } catch (error) {
    if (error instanceof TooLarge || error instanceof Refused) return { ok: false, message: error.message, retryable: false };
    if (timeout.aborted)
      return {
        ok: false,
        message: `The server did not answer in full within ${totalMs / 1_000} ${totalMs === 1_000 ? 'second' : 'seconds'}.`,
        retryable: true,
      };
    return {
      ok: false,
      message: `The server could not be reached${reasonOf(error)}.`,
      retryable: true,
    };
  }
}

async function follow(request: EgressRequest, world: EgressWorld, signal: AbortSignal): Promise<EgressAnswer> {
  const { policy } = world;
  const sent = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  if (sent !== null && sent.length > egressLimits.requestBytes) {
    throw new Refused(`The body has more than ${egressLimits.requestBytes / (1024 * 1024)} MB.`);
  }
  const checked = policy.check(request.url);
  if (!checked.ok) throw new Refused(checked.message);
  let hop: OutgoingRequest = { url: checked.url, method: request.method, headers: messageHeaders(request), hasBody: sent !== null };
  for (let redirects = 0; ; redirects += 1) {
    const { url, method, headers } = hop;
    const response = await world.fetch(url.href, {
      method,
      headers: toHeaders(headers),
      body: hop.hasBody ? (sent as Uint8Array<ArrayBuffer> | null) : null,
      redirect: 'manual',
      signal,
    });
    const location = request.followRedirects === false ? null : response.headers.get('location');
    const next = policy.redirect(hop, response.status, location);
    if (next.kind === 'answer') {
      const body = await readAnswerBody(response, world.responseBytes ?? egressLimits.responseBytes);
      return { ok: true, status: response.status, headers: headersOf(response.headers), url: url.href, body };
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

function messageHeaders({ headers, systemHeaders }: EgressRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ 'user-agent': USER_AGENT, ...headers, ...systemHeaders }).filter(([name]) => !CONNECTION_HEADERS.has(name)),
  );
}

function withoutHeaders(headers: Readonly<Record<string, string>>, names: readonly string[] = []): Readonly<Record<string, string>> {
  return names.length === 0 ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** One text holds all cookies that an answer sets. */
function headersOf(headers: Headers): Record<string, string> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies.join(', ') } : {}) };
}

function toHeaders(headers: Readonly<Record<string, string>>): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      result.set(name, value);
    } catch {
      throw new Refused(`The header "${name}" or its value cannot be sent.`);
    }
  }
  return result;
}

/** The runtime's own words for a name that is not known or a port that is closed say nothing to a person. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^internal error/i.test(message) ? '; its name is unknown or it takes no connection' : `: ${message.replace(/\.$/, '')}`;
}

class Refused extends Error {
  override readonly name = 'Refused';
}
