import type { EgressRpc } from '@portage/contracts';
import { invalid } from '../http/api-problem.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const TIMEOUT_MS = 15_000;

/**
 * The address of somebody's webhook in its stored form. The gate for outgoing calls decides whether it may be called, both now and at each
 * later call: a name may resolve to another address tomorrow.
 *
 * @param field what the caller named it
 * @throws ApiProblem 400 with what is wrong with it
 */
export async function checkedWebhookUrl(text: string, egress: Pick<EgressRpc, 'addressProblem'>, field: string): Promise<string> {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('Please enter an address that begins with https://.', field);
  if (url.username || url.password) throw invalid('The address must not contain a user name or password.', field);
  url.hash = '';
  const problem = await egress.addressProblem(url.href);
  if (problem !== null) throw invalid(problem, field);
  return url.href;
}

/** In the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${PREFIX}${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
}

export interface WebhookMessage {
  url: string;
  /** Null: the receiver can't check signatures. */
  secret: string | null;
  /** The same at each attempt. */
  id: string;
  userAgent: string;
  /** JSON. */
  body: string;
}

/**
 * Posts a message through the gate for outgoing calls, signed by Standard Webhooks.
 *
 * @throws Error with what went wrong, in words for the person whose webhook it is
 */
export async function postWebhook(egress: EgressRpc, { url, secret, id, userAgent, body }: WebhookMessage, now: Date): Promise<void> {
  const seconds = Math.floor(now.getTime() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(secret === null ? {} : { 'webhook-signature': await sign(secret, `${id}.${seconds}.${body}`) }),
  };
  const response = await egress.send({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS });
  if (!response.ok) throw new Error(response.message);
  if (response.status < 200 || response.status > 299) throw new Error(`The webhook responded with ${response.status}.`);
}

async function sign(secret: string, content: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}
