import type { EgressRpc } from '@portage/contracts';
import Stripe from 'stripe';
import type { Env } from '../env.ts';
import { type BillingSettings, requireBilling } from './billing-settings.ts';

/** Pinned: a new API version changes fields, so it is upgraded together with the library that knows them. */
const STRIPE_API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 20_000;

export interface Billing extends BillingSettings {
  stripe: Stripe;
}

/** @throws ApiProblem 501 if this Portage has no billing */
export function getBilling(env: Env): Billing {
  const settings = requireBilling(env);
  return { ...settings, stripe: stripeClient(env, settings) };
}

function stripeClient({ EGRESS }: Pick<Env, 'EGRESS'>, { secretKey, simulatorUrl }: BillingSettings): Stripe {
  const place = simulatorUrl && {
    protocol: 'http' as const,
    host: simulatorUrl.hostname,
    port: simulatorUrl.port || '80',
  };
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Stripe.createFetchHttpClient(fetchThrough(EGRESS)),
    // Each retry carries the same idempotency key.
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...place,
  });
}

function fetchThrough(egress: EgressRpc): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers as HeadersInit).entries());
    const answer = await egress.send({
      method: init?.method ?? 'GET',
      url: String(input),
      headers,
      body: textBody(init?.body),
      timeoutMs: TIMEOUT_MS,
    });
    if (!answer.ok) throw new Error(answer.message);
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

/** Stripe's client sends forms as text; anything else would be dropped. */
function textBody(body: RequestInit['body']): string | null {
  if (body === undefined || body === null || body === '') return null;
  if (typeof body !== 'string') throw new Error('A body that is not text cannot be sent to Stripe.');
  return body;
}
