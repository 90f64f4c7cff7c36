import { HEADER_NAME } from '@portage/primitives/http';

/** Headers that only inform the caller about its own call. No other can be set, whatever a proxy or a browser makes of it. */
const ALLOWED: ReadonlySet<string> = new Set([
  'allow',
  'content-language',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'vary',
  // CloudEvents handshakes.
  'webhook-allowed-origin',
  'webhook-allowed-rate',
]);
/** The author's own names, such as `X-Order-Id`; of at least two words, without any word that controls proxies, caches or browsers. */
const OWN = /^x-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ORDERS =
  /^x-(?:accel|akamai|amz|amzn|azure|backend|cache|cdn|cloud|content-security|content-type|dns|download|edge|envoy|esi|fastly|forwarded|frame|goog|http|internal|lighttpd|litespeed|lscache|middleware|ms|next|nextjs|nf|nginx|original|permitted|pingback|portage|powered|proxy|real|request-id|rewrite|robots|send|sendfile|served|server|sourcemap|surrogate|turbo|ua|varnish|vercel|webkit|xss)(?:-|$)/;
/** They have one value: a second header with the name would contradict the first. */
const SINGLE: ReadonlySet<string> = new Set(['content-type', 'etag', 'last-modified', 'location', 'retry-after']);

/** On every response of a workflow: a browser shows it without scripts, forms or an origin, whatever it contains. */
export const fixedResponseHeaders = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:",
  'x-content-type-options': 'nosniff',
} as const;

/** Whether a workflow may set a header of its response. @param name in lower case */
export function isResponseHeader(name: string): boolean {
  return ALLOWED.has(name) || (OWN.test(name) && !ORDERS.test(name));
}

/** Why a header can't be set, as a message; null: it can, or it has the value that every response has. */
export function responseHeaderProblem(name: string, value: string): string | null {
  const lower = name.trim().toLowerCase();
  if (!HEADER_NAME.test(name.trim())) return `"${name}" cannot be the name of a header`;
  if (isResponseHeader(lower) || isFixedResponseHeader(lower, value)) return null;
  return `A response can't have the header ${name.trim()}: remove it, or choose another name that starts with X-`;
}

/** @param name in lower case */
export function isFixedResponseHeader(name: string, value: string): boolean {
  return Object.entries(fixedResponseHeaders).some(([fixed, set]) => fixed === name && set === value.trim().toLowerCase());
}

/** Whether a response may repeat a header; the values are sent as one, separated by commas. @param name in lower case */
export function isRepeatableResponseHeader(name: string): boolean {
  return !SINGLE.has(name);
}

/** False for statuses whose response never has a body. */
export function hasResponseBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
