import { escapeHtml as text } from '../../../pages/html.ts';
import type { SimulatedResponse } from '../../simulated-call.ts';
import type { PortalRecord, SubscriptionRecord } from '../account-records.ts';
import { changeAmount } from '../amounts.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { findCard, maskedCard } from '../test-cards.ts';
import { dayText, moneyText, planText } from './money.ts';
import { alertText, cardField, goTo, stripePage } from './stripe-page.ts';

const LIFE_SECONDS = 3_600;
const RUNNING = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

/** Replaces `billing.stripe.com`: card, invoices, changing and canceling. @param form the submitted form; null: the page is only viewed */
export function portalPage(account: StripeAccount, id: string, form: URLSearchParams | null): SimulatedResponse {
  const portal = account.records.portals.get(id);
  if (!portal || portal.created + LIFE_SECONDS < account.now()) {
    return stripePage('This link has expired', '<p>Please open it again from the billing page.</p>');
  }
  if (portal.change) return changePage(account, portal, portal.change, form);
  const problem = form ? act(account, portal, form) : null;
  return form && problem === null ? goTo(`/local/simulators/stripe/portal/${id}`) : homePage(account, portal, problem);
}

/** @returns what went wrong; null: success */
function act(account: StripeAccount, portal: PortalRecord, form: URLSearchParams): string | null {
  const { customers, invoices } = account.records;
  const subscription = account
    .subscriptionsOf(portal.customer)
    .find(({ id, status }) => id === form.get('subscription') && RUNNING.includes(status));
  switch (form.get('action')) {
    case 'card': {
      const card = findCard(form.get('card') ?? '');
      const customer = customers.get(portal.customer);
      if (!card?.canBeSaved || !customer) return card?.refusal ?? 'Your card number is invalid.';
      customers.put({ ...customer, card: card.number });
      return null;
    }
    case 'pay': {
      const invoice = invoices.get(form.get('invoice') ?? '');
      return invoice?.customer === portal.customer && invoice.status === 'open' ? account.payInvoice(invoice) : null;
    }
    case 'cancel':
      if (subscription) account.change(subscription, { cancel_at_period_end: true, canceled_at: account.now() });
      return null;
    case 'keep':
      if (subscription) account.change(subscription, { cancel_at_period_end: false, canceled_at: null });
      return null;
    case 'change': {
      const price = account.records.prices.get(form.get('price') ?? '');
      return subscription && price?.active ? account.changePrice(subscription, price.id) : 'This plan is not offered.';
    }
    default:
      return 'This cannot be done here.';
  }
}

function homePage(account: StripeAccount, portal: PortalRecord, problem: string | null): SimulatedResponse {
  const { customers, invoices } = account.records;
  const customer = customers.get(portal.customer);
  const rows = invoices
    .all()
    .filter((invoice) => invoice.customer === portal.customer)
    .toReversed()
    .map((invoice) => {
      const pay =
        invoice.status === 'open'
          ? `<form method="post"><input type="hidden" name="invoice" value="${invoice.id}"><button name="action" value="pay">Pay</button></form>`
          : '';
      return `<tr><td>${dayText(invoice.created)}</td><td>${moneyText(invoice.amount_due, invoice.currency)}</td><td>${invoice.status}</td><td>${pay}</td></tr>`;
    });
  const subscriptions = account.subscriptionsOf(portal.customer).filter(({ status }) => RUNNING.includes(status));
  return stripePage(
    'Manage your billing',
    `${alertText(problem)}${subscriptions.map((one) => subscriptionCard(account, one)).join('') || '<p>You have no subscription.</p>'}
<h2>Payment method</h2><p>${customer?.card ? maskedCard(customer.card) : 'None'}</p>
<form method="post">${cardField(customer?.card ?? null)}<p><button name="action" value="card">Save card</button></p></form>
<h2>Invoices</h2><div class="scroll"><table><tr><th>Date</th><th>Amount</th><th>State</th><th></th></tr>${rows.join('')}</table></div>${back(portal)}`,
  );
}

function subscriptionCard(account: StripeAccount, subscription: SubscriptionRecord): string {
  const { records } = account;
  const end = dayText(subscription.current_period_end);
  const options = records.prices
    .all()
    .filter(({ id, active, interval }) => active && interval === 'month' && id !== subscription.price)
    .map((price) => `<option value="${price.id}">${text(planText(records, price))}</option>`);
  return `<h2>${text(planText(records, account.priceOf(subscription.price)))}</h2>
<p>${subscription.status}; ${subscription.cancel_at_period_end ? `ends on ${end}` : `renews on ${end}`}</p>
<form method="post" class="row"><input type="hidden" name="subscription" value="${subscription.id}">
<button name="action" value="${subscription.cancel_at_period_end ? 'keep' : 'cancel'}">${subscription.cancel_at_period_end ? 'Do not cancel' : 'Cancel subscription'}</button>
<select name="price" aria-label="Other plan">${options.join('')}</select><button name="action" value="change">Change plan</button></form>`;
}

function changePage(
  account: StripeAccount,
  portal: PortalRecord,
  change: NonNullable<PortalRecord['change']>,
  form: URLSearchParams | null,
): SimulatedResponse {
  const subscription = account.records.subscriptions.get(change.subscription);
  if (!subscription) return stripePage('This link has expired', back(portal));
  const [from, to] = [account.priceOf(subscription.price), account.priceOf(change.price)];
  const problem = form && from.id !== to.id ? account.changePrice(subscription, to.id) : null;
  if (form && problem === null) return goTo(change.after_url ?? portal.return_url ?? account.origin);
  const amount = changeAmount(subscription, from, to, account.now());
  return stripePage(
    `Change to ${planText(account.records, to)}?`,
    `${alertText(problem)}<p>You have ${text(planText(account.records, from))}. ${wordsOfAmount(amount, to.currency)}</p>
<form method="post"><p><button class="primary">Confirm</button></p></form>${back(portal)}`,
  );
}

function wordsOfAmount(amount: number, currency: string): string {
  if (amount === 0) return 'Nothing is due now.';
  if (amount < 0) return `You get a credit of ${moneyText(-amount, currency)} for the rest of this period.`;
  return `You pay ${moneyText(amount, currency)} now for the rest of this period.`;
}

function back({ return_url }: PortalRecord): string {
  return return_url ? `<p><a href="${text(return_url)}">Back to Portage</a></p>` : '';
}
