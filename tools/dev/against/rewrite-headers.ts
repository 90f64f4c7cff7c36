import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Before the name of each of the target's cookies in the browser. Cookies don't know ports: without it, those of other programs on this
 * machine would go to the target.
 */
const COOKIE_PREFIX = 'against_';

/** About one connection, so not passed on. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

export interface Origins {
  /** The deployed Portage. */
  target: string;
  /** Where the browser sees it: `http://localhost:27110`. */
  local: string;
}

/** The headers of a browser's request as the target expects them from its own page. */
export function toTarget(headers: IncomingHttpHeaders, { target, local }: Origins): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = { ...headers, host: new URL(target).host };
  for (const name of HOP_BY_HOP) delete passed[name];
  if (headers.origin) passed.origin = target;
  if (headers.referer) passed.referer = headers.referer.replace(local, target);
  const cookies = (headers.cookie ?? '').split(/;\s*/).filter((cookie) => cookie.startsWith(COOKIE_PREFIX));
  delete passed.cookie;
  if (cookies.length > 0) passed.cookie = cookies.map((cookie) => cookie.slice(COOKIE_PREFIX.length)).join('; ');
  return passed;
}

/** The headers of the target's response as they fit the local origin. */
export function toBrowser(headers: IncomingHttpHeaders, { target, local }: Origins): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = { ...headers };
  for (const name of [...HOP_BY_HOP, 'strict-transport-security', 'alt-svc']) delete passed[name];
  if (headers.location?.startsWith(target)) passed.location = local + headers.location.slice(target.length);
  if (headers['access-control-allow-origin'] === target) passed['access-control-allow-origin'] = local;
  if (headers['set-cookie']) passed['set-cookie'] = headers['set-cookie'].map(toLocalCookie);
  return passed;
}

/** Without what binds a cookie to the target's domain or to HTTPS. */
function toLocalCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(/;\s*/);
  const local = attributes
    .filter((attribute) => !/^(domain=|secure$|partitioned$)/i.test(attribute))
    .map((attribute) => (/^samesite=none$/i.test(attribute) ? 'SameSite=Lax' : attribute));
  return [COOKIE_PREFIX + pair, ...local].join('; ');
}

/** Headers for a body that replaces the target's. */
export function withoutBody(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const passed = { ...headers };
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) delete passed[name];
  return passed;
}
