import type { SimulatorPorts, StripeAccountPorts } from '../simulated-system.ts';
import { addInvoice, invoicePeriod, listOpenInvoices } from './account-invoices.ts';
import {
  type AccountRecords,
  type CheckoutRecord,
  type InvoiceRecord,
  openRecords,
  type PriceRecord,
  type PromotionRecord,
  type SubscriptionRecord,
} from './account-records.ts';
import { addMonth } from './add-month.ts';
import { changeAmount, monthAmount } from './amounts.ts';
import { invoiceObject } from './invoice-object.ts';
import { Renewals } from './renewals.ts';
import { openEvents, type StripeEvents } from './stripe-events.ts';
import { checkoutObject, customerObject, productObject, subscriptionObject } from './stripe-objects.ts';
import { findCard } from './test-cards.ts';

const DAY_SECONDS = 86_400;
const MOST_STEPS = 20_000;

/** What a person enters at checkout. */
interface Payment {
  card: string;
  /** Promotion code; empty: none. */
  code: string;
  /** The person has confirmed the payment with the bank. */
  isConfirmed: boolean;
}

/** The simulated account: what is charged, renewed and canceled, and when. */
export class StripeAccount {
  readonly records: AccountRecords;
  readonly events: StripeEvents;
  readonly origin: string;
  readonly #ports: SimulatorPorts;
  readonly #renewals = new Renewals(this);
  /** The moment being passed while the clock moves forward. */
  #passing: number | null = null;

  constructor(ports: SimulatorPorts, account: StripeAccountPorts) {
    this.#ports = ports;
    this.origin = account.origin;
    this.records = openRecords(ports);
    this.events = openEvents(ports, this.records, account, () => this.now());
    this.events.sendPending();
  }

  /** The present time in seconds of Stripe's clock. */
  now(): number {
    return this.#passing ?? Math.floor(this.#ports.now() / 1000) + this.settings().clockAheadSeconds;
  }

  /** Processes everything that is due, in chronological order. */
  tick(): void {
    const until = this.now();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const [next] = this.#renewals.due().sort((a, b) => a.at - b.at);
      if (!next || next.at > until) break;
      this.#passing = next.at;
      next.act();
    }
    this.#passing = null;
  }

  /** Moves the clock forward; it never goes back. */
  advance(seconds: number): void {
    const settings = this.settings();
    this.records.settings.put({ ...settings, clockAheadSeconds: settings.clockAheadSeconds + seconds });
    this.#ports.store.together(() => this.tick());
  }

  /** Makes a checkout's first payment or starts its trial. @returns why it is refused; null: success */
  pay(checkout: CheckoutRecord, { card: cardNumber, code, isConfirmed }: Payment): string | null {
    const card = findCard(cardNumber);
    if (!card) return 'Your card number is invalid.';
    const promotion = code ? this.#promotionOf(code) : null;
    if (code && !promotion) return 'This code is invalid.';
    const price = this.priceOf(checkout.price);
    const trialDays = checkout.trial_days ?? 0;
    const total = trialDays > 0 ? 0 : monthAmount(price, promotion);
    const refusedCard = total > 0 || !card.canBeSaved ? card.refusal : null;
    const refusal = refusedCard ?? (card.needsConfirmation && !isConfirmed ? 'Your card needs confirmation.' : null);
    if (refusal !== null) return refusal;
    const { customers, subscriptions, checkouts } = this.records;
    const customer = customers.get(checkout.customer);
    if (customer) customers.put({ ...customer, card: card.number });
    const now = this.now();
    const end = trialDays > 0 ? now + trialDays * DAY_SECONDS : addMonth(now, now);
    const subscription = subscriptions.put({
      id: this.records.newId('sub'),
      customer: checkout.customer,
      item: this.records.newId('si'),
      price: checkout.price,
      status: trialDays > 0 ? 'trialing' : 'active',
      created: now,
      current_period_start: now,
      current_period_end: end,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: null,
      anchor: trialDays > 0 ? end : now,
      trial_end: trialDays > 0 ? end : null,
      quantity: 1,
      promotion: promotion?.id ?? null,
    });
    const paymentStatus = total > 0 ? 'paid' : 'no_payment_required';
    const done = checkouts.put({ ...checkout, status: 'complete', payment_status: paymentStatus, total, subscription: subscription.id });
    const invoice = invoicePeriod(this, subscription);
    this.records.invoices.put({ ...invoice, status: 'paid', attempt_count: 1, next_payment_attempt: null });
    this.tell('customer.subscription.created', this.storedSubscription(subscription.id));
    this.tellInvoice('invoice.paid', invoice.id);
    this.events.send('checkout.session.completed', checkoutObject(done, price, this.origin));
    return null;
  }

  expire(checkout: CheckoutRecord): CheckoutRecord {
    const expired = this.records.checkouts.put({ ...checkout, status: 'expired' });
    this.events.send('checkout.session.expired', checkoutObject(expired, this.priceOf(expired.price), this.origin));
    return expired;
  }

  /** Cancels it immediately. */
  cancel(subscription: SubscriptionRecord): SubscriptionRecord {
    const now = this.now();
    const ended = this.records.subscriptions.put({
      ...subscription,
      status: 'canceled',
      canceled_at: subscription.canceled_at ?? now,
      ended_at: now,
    });
    for (const invoice of listOpenInvoices(this, ended.id)) this.records.invoices.put({ ...invoice, next_payment_attempt: null });
    this.tell('customer.subscription.deleted', ended);
    return ended;
  }

  /**
   * Changes the price now, like a portal that charges prorations at once. The rest of the period is paid now, or credited.
   *
   * @returns why the charge is refused; null: the price is changed
   */
  changePrice(subscription: SubscriptionRecord, priceId: string): string | null {
    const price = this.priceOf(priceId);
    const amount = changeAmount(subscription, this.priceOf(subscription.price), price, this.now());
    const customer = this.records.customers.get(subscription.customer);
    if (amount > 0) {
      const card = findCard(customer?.card ?? '');
      const refusal = card ? card.refusal : 'There is no card.';
      if (refusal !== null) return refusal;
      const { id } = addInvoice(this, subscription, amount, 'paid');
      this.tellInvoice('invoice.paid', id);
    } else if (customer) {
      this.records.customers.put({ ...customer, balance: (customer.balance ?? 0) + amount });
    }
    this.change(subscription, { price: priceId });
    return null;
  }

  /** Applies changes that a person makes in the portal. */
  change(subscription: SubscriptionRecord, changes: Partial<SubscriptionRecord>): SubscriptionRecord {
    const changed = this.records.subscriptions.put({ ...subscription, ...changes });
    this.tell('customer.subscription.updated', changed);
    return changed;
  }

  /** Sets the times that match a state set by hand. */
  stateChanged(subscription: SubscriptionRecord): void {
    if (subscription.status !== 'canceled') this.change(subscription, { ended_at: null });
    else if (subscription.ended_at === null) this.cancel(subscription);
    else this.change(subscription, {});
  }

  /** Pays an open invoice by hand. @returns why it is refused; null: success */
  payInvoice(invoice: InvoiceRecord): string | null {
    const card = findCard(this.records.customers.get(invoice.customer)?.card ?? '');
    const refusal = card ? card.refusal : 'There is no card.';
    if (refusal !== null) return refusal;
    this.#renewals.settle(invoice);
    return null;
  }

  productChanged(productId: string): void {
    const product = this.records.products.get(productId);
    if (!product) return;
    const changed = this.records.products.put({ ...product, updated: this.now() });
    this.events.send('product.updated', productObject(changed));
  }

  customerDeleted(customerId: string): void {
    const customer = this.records.customers.get(customerId);
    if (!customer) return;
    for (const subscription of this.subscriptionsOf(customerId)) if (subscription.status !== 'canceled') this.cancel(subscription);
    this.records.customers.put({ ...customer, deleted: true });
    this.events.send('customer.deleted', customerObject(customer));
  }

  subscriptionsOf(customerId: string): SubscriptionRecord[] {
    return this.records.subscriptions.all().filter(({ customer }) => customer === customerId);
  }

  priceOf(id: string): PriceRecord {
    const price = this.records.prices.get(id);
    if (!price) throw new Error(`The simulated Stripe lost the price ${id}`);
    return price;
  }

  #promotionOf(code: string): PromotionRecord | null {
    const wanted = code.trim().toUpperCase();
    return this.records.promotions.all().find((one) => one.active && one.code === wanted) ?? null;
  }

  storedSubscription(subscriptionId: string): SubscriptionRecord {
    const subscription = this.records.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error(`The simulated Stripe lost the subscription ${subscriptionId}`);
    return subscription;
  }

  tell(type: `customer.subscription.${'created' | 'updated' | 'deleted' | 'paused'}`, record: SubscriptionRecord): void {
    this.events.send(type, subscriptionObject(record, this.priceOf(record.price)));
  }

  tellInvoice(type: 'invoice.paid' | 'invoice.payment_failed', invoiceId: string): void {
    const invoice = this.records.invoices.get(invoiceId);
    if (invoice) this.events.send(type, invoiceObject(invoice, this.storedSubscription(invoice.subscription)));
  }

  settings() {
    const settings = this.records.settings.get('account');
    if (!settings) throw new Error('The simulated Stripe has no settings');
    return settings;
  }
}
