import { alertPath, alertWords } from '@portage/contracts';
import type { AlertSnapshot, OutgoingMessage } from '@portage/database';

/** The body of a webhook; a receiver may show `title` and `text` as they are. */
export function alertWebhookBody(message: OutgoingMessage, origin: string): string {
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
