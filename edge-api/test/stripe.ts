import Stripe from 'stripe';
import { type ApiResponse, api, testEnv } from './api.ts';

/** The simulated Stripe's pages and records. */
export async function atStripe<Body = Record<string, unknown>>(call: string, body?: object | URLSearchParams): Promise<Body> {
  const [method = 'GET', path = ''] = call.split(' ');
  const url = path.startsWith('http') ? path : `${testEnv.STRIPE_SIMULATOR_URL}/local/simulators/stripe/${path}`;
  const sent = body instanceof URLSearchParams ? body.toString() : body && JSON.stringify(body);
  const answer = await fetch(url, { method, redirect: 'manual', ...(sent === undefined ? {} : { body: sent }) });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return (isJson ? JSON.parse(text) : { status: answer.status, location: answer.headers.get('location'), text }) as Body;
}

export interface StripePage {
  status: number;
  location: string | null;
  text: string;
}

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  confirmed: '4000002500003155',
  failsLater: '4000000000000341',
};
export const PRICES = {
  starter: 'price_PortageStarterMonthly',
  team: 'price_PortageTeamMonthly',
  business: 'price_PortageBusinessMonthly',
  yearly: 'price_PortageTeamYearly',
};

/** Sends a checkout page's form, as a person in a browser does. */
export function payAt(url: string, card: string = CARDS.good, more: Record<string, string> = {}): Promise<StripePage> {
  return atStripe<StripePage>(`POST ${url}`, new URLSearchParams({ card, ...more }));
}

export async function inPortal(token: string, form: Record<string, string>): Promise<StripePage> {
  const { body } = await api('POST /api/billing/stripe/create-session', { token });
  return atStripe<StripePage>(`POST ${body.redirectUrl}`, new URLSearchParams(form));
}

export function advance(days: number): Promise<{ now: string }> {
  return atStripe('POST clock', { days });
}

/** Stripe's events after the first `count`, oldest first, as text. */
export async function eventsSince(count: number): Promise<string[]> {
  const { records } = await atStripe<{ records: { body: string }[] }>('GET events');
  return records.slice(count).map(({ body }) => body);
}

export async function eventCount(): Promise<number> {
  return (await eventsSince(0)).length;
}

interface Sending {
  secret?: string;
  /** When it was signed; default: the time of the call. */
  signedAt?: Date;
  now?: Date;
  signature?: string;
}

/** Delivers an event to Portage's endpoint, signed as Stripe signs. */
export async function bring(
  payload: string,
  { secret = 'whsec_only_for_tests', signedAt, now, signature }: Sending = {},
): Promise<ApiResponse> {
  const timestamp = Math.floor((signedAt ?? now ?? new Date()).getTime() / 1000);
  const header =
    signature ??
    (await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret,
      timestamp,
      cryptoProvider: Stripe.createSubtleCryptoProvider(),
    }));
  return api('POST /api/billing/stripe/webhook', {
    rawBody: payload,
    headers: { 'stripe-signature': header, 'content-type': 'application/json' },
    ...(now ? { now } : {}),
  });
}
