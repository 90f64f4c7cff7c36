import { type InvoicedAccount, invoicePeriod } from './account-invoices.ts';
import type { AccountSettings, CheckoutRecord, InvoiceRecord, SubscriptionRecord } from './account-records.ts';
import { addMonth } from './add-month.ts';
import { findCard } from './test-cards.ts';

const DAY_SECONDS = 86_400;
/** A failed charge is tried again after these days. */
const RETRY_DAYS = [3, 5, 7];
/** A subscription without its first payment expires after this time. */
const INCOMPLETE_SECONDS = 23 * 3_600;

interface RenewedAccount extends InvoicedAccount {
  settings(): AccountSettings;
  storedSubscription(id: string): SubscriptionRecord;
  expire(checkout: CheckoutRecord): void;
  change(subscription: SubscriptionRecord, changes: Partial<SubscriptionRecord>): void;
  cancel(subscription: SubscriptionRecord): void;
  tell(type: 'customer.subscription.paused' | 'customer.subscription.updated', subscription: SubscriptionRecord): void;
  tellInvoice(type: 'invoice.paid' | 'invoice.payment_failed', invoiceId: string): void;
}

/** A moment at which something happens automatically. */
export interface Due {
  at: number;
  act(): void;
}

/** Changes checkouts, subscriptions and invoices over time: they expire, renew and are charged. */
export class Renewals {
  readonly #account: RenewedAccount;

  constructor(account: RenewedAccount) {
    this.#account = account;
  }

  /** Everything that will happen automatically, in no particular order. */
  due(): Due[] {
    const { checkouts, invoices, subscriptions } = this.#account.records;
    return [
      ...checkouts
        .all()
        .filter(({ status }) => status === 'open')
        .map((checkout) => ({ at: checkout.expires_at, act: () => void this.#account.expire(checkout) })),
      ...invoices
        .all()
        .flatMap((invoice) =>
          invoice.next_payment_attempt === null ? [] : [{ at: invoice.next_payment_attempt, act: () => this.#retry(invoice) }],
        ),
      ...subscriptions
        .all()
        .filter(({ status }) => ['active', 'trialing', 'past_due', 'unpaid'].includes(status))
        .map((subscription) => ({ at: subscription.current_period_end, act: () => this.#renew(subscription) })),
      ...subscriptions
        .all()
        .filter(({ status }) => status === 'incomplete')
        .map((subscription) => ({
          at: subscription.created + INCOMPLETE_SECONDS,
          act: () => void this.#account.change(subscription, { status: 'incomplete_expired', ended_at: this.#account.now() }),
        })),
    ];
  }

  #renew(subscription: SubscriptionRecord): void {
    if (subscription.cancel_at_period_end) {
      this.#account.cancel(subscription);
      return;
    }
    if (subscription.status === 'trialing' && this.#endsTrialWithoutCard(subscription)) return;
    const start = subscription.current_period_end;
    const renewed = this.#account.records.subscriptions.put({
      ...subscription,
      // After a trial, the subscription is active until its first charge fails.
      status: subscription.status === 'trialing' ? 'active' : subscription.status,
      current_period_start: start,
      current_period_end: addMonth(start, subscription.anchor ?? subscription.created),
    });
    const invoice = invoicePeriod(this.#account, renewed);
    // Stripe makes invoices for an unpaid subscription, but doesn't charge them.
    if (renewed.status === 'unpaid')
      return void this.#account.tell('customer.subscription.updated', this.#account.storedSubscription(renewed.id));
    this.#charge(invoice);
  }

  /** @returns whether the subscription stops here */
  #endsTrialWithoutCard(subscription: SubscriptionRecord): boolean {
    if (this.#account.records.customers.get(subscription.customer)?.card) return false;
    switch (this.#account.settings().trialEndsWithoutCard) {
      case 'create_invoice':
        return false;
      case 'cancel':
        this.#account.cancel(subscription);
        return true;
      case 'pause':
        this.#account.tell('customer.subscription.paused', this.#account.records.subscriptions.put({ ...subscription, status: 'paused' }));
        return true;
    }
  }

  #charge(invoice: InvoiceRecord): void {
    const card = findCard(this.#account.records.customers.get(invoice.customer)?.card ?? '');
    if (invoice.amount_due === 0 || (card && card.laterRefusal === null)) {
      this.settle(invoice);
      return;
    }
    const days = RETRY_DAYS[invoice.attempt_count];
    const failed = this.#account.records.invoices.put({
      ...invoice,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: days === undefined ? null : this.#account.now() + days * DAY_SECONDS,
    });
    this.#account.tellInvoice('invoice.payment_failed', failed.id);
    const subscription = this.#account.storedSubscription(invoice.subscription);
    if (days !== undefined) return void this.#account.change(subscription, { status: 'past_due' });
    if (this.#account.settings().afterFailedRetries === 'unpaid') this.#account.change(subscription, { status: 'unpaid' });
    else this.#account.cancel(subscription);
  }

  #retry(invoice: InvoiceRecord): void {
    this.#account.records.invoices.put({ ...invoice, next_payment_attempt: null });
    this.#charge({ ...invoice, next_payment_attempt: null });
  }

  /** Marks the invoice as paid; an unpaid subscription becomes active again if this is its newest invoice. */
  settle(invoice: InvoiceRecord): void {
    this.#account.records.invoices.put({
      ...invoice,
      status: 'paid',
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
    });
    this.#account.tellInvoice('invoice.paid', invoice.id);
    const subscription = this.#account.storedSubscription(invoice.subscription);
    if (subscription.status === 'canceled') return;
    // The newest invoice decides. https://docs.stripe.com/billing/subscriptions/overview#unpaid-subscriptions
    if (subscription.latest_invoice === invoice.id) this.#account.change(subscription, { status: 'active' });
  }
}
