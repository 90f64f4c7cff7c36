import { createHmac, randomUUID } from 'node:crypto';

/** A call of Mindbody's push API: the body signed with the subscription's key, base64 after `sha256=`. */
export function mindbodyWebhook(
  { eventId, eventData, atMs }: { eventId: string; eventData: object; atMs: number },
  messageSignatureKey: string,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({
    messageId: randomUUID(),
    eventId,
    eventSchemaVersion: 1,
    eventInstanceOriginationDateTime: new Date(atMs).toISOString(),
    eventData,
  });
  const signature = createHmac('sha256', messageSignatureKey).update(body).digest('base64');
  return { headers: { 'content-type': 'application/json', 'x-mindbody-signature': `sha256=${signature}` }, body };
}
