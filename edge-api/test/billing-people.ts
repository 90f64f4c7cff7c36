import { findBillingCustomer, findStanding } from '@portage/database';
import { expect } from 'vitest';
import { type ApiResponse, api, database, type Person, signedInPerson } from './api.ts';
import { atStripe, bring, eventsSince, PRICES, payAt } from './stripe.ts';

export function buy({ token }: Person, priceId: string = PRICES.starter): Promise<ApiResponse<{ sessionId: string; redirectUrl: string }>> {
  return api('POST /api/billing/stripe/buy-subscription', { token, body: { priceId } });
}

/** Products are cached for a minute; this makes Portage read them again. */
export async function forgetProducts({ token }: Person): Promise<void> {
  await api('GET /api/billing/stripe/get-products', { token, now: new Date(Date.now() + 120_000) });
}

export function confirm({ token }: Person, sessionId: string): Promise<ApiResponse<{ isSuccess: boolean; errorMessage: string | null }>> {
  return api(`GET /api/billing/stripe/checkout-success?sessionId=${sessionId}`, { token });
}

/** Reads the billing page, which also asks Stripe. */
export async function look({ token }: Person) {
  return (await api('GET /api/billing/stripe/get-active-product', { token })).body;
}

/** The stored state, without asking Stripe. */
export async function isValid({ token }: Person, now?: Date): Promise<boolean> {
  return (await api('GET /api/users/has-valid-subscription', { token, ...(now ? { now } : {}) })).body.hasValidSubscription;
}

export async function subscriber(priceId: string = PRICES.starter, fields = {}): Promise<Person> {
  const person = await signedInPerson(fields);
  const { body } = await buy(person, priceId);
  await payAt(body.redirectUrl);
  expect((await confirm(person, body.sessionId)).body).toEqual({ isSuccess: true, errorMessage: null });
  return person;
}

export async function readSubscription(person: Person) {
  return (await findStanding(database(), person.row.id, new Date())).subscription ?? { id: '', status: '' };
}

export async function findCustomerId(person: Person): Promise<string | undefined> {
  return (await findBillingCustomer(database(), person.row.id, 'simulated'))?.customerId;
}

/** Delivers all of a person's later events, in this order; nothing else tells Portage of a change. @returns the responses' statuses */
export async function bringAll(person: Person, since: number, order = (events: string[]) => events): Promise<number[]> {
  const customer = await findCustomerId(person);
  const own = (await eventsSince(since)).filter((event) => event.includes(`"${customer}"`));
  const statuses: number[] = [];
  for (const event of order(own)) statuses.push((await bring(event)).status);
  return statuses;
}

export async function statusAtStripe(subscriptionId: string): Promise<string> {
  return (await atStripe<{ record: { status: string } }>(`GET subscriptions/${subscriptionId}`)).record.status;
}

interface Invoice {
  id: string;
  subscription: string;
  amount_due: number;
  status: string;
}

/** Newest first. */
export async function listInvoices(subscriptionId: string): Promise<Invoice[]> {
  const { records } = await atStripe<{ records: Invoice[] }>('GET invoices');
  return records.filter(({ subscription }) => subscription === subscriptionId).toReversed();
}
