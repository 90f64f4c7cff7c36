import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { SimulatorPorts, StripeAccountPorts } from '../simulated-system.ts';
import type { AccountRecords, EventRecord } from './account-records.ts';

export const API_VERSION = '2026-10-28.endive';
/** Stripe stops retrying an endpoint after this time. */
const REPEATED_SECONDS = 3 * 86_400;

export interface StripeEvents {
  /** Notifies Portage's endpoint, unless events are held. */
  send(type: Stripe.Event['type'], object: object): void;
  /** Sends an event again, like the button in Stripe's dashboard. */
  resend(event: EventRecord): void;
  /** Sends all events not yet accepted: after a restart, or when events are no longer held. */
  sendPending(): void;
}

export function openEvents(
  { deliver }: SimulatorPorts,
  records: AccountRecords,
  { origin, webhookSecret }: StripeAccountPorts,
  nowSeconds: () => number,
): StripeEvents {
  const { events, settings } = records;

  function post(event: EventRecord): void {
    deliver({
      event: event.type,
      url: `${origin}/api/billing/stripe/webhook`,
      // Each attempt is signed with its own time.
      headers: { 'content-type': 'application/json; charset=utf-8' },
      sign: () => ({ 'stripe-signature': computeSignature(event.body, webhookSecret) }),
      body: event.body,
      taken: () => void events.put({ ...event, isPending: false }),
    });
  }

  const isHolding = () => settings.get('account')?.isHoldingEvents === true;

  return {
    send(type, object) {
      const created = nowSeconds();
      const id = records.newId('evt');
      const body: Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request' | 'type'> & {
        data: { object: object };
      } = {
        id,
        object: 'event',
        api_version: API_VERSION,
        created,
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      const event = events.put({ id, type, created, body: JSON.stringify(body, null, 2), isPending: true });
      if (!isHolding()) post(event);
    },
    resend: post,
    sendPending() {
      if (isHolding()) return;
      const since = nowSeconds() - REPEATED_SECONDS;
      for (const event of events.all()) if (event.isPending && event.created > since) post(event);
    },
  };
}

/** https://docs.stripe.com/webhooks#verify-manually; uses the machine's time, since the receiver compares it with its own. */
function computeSignature(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
