import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import {
  Refusal,
  type SimulatedCall,
  type SimulatedResponse,
  type SimulatedSystem,
  toJsonResponse,
  withHeaders,
} from '../simulated-call.ts';
import type { SimulatorPorts, StripeAccountPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import type { CheckoutRecord, CustomerRecord, SubscriptionRecord } from './account-records.ts';
import { type Form, getList, getObject, getText, getTexts, readForm, requiredText } from './request-form.ts';
import type { StripeAccount } from './stripe-account.ts';
import { API_VERSION } from './stripe-events.ts';
import { checkoutObject, customerObject, portalObject, priceObject, productObject, subscriptionObject } from './stripe-objects.ts';
import { noSuch, stripeProblem } from './stripe-refusal.ts';

const DAY_SECONDS = 86_400;
const PAGE = ['limit', 'starting_after', 'ending_before'];

interface StripeRoute {
  takes?: readonly string[];
  answer(account: StripeAccount, form: Form, id: string): object;
}

/** By method and path. */
const routes: Readonly<Record<string, StripeRoute>> = {
  'GET /v1/prices': {
    takes: [...PAGE, 'active', 'type', 'product', 'currency', 'recurring[interval]', 'expand[]'],
    answer({ records }, form) {
      const { interval } = getObject(form, 'recurring');
      const [active, type, product, currency] = ['active', 'type', 'product', 'currency'].map((name) => getText(form, name));
      const isExpanded = expandsOnly(form, 'data.product');
      const found = records.prices
        .all()
        .filter((price) => active === undefined || String(price.active) === active)
        .filter(() => type === undefined || type === 'recurring')
        .filter((price) => interval === undefined || price.interval === interval)
        .filter((price) => (product ?? price.product) === price.product && (currency ?? price.currency) === price.currency);
      return buildPage(form, '/v1/prices', found.toReversed(), (price): Stripe.Price => {
        const whole = isExpanded ? records.products.get(price.product) : undefined;
        return priceObject(price, whole && productObject(whole));
      });
    },
  },
  'GET /v1/products/{id}': {
    answer({ records }, _, id) {
      return productObject(existing(records.products, 'product', id));
    },
  },
  'POST /v1/customers': {
    takes: ['email', 'name', 'metadata[*]'],
    answer(account, form) {
      const { customers, newId } = account.records;
      const customer: CustomerRecord = {
        id: newId('cus'),
        email: getText(form, 'email') ?? null,
        name: getText(form, 'name') ?? null,
        metadata: getTexts(form, 'metadata'),
        created: account.now(),
        card: null,
        deleted: false,
      };
      const made = customerObject(customers.put(customer));
      account.events.send('customer.created', made);
      return made;
    },
  },
  'GET /v1/customers': {
    takes: [...PAGE, 'email'],
    answer({ records }, form) {
      const email = getText(form, 'email');
      const found = records.customers.all().filter((one) => !one.deleted && (email === undefined || one.email === email));
      return buildPage(form, '/v1/customers', found.toReversed(), customerObject);
    },
  },
  'GET /v1/customers/{id}': {
    answer({ records }, _, id) {
      const customer = existing(records.customers, 'customer', id);
      return customer.deleted ? { id, object: 'customer', deleted: true } : customerObject(customer);
    },
  },
  'GET /v1/subscriptions': {
    takes: [...PAGE, 'customer', 'status'],
    answer(account, form) {
      const customer = getText(form, 'customer');
      if (customer !== undefined) existing(account.records.customers, 'customer', customer, 'customer');
      const status = getText(form, 'status');
      const isWanted = (one: SubscriptionRecord) =>
        status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status);
      const found = account.records.subscriptions.all().filter((one) => (customer ?? one.customer) === one.customer && isWanted(one));
      return buildPage(form, '/v1/subscriptions', found.toReversed(), (one) => subscriptionObject(one, account.priceOf(one.price)));
    },
  },
  'GET /v1/subscriptions/{id}': {
    answer(account, _, id) {
      const subscription = existing(account.records.subscriptions, 'subscription', id);
      return subscriptionObject(subscription, account.priceOf(subscription.price));
    },
  },
  'DELETE /v1/subscriptions/{id}': {
    answer(account, _, id) {
      const subscription = existing(account.records.subscriptions, 'subscription', id);
      if (subscription.status === 'canceled') throw noSuch('subscription', id);
      return subscriptionObject(account.cancel(subscription), account.priceOf(subscription.price));
    },
  },
  'POST /v1/checkout/sessions': {
    takes: [
      'mode',
      'customer',
      'client_reference_id',
      'line_items[][price]',
      'line_items[][quantity]',
      'success_url',
      'cancel_url',
      'metadata[*]',
      'allow_promotion_codes',
      'subscription_data[trial_period_days]',
    ],
    answer: createCheckout,
  },
  'GET /v1/checkout/sessions/{id}': {
    answer(account, _, id) {
      const checkout = existing(account.records.checkouts, 'checkout.session', id);
      return checkoutObject(checkout, account.priceOf(checkout.price), account.origin);
    },
  },
  'POST /v1/checkout/sessions/{id}/expire': {
    answer(account, _, id) {
      const checkout = existing(account.records.checkouts, 'checkout.session', id);
      if (checkout.status !== 'open') {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${checkout.status}.`;
        throw stripeProblem(400, message);
      }
      return checkoutObject(account.expire(checkout), account.priceOf(checkout.price), account.origin);
    },
  },
  'POST /v1/billing_portal/sessions': {
    takes: [
      'customer',
      'return_url',
      'flow_data[type]',
      'flow_data[subscription_update_confirm][subscription]',
      'flow_data[subscription_update_confirm][items][][id]',
      'flow_data[subscription_update_confirm][items][][price]',
      'flow_data[subscription_update_confirm][items][][quantity]',
      'flow_data[after_completion][type]',
      'flow_data[after_completion][redirect][return_url]',
    ],
    answer: createPortal,
  },
};

/** Responds as `api.stripe.com` does, as far as Portage's billing uses it. */
export function stripeSimulator(account: StripeAccount, { store }: SimulatorPorts, { secretKey }: StripeAccountPorts): SimulatedSystem {
  const kept = store.records<{ key: string; asked: string; answer: SimulatedResponse }>('idempotent-answers', ({ key }) => key);

  return async (call) => {
    const headers = { 'request-id': account.records.newId('req'), 'stripe-version': API_VERSION };
    const answer = catchRefusal(() => {
      authorize(call, secretKey);
      account.tick();
      return once(call, () => route(account, call));
    });
    return withHeaders(answer, headers);
  };

  /** A call repeated with its key gets the same response. https://docs.stripe.com/api/idempotent_requests */
  function once(call: SimulatedCall, make: () => SimulatedResponse): SimulatedResponse {
    const key = call.method === 'POST' ? call.header('idempotency-key') : null;
    if (key === null) return make();
    const asked = createHash('sha256').update(`${call.url.pathname}?${call.body}`).digest('base64');
    const known = kept.get(key);
    if (known && known.asked !== asked) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw stripeProblem(400, message, { type: 'idempotency_error' });
    }
    if (known) return known.answer;
    const answer = make();
    kept.put({ key, asked, answer });
    return answer;
  }
}

function catchRefusal(make: () => SimulatedResponse): SimulatedResponse {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function authorize(call: SimulatedCall, secretKey: string): void {
  const key = /^Bearer (.+)$/.exec(call.header('authorization') ?? '')?.[1];
  if (key !== secretKey)
    throw stripeProblem(401, key ? `Invalid API Key provided: ${key.slice(0, 8)}****` : 'You did not provide an API key.');
  const version = call.header('stripe-version');
  if (version !== null && version !== API_VERSION) throw stripeProblem(400, `Invalid Stripe API version: ${version}`);
}

function route(account: StripeAccount, call: SimulatedCall): SimulatedResponse {
  const called = `${call.method} ${call.url.pathname}`;
  for (const [pattern, { takes = [], answer }] of Object.entries(routes)) {
    const found = new RegExp(`^${pattern.replace('{id}', '([^/]+)')}$`).exec(called);
    if (found) return toJsonResponse(answer(account, readForm(call, takes), found[1] ?? ''));
  }
  throw stripeProblem(404, `Unrecognized request URL (${call.method}: ${call.url.pathname}).`);
}

function createCheckout(account: StripeAccount, form: Form): Stripe.Checkout.Session {
  const { records } = account;
  const [item, ...others] = getList(form, 'line_items');
  if (getText(form, 'mode') !== 'subscription' || !item || others.length > 0) {
    throw stripeProblem(400, 'The simulated Stripe sells one subscription at a time: mode=subscription with one line item.');
  }
  const priceId = requiredText(item, 'price');
  const price = existing(records.prices, 'price', priceId, 'line_items[0][price]');
  if (!price.active || !records.products.get(price.product)?.active) {
    throw stripeProblem(400, 'The price specified is inactive. This field only accepts active prices.', {
      param: 'line_items[0][price]',
    });
  }
  const customer = requiredCustomer(account, form);
  const created = account.now();
  const checkout: CheckoutRecord = {
    id: records.newId('cs_test'),
    customer,
    price: priceId,
    status: 'open',
    payment_status: 'unpaid',
    trial_days: parseTrialDays(form),
    takes_codes: getText(form, 'allow_promotion_codes') === 'true',
    success_url: requiredText(form, 'success_url'),
    cancel_url: getText(form, 'cancel_url') ?? null,
    client_reference_id: getText(form, 'client_reference_id') ?? null,
    metadata: getTexts(form, 'metadata'),
    created,
    expires_at: created + DAY_SECONDS,
    subscription: null,
  };
  return checkoutObject(records.checkouts.put(checkout), price, account.origin);
}

function requiredCustomer({ records }: StripeAccount, form: Form): string {
  const { id, deleted } = existing(records.customers, 'customer', requiredText(form, 'customer'), 'customer');
  if (deleted) throw noSuch('customer', id, 'customer');
  return id;
}

function parseTrialDays(form: Form): number {
  const text = getText(getObject(form, 'subscription_data'), 'trial_period_days');
  if (text === undefined) return 0;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 730) return days;
  const param = 'subscription_data[trial_period_days]';
  throw stripeProblem(400, 'The number of trial days must be from 1 to 730.', { param });
}

function createPortal(account: StripeAccount, form: Form): Stripe.BillingPortal.Session {
  const { records } = account;
  const customer = requiredCustomer(account, form);
  const flow = getObject(form, 'flow_data');
  const portal = records.portals.put({
    id: records.newId('bps'),
    customer,
    return_url: getText(form, 'return_url') ?? null,
    created: account.now(),
    change: getText(flow, 'type') === 'subscription_update_confirm' ? parseChange(account, customer, flow) : null,
  });
  return portalObject(portal, account.origin);
}

function parseChange(account: StripeAccount, customer: string, flow: Form) {
  const confirm = getObject(flow, 'subscription_update_confirm');
  const subscription = existing(account.records.subscriptions, 'subscription', requiredText(confirm, 'subscription'));
  const [item = {}] = getList(confirm, 'items');
  const price = requiredText(item, 'price');
  if (subscription.customer !== customer)
    throw noSuch('subscription', subscription.id, 'flow_data[subscription_update_confirm][subscription]');
  if (requiredText(item, 'id') !== subscription.item) throw noSuch('subscription item', getText(item, 'id') ?? '', 'items[0][id]');
  if (!account.records.prices.get(price)?.active) throw noSuch('price', price, 'items[0][price]');
  const { return_url } = getObject(getObject(flow, 'after_completion'), 'redirect');
  return { subscription: subscription.id, item: subscription.item, price, after_url: typeof return_url === 'string' ? return_url : null };
}

/** @param param the parameter with the id; omitted: the address has it. @throws Refusal */
function existing<Item extends object>(records: Records<Item>, kind: string, id: string, param?: string): Item {
  const item = records.get(id);
  if (!item) throw noSuch(kind, id, param);
  return item;
}

function expandsOnly(form: Form, path: string): boolean {
  const paths = Object.values(getObject(form, 'expand'));
  const wrong = paths.find((one) => one !== path);
  if (wrong !== undefined) throw stripeProblem(400, `This property cannot be expanded (${String(wrong)}).`, { param: 'expand' });
  return paths.length > 0;
}

/** Stripe's paging: newest first, starting after `starting_after`. */
function buildPage<Item extends { id: string }, Shown>(
  form: Form,
  url: string,
  items: readonly Item[],
  show: (item: Item) => Shown,
): Stripe.ApiList<Shown> {
  const after = getText(form, 'starting_after');
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(Number(getText(form, 'limit') ?? 10), 100);
  const page = items.slice(start, start + limit);
  return { object: 'list', data: page.map(show), has_more: items.length > start + limit, url };
}
