import { fixedResponseHeaders, isResponseHeader } from '@portage/workflow';

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

/**
 * The headers of a workflow's answer, as they may leave.
 *
 * @param isApart the answer leaves from an address that has nothing but webhooks; only there is it a page
 */
export function answerHeaders(headers: Readonly<Record<string, string>>, isApart: boolean): Headers {
  const allowed = Object.entries(headers).filter(([name]) => isResponseHeader(name));
  const answer = new Headers({ ...Object.fromEntries(allowed), ...fixedResponseHeaders });
  const type = answer.get('content-type')?.trim() ?? '';
  if (NEVER.test(type)) answer.set('content-type', PLAIN_TEXT);
  else if (!isApart && XML_TYPE.test(type)) answer.set('content-disposition', 'attachment');
  else if (!isApart && type !== '' && !PLAIN_TYPE.test(type)) answer.set('content-type', PLAIN_TEXT);
  return answer;
}
