import type { EgressRpc } from '@portage/contracts';
import type { SecretBox } from '@portage/database';
import { invalid } from '../http/api-problem.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/**
 * An alert address in its stored form. The gate for outgoing calls decides whether it may be called, both now and at each later call: a name
 * may resolve to another address tomorrow.
 *
 * @throws ApiProblem 400 with what is wrong with it
 */
export async function checkedWebhookUrl(text: string, egress: Pick<EgressRpc, 'addressProblem'>): Promise<string> {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('Please enter an address that begins with https://.', 'webhookUrl');
  if (url.username || url.password) throw invalid('The address must not contain a user name or password.', 'webhookUrl');
  url.hash = '';
  const problem = await egress.addressProblem(url.href);
  if (problem !== null) throw invalid(problem, 'webhookUrl');
  return url.href;
}

/** In the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${PREFIX}${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
}

export function sealWebhookSecret(box: SecretBox, userId: string, secret: string): Promise<string> {
  return box.seal(buildSealContext(userId), secret);
}

export function openWebhookSecret(box: SecretBox, userId: string, sealed: string): Promise<string> {
  return box.open(buildSealContext(userId), sealed);
}

/** Seals the secret with the current key. */
export function resealWebhookSecret(box: SecretBox, userId: string, sealed: string): Promise<string> {
  return box.reseal(buildSealContext(userId), sealed);
}

function buildSealContext(userId: string): string {
  return `alert-webhook:${userId}`;
}

/** Signs by Standard Webhooks: HMAC-SHA256 over `{id}.{seconds}.{body}`. */
export async function signWebhook(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}
