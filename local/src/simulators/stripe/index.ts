import { createEntity } from '../entity-of.ts';
import type { SimulatedEntity, StripeAccountPorts, SystemDefinition } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { StripeAccount } from './stripe-account.ts';
import { stripeControls } from './stripe-controls.ts';
import { toErrorResponse } from './stripe-refusal.ts';
import { stripeSimulator } from './stripe-simulator.ts';

/** For a Portage with its own Stripe account, and for tests of other systems. */
const NO_ACCOUNT: StripeAccountPorts = {
  origin: 'http://localhost:8080',
  secretKey: 'sk_test_portage_demo',
  webhookSecret: 'whsec_portage_demo',
};

/** Stripe, as far as Portage's own billing uses it. It has no connector type. */
export const stripe: SystemDefinition = {
  title: 'Stripe',
  hosts: ['api.stripe.com'],
  connectors: {},
  open(ports) {
    const portage = ports.stripe ?? NO_ACCOUNT;
    const account = new StripeAccount(ports, portage);
    const { records } = account;
    const entity = <Item extends { id: string }>(name: string, of: Records<Item>, changed?: (item: Item) => void): SimulatedEntity =>
      createEntity({ name, records: of, fixed: ['created', 'updated'], ...(changed ? { changed } : {}) });
    return {
      answer: stripeSimulator(account, ports, portage),
      isWrite: ({ method }) => method !== 'GET',
      failure: (status, message) => toErrorResponse(status, message, { type: 'api_error' }),
      page: (call, parts) => stripeControls(account, call, parts),
      entities: [
        entity('products', records.products, ({ id }) => queueMicrotask(() => account.productChanged(id))),
        entity('prices', records.prices),
        entity('promotion_codes', records.promotions),
        {
          ...entity('customers', records.customers),
          remove(id) {
            const isThere = records.customers.get(id)?.deleted === false;
            account.customerDeleted(id);
            return isThere;
          },
        },
        entity('subscriptions', records.subscriptions, (subscription) => queueMicrotask(() => account.stateChanged(subscription))),
        entity('invoices', records.invoices),
        entity('checkout_sessions', records.checkouts),
        entity('portal_sessions', records.portals),
        entity('events', records.events),
        entity('settings', records.settings),
      ],
    };
  },
};
