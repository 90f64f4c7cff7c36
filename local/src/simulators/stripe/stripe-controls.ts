import { z } from 'zod';
import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { checkoutPage } from './pages/checkout-page.ts';
import { portalPage } from './pages/portal-page.ts';
import type { StripeAccount } from './stripe-account.ts';

const clockSchema = z.strictObject({ days: z.number().positive().max(3_660) });
const heldSchema = z.strictObject({ isHeld: z.boolean() });

/**
 * Serves the rest of `/local/simulators/stripe` besides the records: the checkout and portal pages, the clock
 * (`POST clock {days}`), and event delivery (`POST deliveries {isHeld}`, `POST events/{id}/resend`).
 *
 * @returns null: there is no such address
 */
export function stripeControls(account: StripeAccount, call: SimulatedCall, parts: readonly string[]): SimulatedResponse | null {
  const [place, id = '', verb] = parts;
  const form = call.method === 'POST' ? new URLSearchParams(call.body) : null;
  account.tick();
  if (place === 'checkout' && parts.length === 2) return checkoutPage(account, id, form);
  if (place === 'portal' && parts.length === 2) return portalPage(account, id, form);
  if (place === 'clock' && parts.length === 1) {
    if (call.method === 'GET') return toJsonResponse({ now: formatTime(account) });
    return withBody(call, clockSchema, ({ days }) => {
      account.advance(Math.round(days * 86_400));
      return { now: formatTime(account) };
    });
  }
  if (place === 'deliveries' && parts.length === 1) {
    return withBody(call, heldSchema, ({ isHeld }) => {
      const settings = account.records.settings.get('account');
      if (settings) account.records.settings.put({ ...settings, isHoldingEvents: isHeld });
      account.events.sendPending();
      return { isHeld };
    });
  }
  if (place === 'events' && verb === 'resend' && call.method === 'POST') {
    const event = account.records.events.get(id);
    if (!event) return problem(404, 'There is no such event.');
    account.events.resend(event);
    return toJsonResponse({ isSuccess: true });
  }
  return null;
}

function formatTime(account: StripeAccount): string {
  return new Date(account.now() * 1000).toISOString();
}

function withBody<Body>(call: SimulatedCall, schema: z.ZodType<Body>, take: (body: Body) => object): SimulatedResponse {
  if (call.method !== 'POST') return problem(405, 'This address takes POST.');
  try {
    return toJsonResponse(take(schema.parse(JSON.parse(call.body))));
  } catch (error) {
    return problem(400, error instanceof z.ZodError ? z.prettifyError(error) : 'The body must be JSON.');
  }
}

function problem(status: number, message: string): SimulatedResponse {
  return toJsonResponse({ errors: [{ userMessage: message, message, code: 'validation' }] }, { status });
}
