import type { SimulatorPorts, StripeAccountPorts } from '../simulated-system.ts';
import {
  type AccountRecords,
  type CheckoutRecord,
  type InvoiceRecord,
  openRecords,
  type PriceRecord,
  type SubscriptionRecord,
} from './account-records.ts';
import { addMonth } from './add-month.ts';
import { openEvents, type StripeEvents } from './stripe-events.ts';
import { checkoutObject, customerObject, productObject, subscriptionObject } from './stripe-objects.ts';
import { findCard } from './test-cards.ts';

const DAY_SECONDS = 86_400;
/** Days after a failed charge at which it is tried again. */
const RETRY_DAYS = [3, 5, 7];
const MOST_STEPS = 20_000;

/** A moment at which something happens by itself. */
interface Due {
  at: number;
  act(): void;
}

/** The simulated account: what is charged, renewed and ended, and when. */
export class StripeAccount {
  readonly records: AccountRecords;
  readonly events: StripeEvents;
  readonly origin: string;
  readonly #ports: SimulatorPorts;
  /** While the clock is moved on, the moment that it passes. */
  #passing: number | null = null;

  constructor(ports: SimulatorPorts, account: StripeAccountPorts) {
    this.#ports = ports;
    this.origin = account.origin;
    this.records = openRecords(ports);
    this.events = openEvents(ports, this.records, account, () => this.now());
    this.events.sendPending();
  }

  /** Seconds of Stripe's clock. */
  now(): number {
    return this.#passing ?? Math.floor(this.#ports.now() / 1000) + this.#settings().clockAheadSeconds;
  }

  /** Does all that has come due; in the order of its time. */
  tick(): void {
    const until = this.now();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const [next] = this.#due().sort((a, b) => a.at - b.at);
      if (!next || next.at > until) break;
      this.#passing = next.at;
      next.act();
    }
    this.#passing = null;
  }

  /** Moves the clock on; it never goes back. */
  advance(seconds: number): void {
    const settings = this.#settings();
    this.records.settings.put({ ...settings, clockAheadSeconds: settings.clockAheadSeconds + seconds });
    this.#ports.store.together(() => this.tick());
  }

  /** The first payment of a checkout. @returns why it is refused; null: it is paid */
  pay(checkout: CheckoutRecord, cardNumber: string, isConfirmed: boolean): string | null {
    const card = findCard(cardNumber);
    if (!card) return 'Your card number is invalid.';
    const refusal = card.refusal ?? (card.needsConfirmation && !isConfirmed ? 'Your card needs confirmation.' : null);
    if (refusal !== null) return refusal;
    const { customers, subscriptions, checkouts } = this.records;
    const customer = customers.get(checkout.customer);
    if (customer) customers.put({ ...customer, card: card.number });
    const now = this.now();
    const subscription = subscriptions.put({
      id: this.records.newId('sub'),
      customer: checkout.customer,
      item: this.records.newId('si'),
      price: checkout.price,
      status: 'active',
      created: now,
      current_period_start: now,
      current_period_end: addMonth(now, now),
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: null,
    });
    const paid = checkouts.put({ ...checkout, status: 'complete', payment_status: 'paid', subscription: subscription.id });
    const invoice = this.#invoice(subscription);
    this.records.invoices.put({ ...invoice, status: 'paid', attempt_count: 1, next_payment_attempt: null });
    this.#tell('customer.subscription.created', this.#stored(subscription.id));
    this.#tellInvoice('invoice.paid', invoice.id);
    this.events.send('checkout.session.completed', checkoutObject(paid, this.priceOf(paid.price), this.origin));
    return null;
  }

  expire(checkout: CheckoutRecord): CheckoutRecord {
    const expired = this.records.checkouts.put({ ...checkout, status: 'expired' });
    this.events.send('checkout.session.expired', checkoutObject(expired, this.priceOf(expired.price), this.origin));
    return expired;
  }

  /** Ends it now. */
  cancel(subscription: SubscriptionRecord): SubscriptionRecord {
    const now = this.now();
    const ended = this.records.subscriptions.put({
      ...subscription,
      status: 'canceled',
      canceled_at: subscription.canceled_at ?? now,
      ended_at: now,
    });
    for (const invoice of this.#openInvoices(ended.id)) this.records.invoices.put({ ...invoice, next_payment_attempt: null });
    this.#tell('customer.subscription.deleted', ended);
    return ended;
  }

  /** Changes that a person makes in the portal. */
  change(subscription: SubscriptionRecord, changes: Partial<SubscriptionRecord>): SubscriptionRecord {
    const changed = this.records.subscriptions.put({ ...subscription, ...changes });
    this.#tell('customer.subscription.updated', changed);
    return changed;
  }

  /** Pays an open invoice by hand. @returns why it is refused; null: it is paid */
  payInvoice(invoice: InvoiceRecord): string | null {
    const card = findCard(this.records.customers.get(invoice.customer)?.card ?? '');
    const refusal = card ? card.refusal : 'There is no card.';
    if (refusal !== null) return refusal;
    this.#settle(invoice);
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

  #due(): Due[] {
    const { checkouts, invoices, subscriptions } = this.records;
    return [
      ...checkouts
        .all()
        .filter(({ status }) => status === 'open')
        .map((checkout) => ({ at: checkout.expires_at, act: () => void this.expire(checkout) })),
      ...invoices
        .all()
        .flatMap((invoice) =>
          invoice.next_payment_attempt === null ? [] : [{ at: invoice.next_payment_attempt, act: () => this.#retry(invoice) }],
        ),
      ...subscriptions
        .all()
        .filter(({ status }) => ['active', 'trialing', 'past_due', 'unpaid'].includes(status))
        .map((subscription) => ({ at: subscription.current_period_end, act: () => this.#renew(subscription) })),
    ];
  }

  #renew(subscription: SubscriptionRecord): void {
    if (subscription.cancel_at_period_end) {
      this.cancel(subscription);
      return;
    }
    const start = subscription.current_period_end;
    const next = { current_period_start: start, current_period_end: addMonth(start, subscription.created) };
    const renewed = this.records.subscriptions.put({ ...subscription, ...next });
    const invoice = this.#invoice(renewed);
    // Stripe makes invoices of an unpaid subscription, and charges none.
    if (renewed.status === 'unpaid') return void this.#tell('customer.subscription.updated', this.#stored(renewed.id));
    this.#charge(invoice);
  }

  #charge(invoice: InvoiceRecord): void {
    const card = findCard(this.records.customers.get(invoice.customer)?.card ?? '');
    if (card && card.laterRefusal === null) {
      this.#settle(invoice);
      return;
    }
    const days = RETRY_DAYS[invoice.attempt_count];
    const failed = this.records.invoices.put({
      ...invoice,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: days === undefined ? null : this.now() + days * DAY_SECONDS,
    });
    this.#tellInvoice('invoice.payment_failed', failed.id);
    const subscription = this.#stored(invoice.subscription);
    if (days !== undefined) return void this.change(subscription, { status: 'past_due' });
    if (this.#settings().afterFailedRetries === 'unpaid') this.change(subscription, { status: 'unpaid' });
    else this.cancel(subscription);
  }

  #retry(invoice: InvoiceRecord): void {
    this.records.invoices.put({ ...invoice, next_payment_attempt: null });
    this.#charge({ ...invoice, next_payment_attempt: null });
  }

  #settle(invoice: InvoiceRecord): void {
    this.records.invoices.put({ ...invoice, status: 'paid', attempt_count: invoice.attempt_count + 1, next_payment_attempt: null });
    this.#tellInvoice('invoice.paid', invoice.id);
    const subscription = this.#stored(invoice.subscription);
    if (subscription.status !== 'canceled' && this.#openInvoices(subscription.id).length === 0)
      this.change(subscription, { status: 'active' });
  }

  #invoice(subscription: SubscriptionRecord): InvoiceRecord {
    const { unit_amount, currency } = this.priceOf(subscription.price);
    const invoice = this.records.invoices.put({
      id: this.records.newId('in'),
      customer: subscription.customer,
      subscription: subscription.id,
      amount_due: unit_amount,
      currency,
      status: 'open',
      created: this.now(),
      attempt_count: 0,
      next_payment_attempt: null,
    });
    this.records.subscriptions.put({ ...subscription, latest_invoice: invoice.id });
    return invoice;
  }

  #openInvoices(subscriptionId: string): InvoiceRecord[] {
    return this.records.invoices.all().filter(({ subscription, status }) => subscription === subscriptionId && status === 'open');
  }

  #stored(subscriptionId: string): SubscriptionRecord {
    const subscription = this.records.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error(`The simulated Stripe lost the subscription ${subscriptionId}`);
    return subscription;
  }

  #tell(
    type: 'customer.subscription.created' | 'customer.subscription.updated' | 'customer.subscription.deleted',
    record: SubscriptionRecord,
  ): void {
    this.events.send(type, subscriptionObject(record, this.priceOf(record.price)));
  }

  /** Portage reads the customer of an invoice and nothing more. */
  #tellInvoice(type: 'invoice.paid' | 'invoice.payment_failed', invoiceId: string): void {
    const invoice = this.records.invoices.get(invoiceId);
    if (!invoice) return;
    const { id, customer, amount_due, currency, status, created, attempt_count, next_payment_attempt } = invoice;
    const fields = { amount_due, currency, status, created, attempt_count, next_payment_attempt };
    const parent = {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: invoice.subscription },
      type: 'subscription_details',
    };
    this.events.send(type, { id, object: 'invoice', customer, livemode: false, ...fields, parent });
  }

  #settings() {
    const settings = this.records.settings.get('account');
    if (!settings) throw new Error('The simulated Stripe has no settings');
    return settings;
  }
}
