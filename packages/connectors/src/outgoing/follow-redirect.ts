import { checkOutgoingUrl, type OutgoingUrlCheck } from './check-outgoing-url.ts';
import type { EgressAllowList } from './egress-allow-list.ts';

export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  hasBody: boolean;
}

export type RedirectStep =
  | { kind: 'follow'; request: OutgoingRequest; isAllowListed: boolean }
  /** The response is final: no redirect, or a redirect without a target. */
  | { kind: 'answer' }
  | { kind: 'refuse'; message: string };

const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
/** The only headers that may reach another origin (HOSTILE 20): a header of any other name may be a key. */
const HARMLESS_HEADER =
  /^(accept|accept-charset|accept-encoding|accept-language|cache-control|content-(encoding|language|length|type)|idempotency-key|if-(match|none-match|modified-since|unmodified-since)|prefer|range|user-agent)$/i;
const BODY_HEADER = /^content-/i;

/**
 * Decides what follows a response that may be a redirect (fetch standard, "HTTP-redirect fetch"). The next call is checked like
 * any outgoing URL. Another origin only gets headers that hold no credentials. A POST redirected by 301 or 302, and everything
 * but HEAD redirected by 303, becomes a GET without body.
 *
 * @param location the response's Location header.
 */
export function followRedirect(
  request: OutgoingRequest,
  status: number,
  location: string | null,
  allowList: EgressAllowList,
): RedirectStep {
  if (!REDIRECT_STATUSES.includes(status) || !location) return { kind: 'answer' };
  const check = checkLocation(location, request.url, allowList);
  if (!check.ok) return { kind: 'refuse', message: `The redirect was not followed. ${check.message}` };

  const method = request.method.toUpperCase();
  const becomesGet = ((status === 301 || status === 302) && method === 'POST') || (status === 303 && method !== 'GET' && method !== 'HEAD');
  const toOtherOrigin = check.url.origin !== request.url.origin;
  const headers = Object.entries(request.headers).filter(
    ([name]) => (!toOtherOrigin || HARMLESS_HEADER.test(name)) && !(becomesGet && BODY_HEADER.test(name)),
  );
  return {
    kind: 'follow',
    isAllowListed: check.isAllowListed,
    request: {
      url: check.url,
      method: becomesGet ? 'GET' : method,
      headers: Object.fromEntries(headers),
      hasBody: request.hasBody && !becomesGet,
    },
  };
}

function checkLocation(location: string, base: URL, allowList: EgressAllowList): OutgoingUrlCheck {
  let target: string;
  try {
    target = new URL(location, base).href;
  } catch {
    target = location;
  }
  return checkOutgoingUrl(target, allowList);
}
