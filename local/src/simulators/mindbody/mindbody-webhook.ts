import { createHmac, randomUUID } from 'node:crypto';

/** What Mindbody's push API sends: the body signed with the key that came with the subscription, base64 after `sha256=`. */
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
