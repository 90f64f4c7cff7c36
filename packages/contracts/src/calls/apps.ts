import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { optionalText } from './connector-fields.ts';
import { storableText } from './query-fields.ts';

const choiceSchema = z.object({ id: z.string(), name: z.string() });
/** A category of an aggregation service, such as `accounting`; it is part of a path, so no other characters are allowed. */
const category = () => storableText(100).regex(/^[\w-]+$/, 'This is not a category');
const integration = () => storableText(200).regex(/^[\w.:-]+$/, 'This is not an integration');
const inCategory = z.strictObject({ category: category() });

/** Calls of install pages and of the apps' own pages (spec API-112..122). */
export const appCalls = defineCalls({
  'POST /api/apps/shopify/signin': {
    summary:
      'Installs the app in a shop. Without `code`, the response has the address where the shop is asked; with it, the new connector. `query` is the unchanged query string with which Shopify called the page, because its signature covers all of it; it is required with `code`.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      storeHost: storableText(300),
      code: optionalText(2_000),
      state: optionalText(500),
      isGiftCard: z.boolean().default(false),
      /** Everything that Shopify sent, unchanged: its signature covers all of it. */
      query: optionalText(8_000),
    }),
    response: z.object({ confirmationUrl: z.string().optional(), connectorId: z.string().optional() }),
  },
  'GET /api/apps/xero/{id}/tenants': {
    summary: 'The organisations that a Xero connector may access.',
    access: 'user',
    effect: 'read',
    response: z.object({ tenants: z.array(choiceSchema) }),
  },
  'POST /api/apps/plaid/link-token': {
    summary: 'A token that opens Plaid Link for the caller.',
    access: 'user',
    effect: 'write',
    response: z.object({ linkToken: z.string() }),
  },
  'POST /api/apps/plaid/connector/create': {
    summary: 'Creates a Plaid connector from the result of Plaid Link.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ publicToken: storableText(1_000).min(1), name: storableText(200), description: optionalText(5_000) }),
    response: z.object({ connectorId: z.string() }),
  },
  'GET /api/apps/booker/{id}/locations': {
    summary: 'The locations of a Booker connector’s business.',
    access: 'user',
    effect: 'read',
    response: z.object({ locations: z.array(choiceSchema) }),
  },
  'POST /api/apps/booker/{id}/location': {
    summary: 'Chooses the location that a Booker connector works with.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ locationId: storableText(200).trim().min(1, 'Please select Location') }),
    response: z.object({ isSuccess: z.boolean(), errorMessage: z.string().nullable() }),
  },
  'POST /api/apps/aggregation-services/create-link-token/{category}': {
    summary: 'A token that opens the aggregation service’s widget for the caller.',
    access: 'user',
    effect: 'write',
    params: inCategory,
    body: z.strictObject({ integration: integration().nullish() }).default({}),
    response: z.object({ linkToken: z.string() }),
  },
  'POST /api/apps/aggregation-services/create-account-token/{category}': {
    summary: 'Exchanges the widget’s result for the token of the linked account.',
    access: 'user',
    effect: 'write',
    params: inCategory,
    body: z.strictObject({ integration: integration().nullish(), publicToken: storableText(1_000).min(1) }),
    response: z.object({ accountToken: z.string() }),
  },
  'GET /api/apps/aggregation-services/{category}/integrations-list': {
    summary: 'The systems of one category that the aggregation service can reach.',
    access: 'user',
    effect: 'read',
    params: inCategory,
    response: z.object({ integrations: z.array(z.object({ type: z.string(), name: z.string() })) }),
  },
});
