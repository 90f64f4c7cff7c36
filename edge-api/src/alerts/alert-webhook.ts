import { alertPath, alertWords, type EgressRpc } from '@portage/contracts';
import type { AlertSnapshot, OutgoingMessage } from '@portage/database';
import { signWebhook } from './webhook-target.ts';

const TIMEOUT_MS = 15_000;

interface Target {
  url: string;
  secret: string;
}

/** The body of a webhook; a receiver may show `title` and `text` as they are. */
function alertWebhookBody(message: OutgoingMessage, origin: string): string {
  return JSON.stringify({
    type: 'alerts',
    timestamp: message.createdAt.toISOString(),
    data: { alertCount: message.alertCount, alerts: message.alerts.map((alert) => toldOutside(alert, message.userId, origin)) },
  });
}

function toldOutside(alert: AlertSnapshot, readerUserId: string, origin: string) {
  const { ownerUserId: _, ...told } = alert;
  const { title, meaning, remedy } = alertWords(alert);
  return { ...told, title, text: `${meaning} ${remedy}`, link: `${origin}${alertPath(alert, readerUserId)}` };
}

/**
 * Posts a message through the gate for outgoing calls, signed by Standard Webhooks. A retried message keeps its id.
 *
 * @throws Error with what went wrong, in words for the person whose webhook it is
 */
export async function postAlertWebhook(
  egress: EgressRpc,
  { url, secret }: Target,
  message: OutgoingMessage,
  origin: string,
  now: Date,
): Promise<void> {
  const body = alertWebhookBody(message, origin);
  const seconds = Math.floor(now.getTime() / 1_000);
  const answer = await egress.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Portage-Alerts',
      'webhook-id': message.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': await signWebhook(secret, { id: message.id, seconds, body }),
    },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  if (!answer.ok) throw new Error(answer.message);
  if (answer.status < 200 || answer.status > 299) throw new Error(`The webhook responded with ${answer.status}.`);
}
