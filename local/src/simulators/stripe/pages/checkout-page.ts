import { escapeHtml as text } from '../../../pages/html.ts';
import type { SimulatedResponse } from '../../simulated-call.ts';
import type { CheckoutRecord } from '../account-records.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { findCard } from '../test-cards.ts';
import { planText } from './money.ts';
import { alertText, cardField, goTo, stripePage } from './stripe-page.ts';

/** Replaces `checkout.stripe.com`. @param form the submitted form; null: the page is only viewed */
export function checkoutPage(account: StripeAccount, id: string, form: URLSearchParams | null): SimulatedResponse {
  const checkout = account.records.checkouts.get(id);
  if (!checkout) return stripePage('Something went wrong', '<p>The page you were looking for could not be found.</p>', 404);
  if (checkout.status === 'complete') {
    if (form) return goTo(successAddress(checkout));
    return stripePage('You are all done here', `<p>This checkout has been paid.</p><p>${link(successAddress(checkout), 'Continue')}</p>`);
  }
  if (checkout.status === 'expired') {
    return stripePage('This checkout has expired', `<p>Please start again.</p>${back(checkout)}`);
  }
  if (!form) return payPage(account, checkout, null, null);
  const card = findCard(form.get('card') ?? '');
  const confirmation = form.get('confirmation');
  const code = checkout.takes_codes ? (form.get('code') ?? '').trim() : '';
  if (card?.needsConfirmation && confirmation === null) return confirmPage(checkout, card.number, code);
  if (card?.needsConfirmation && confirmation !== 'complete') {
    const problem = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    return payPage(account, checkout, card.number, problem);
  }
  const problem = account.pay(checkout, { card: form.get('card') ?? '', code, isConfirmed: confirmation === 'complete' });
  return problem === null ? goTo(successAddress(checkout)) : payPage(account, checkout, card?.number ?? null, problem);
}

function payPage(account: StripeAccount, checkout: CheckoutRecord, card: string | null, problem: string | null): SimulatedResponse {
  const customer = account.records.customers.get(checkout.customer);
  const trial = checkout.trial_days ? `<p>${checkout.trial_days} days free. The first payment is due after them.</p>` : '';
  const code = checkout.takes_codes ? '<p><label>Promotion code <input name="code" autocomplete="off" maxlength="50"></label></p>' : '';
  return stripePage(
    `${checkout.trial_days ? 'Try' : 'Subscribe to'} ${planText(account.records, account.priceOf(checkout.price))}`,
    `<p>${text(customer?.email ?? '')}</p>${trial}${alertText(problem)}
<form method="post">${cardField(card)}${code}<p class="row"><button class="primary">Subscribe</button></p></form>${back(checkout)}`,
  );
}

function confirmPage(checkout: CheckoutRecord, card: string, code: string): SimulatedResponse {
  return stripePage(
    'Your bank asks you to confirm this payment',
    `<form method="post" class="row"><input type="hidden" name="card" value="${card}"><input type="hidden" name="code" value="${text(code)}">
<button class="primary" name="confirmation" value="complete">Complete</button><button name="confirmation" value="fail">Fail</button></form>${back(checkout)}`,
  );
}

function back({ cancel_url }: CheckoutRecord): string {
  return cancel_url ? `<p>${link(cancel_url, 'Back to Portage')}</p>` : '';
}

function successAddress({ id, success_url }: CheckoutRecord): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function link(address: string, label: string): string {
  return `<a href="${text(address)}">${text(label)}</a>`;
}
