/** Headers that only tell the caller about its own call. Every other name is left out, whatever a proxy or a browser makes of it. */
const ALLOWED: ReadonlySet<string> = new Set([
  'allow',
  'content-language',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'vary',
  // Handshakes of CloudEvents.
  'webhook-allowed-origin',
  'webhook-allowed-rate',
]);
/** Names of the author's own, such as `X-Order-Id`; those of one word and more, and no word by which proxies, caches and browsers take orders. */
const OWN = /^x-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ORDERS =
  /^x-(?:accel|akamai|amz|amzn|azure|backend|cache|cdn|cloud|content-security|content-type|dns|download|edge|envoy|esi|fastly|forwarded|frame|goog|http|internal|lighttpd|litespeed|lscache|middleware|ms|next|nextjs|nf|nginx|original|permitted|pingback|portage|powered|proxy|real|request-id|rewrite|robots|send|sendfile|served|server|sourcemap|surrogate|turbo|ua|varnish|vercel|webkit|xss)(?:-|$)/;
/** Types that a browser shows without a page, or that it does not show at all. */
const PLAIN_TYPE =
  /^(?:text\/(?:plain|csv|calendar|markdown)|application\/(?:[\w.+-]*\+)?json|application\/(?:x-ndjson|jsonl|octet-stream|pdf)|image\/(?:png|jpeg|gif|webp|avif))(?:\s*;|$)/i;
const XML_TYPE = /^(?:text|application)\/xml(?:\s*;|$)/i;
/**
 * Never, not even on an address of their own: other pages could load them as scripts and styles. Parts of a multipart answer bring headers
 * of their own, and Firefox takes cookies from them.
 */
const NEVER = /(java|ecma|live|j)script|wasm|text\/css|(^|[^a-z])worker|multipart/i;
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** An answer is shown by a browser without scripts, forms or an origin, whatever it holds. */
const FIXED = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:",
  'x-content-type-options': 'nosniff',
};

/**
 * The headers of a workflow's answer, as they may leave.
 *
 * @param isApart the answer leaves from an address that has nothing but webhooks; only there is it a page
 */
export function answerHeaders(headers: Readonly<Record<string, string>>, isApart: boolean): Headers {
  const allowed = Object.entries(headers).filter(([name]) => ALLOWED.has(name) || (OWN.test(name) && !ORDERS.test(name)));
  const answer = new Headers({ ...Object.fromEntries(allowed), ...FIXED });
  const type = answer.get('content-type')?.trim() ?? '';
  if (NEVER.test(type)) answer.set('content-type', PLAIN_TEXT);
  else if (!isApart && XML_TYPE.test(type)) answer.set('content-disposition', 'attachment');
  else if (!isApart && type !== '' && !PLAIN_TYPE.test(type)) answer.set('content-type', PLAIN_TEXT);
  return answer;
}
