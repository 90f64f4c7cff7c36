import { decodeQuery, formFields } from '@portage/primitives/wire';
import { ApiProblem } from '../http/api-problem.ts';

/**
 * Headers that never become part of a run: those of the connection, those the platform adds, and those that would let a
 * reader of the run act as the caller on this site (the caller's Portage session).
 */
const LEFT_OUT = new Set([
  'authorization',
  'connection',
  'cookie',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const LEFT_OUT_PREFIXES = ['cf-', 'mf-', 'sec-websocket-'];

/** The trigger's Headers (docs/workflow-format.md), names in lower case. */
export function webhookHeaders(headers: Headers): Record<string, string> {
  const kept: [name: string, value: string][] = [];
  for (const header of headers) if (!isLeftOut(header[0])) kept.push(header);
  return Object.fromEntries(kept);
}

function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name) || LEFT_OUT_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/**
 * The trigger's Query: a repeated name becomes a list of its values, as in a form.
 *
 * @throws ApiProblem 400 for a query that doesn't match its declared charset
 */
export function webhookQuery(url: string, contentType: string | null): Record<string, string | string[]> {
  const query = decodeQuery(new URL(url).search, contentType);
  if (!query.ok) throw new ApiProblem(400, 'content-type-mismatch', query.message);
  return formFields(query.entries);
}
