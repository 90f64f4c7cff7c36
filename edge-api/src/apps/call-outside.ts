import type { EgressRpc, OutsideCall, OutsideResult } from '@portage/contracts';
import { cutText } from '@portage/primitives/cut-text';
import { decodeJsonText } from '@portage/primitives/wire';
import { ApiProblem } from '../http/api-problem.ts';

const TIMEOUT_MS = 20_000;
const LONGEST_REASON = 300;

/**
 * One call to an app's own API.
 *
 * @param app its public name
 * @returns the response's JSON
 * @throws ApiProblem 502 with what the app said; never with what was sent
 */
export async function callOutside(egress: EgressRpc, app: string, { headers, ...call }: OutsideCall): Promise<Record<string, unknown>> {
  const answer = await egress.send({ timeoutMs: TIMEOUT_MS, ...call, headers: { accept: 'application/json', ...headers } });
  if (!answer.ok) throw new ApiProblem(502, 'app-unreachable', `${app} could not be reached. ${answer.message}`);
  const body = parseJson(readResponseText(answer));
  if (answer.status < 200 || answer.status > 299) {
    const said = reasonIn(body);
    throw new ApiProblem(502, 'app-refused', `${app} responded with ${answer.status}${said ? `: ${said}` : ''}.`);
  }
  if (typeof body !== 'object' || body === null)
    throw new ApiProblem(502, 'app-refused', `${app} sent a response that is not a JSON object.`);
  return body as Record<string, unknown>;
}

/** Empty if the bytes aren't text. */
export function readResponseText({ body, headers }: Extract<OutsideResult, { ok: true }>): string {
  const decoded = decodeJsonText(body, headers['content-type']);
  return decoded.ok ? decoded.text : '';
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A text member of a response. @throws ApiProblem 502 if it's missing */
export function textIn(app: string, body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ApiProblem(502, 'app-refused', `${app} sent a response without "${name}".`);
}

/** The text of an error, from where systems usually put it. */
function reasonIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const { error_message, error_description, message, detail, error } = body as Record<string, unknown>;
  const found = [error_message, error_description, message, detail, error].find((one) => typeof one === 'string' && one !== '');
  return cutText(String(found ?? '').replace(/\.$/, ''), LONGEST_REASON);
}
