import type { AccountRecords, InvoiceRecord, PriceRecord, SubscriptionRecord } from './account-records.ts';
import { monthAmount } from './amounts.ts';

/** The part of the account that invoices need. */
export interface InvoicedAccount {
  records: AccountRecords;
  now(): number;
  priceOf(id: string): PriceRecord;
}

/** Makes the invoice of a period; the customer's credit pays as much of it as it can. */
export function invoicePeriod(account: InvoicedAccount, subscription: SubscriptionRecord): InvoiceRecord {
  const { customers, promotions, subscriptions } = account.records;
  const isTrial = subscription.status === 'trialing';
  const promotion = promotions.get(subscription.promotion ?? '') ?? null;
  const amount = isTrial ? 0 : monthAmount(account.priceOf(subscription.price), promotion, subscription.quantity);
  const customer = customers.get(subscription.customer);
  const credit = Math.min(amount, Math.max(0, -(customer?.balance ?? 0)));
  if (customer && credit > 0) customers.put({ ...customer, balance: (customer.balance ?? 0) + credit });
  const invoice = addInvoice(account, subscription, amount - credit, 'open');
  const isUsed = promotion !== null && !promotion.is_forever && !isTrial;
  subscriptions.put({ ...subscription, latest_invoice: invoice.id, ...(isUsed ? { promotion: null } : {}) });
  return invoice;
}

export function addInvoice(
  account: InvoicedAccount,
  { id, customer, price }: SubscriptionRecord,
  amount: number,
  status: 'open' | 'paid',
): InvoiceRecord {
  return account.records.invoices.put({
    id: account.records.newId('in'),
    customer,
    subscription: id,
    amount_due: amount,
    currency: account.priceOf(price).currency,
    status,
    created: account.now(),
    attempt_count: status === 'paid' ? 1 : 0,
    next_payment_attempt: null,
  });
}

export function listOpenInvoices(account: InvoicedAccount, subscriptionId: string): InvoiceRecord[] {
  return account.records.invoices.all().filter(({ subscription, status }) => subscription === subscriptionId && status === 'open');
}
