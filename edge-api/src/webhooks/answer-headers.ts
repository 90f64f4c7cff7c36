import { fixedResponseHeaders, isResponseHeader } from '@portage/workflow';

/** Types that a browser shows without a page, or doesn't show at all. */
const PLAIN_TYPE =
  /^(?:text\/(?:plain|csv|calendar|markdown)|application\/(?:[\w.+-]*\+)?json|application\/(?:x-ndjson|jsonl|octet-stream|pdf)|image\/(?:png|jpeg|gif|webp|avif))(?:\s*;|$)/i;
const XML_TYPE = /^(?:text|application)\/xml(?:\s*;|$)/i;
/**
 * Never allowed, not even on a separate address: other pages could load them as scripts and styles. Parts of a multipart response bring their
 * own headers, and Firefox accepts cookies from them.
 */
const NEVER = /(java|ecma|live|j)script|wasm|text\/css|(^|[^a-z])worker|multipart/i;
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/**
 * The headers of a workflow's response that may be sent.
 *
 * @param isApart the response comes from an address only for webhooks; only there may it be a page
 */
export function buildResponseHeaders(headers: Readonly<Record<string, string>>, isApart: boolean): Headers {
  const allowed = Object.entries(headers).filter(([name]) => isResponseHeader(name));
  const answer = new Headers({ ...Object.fromEntries(allowed), ...fixedResponseHeaders });
  const type = answer.get('content-type')?.trim() ?? '';
  if (NEVER.test(type)) answer.set('content-type', PLAIN_TEXT);
  else if (!isApart && XML_TYPE.test(type)) answer.set('content-disposition', 'attachment');
  else if (!isApart && type !== '' && !PLAIN_TYPE.test(type)) answer.set('content-type', PLAIN_TEXT);
  return answer;
}
