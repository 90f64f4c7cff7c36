import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { SimulatorPorts } from '../simulated-system.ts';

interface Subscription {
  subscriptionId: string;
  status: string;
  eventIds: string[];
  eventSchemaVersion: number;
  webhookUrl: string;
  referenceId: string;
  messageSignatureKey: string;
}

export type MindbodySubscriptions = ReturnType<typeof mindbodySubscriptions>;

/** Mindbody's push API, on its own host: a subscription is created, then activated; its key is shown once. */
export function mindbodySubscriptions({ store, deliver, now }: SimulatorPorts) {
  const subscriptions = store.records<Subscription>('subscriptions', ({ subscriptionId }) => subscriptionId);
  const shown = ({ messageSignatureKey: _, ...open }: Subscription) => open;
  const problem = (status: number, message: string) =>
    toJsonResponse({ errors: [{ errorCode: status * 1_000, errorMessage: message }] }, { status });

  function subscribe({ eventIds, webhookUrl, referenceId, eventSchemaVersion }: Record<string, unknown>): SimulatedResponse {
    if (!Array.isArray(eventIds) || eventIds.length === 0) return problem(400, 'eventIds is required.');
    if (typeof webhookUrl !== 'string' || webhookUrl === '') return problem(400, 'webhookUrl is required.');
    const made = subscriptions.put({
      subscriptionId: randomUUID(),
      status: 'PendingActivation',
      eventIds: eventIds.map(String),
      eventSchemaVersion: Number(eventSchemaVersion ?? 1),
      webhookUrl,
      referenceId: String(referenceId ?? ''),
      messageSignatureKey: randomBytes(24).toString('base64'),
    });
    return toJsonResponse(made);
  }

  return {
    answer({ method, url, body }: SimulatedCall): SimulatedResponse {
      const [, id] = /^\/api\/v1\/subscriptions(?:\/([^/]+))?$/.exec(url.pathname) ?? [null, null];
      if (id === null) return problem(404, 'The resource was not found.');
      if (id === undefined) {
        if (method === 'POST') return subscribe(parseJsonObject(body) ?? {});
        return method === 'GET' ? toJsonResponse({ items: subscriptions.all().map(shown) }) : problem(405, 'Method not allowed.');
      }
      const one = subscriptions.get(id);
      if (!one) return problem(404, 'The subscription was not found.');
      switch (method) {
        case 'GET':
          return toJsonResponse(shown(one));
        case 'PATCH':
          one.status = String(parseJsonObject(body)?.status ?? one.status);
          return toJsonResponse(shown(subscriptions.put(one)));
        case 'DELETE':
          subscriptions.remove(id);
          return toJsonResponse({ message: 'Subscription deleted.', deactivationDateTime: new Date(now()).toISOString(), ...shown(one) });
        default:
          return problem(405, 'Method not allowed.');
      }
    },

    tell(eventId: string, eventData: object): void {
      for (const { eventIds, messageSignatureKey, status, webhookUrl } of subscriptions.all()) {
        if (status !== 'Active' || !eventIds.includes(eventId)) continue;
        deliver({ event: eventId, url: webhookUrl, ...mindbodyWebhook({ eventId, eventData, atMs: now() }, messageSignatureKey) });
      }
    },
  };
}

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
