import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { instantText } from './query-fields.ts';

/** `none`: this Portage has no billing. `simulated` and `test` move no money. */
const billingModeSchema = z.enum(['none', 'simulated', 'test', 'live']);

/** A product as the billing page offers it (spec BILL-03). */
const productSchema = z.object({
  priceId: z.string(),
  name: z.string(),
  formattedPrice: z.string(),
  description: z.string(),
  /** Free days at the start for the caller; 0: none. */
  trialDays: z.number(),
});

const subscriptionSchema = z.object({
  /** Stripe's status, such as `active` or `past_due`. */
  status: z.string(),
  productName: z.string(),
  /** Whether it counts right now. */
  isValid: z.boolean(),
  /** The end of the paid or trial period. */
  currentPeriodEnd: z.string(),
  /** When it ends or has ended; null: it renews. */
  endsAt: z.string().nullable(),
  /** Until when it counts although its renewal isn't paid; null unless it is past due. */
  graceEndsAt: z.string().nullable(),
});

/** A plan that an admin gave without payment. */
const grantSchema = z.object({ priceId: z.string().nullable(), productName: z.string().nullable(), endsAt: z.string() });

const resultSchema = z.object({ isSuccess: z.boolean(), errorMessage: z.string().nullable() });
const redirectSchema = z.object({ redirectUrl: z.string() });
const userParams = z.strictObject({ id: z.string().min(1).max(200) });

/** Stripe ids: `price_1Abc`, `cs_test_a1b2`. */
function stripeId(prefix: string) {
  return z
    .string()
    .max(255)
    .regex(new RegExp(`^${prefix}_[A-Za-z0-9_]+$`), `Please give an id that begins with ${prefix}_`);
}

export const billingCalls = defineCalls({
  'GET /api/billing/get-custom-billing-url': {
    summary: 'The address of the caller’s own billing page, or null if none is set.',
    access: 'user',
    effect: 'read',
    response: z.object({ customUrl: z.string().nullable() }),
  },
  'GET /api/billing/stripe/get-active-product': {
    summary: 'The price of the caller’s subscription and its state, from Stripe if Stripe can be reached.',
    access: 'user',
    effect: 'read',
    response: z.object({
      priceId: z.string().nullable(),
      mode: billingModeSchema,
      subscription: subscriptionSchema.nullable(),
      grant: grantSchema.nullable(),
      /** False: Stripe was unreachable, and this is the last known state. */
      isFresh: z.boolean(),
      /** Subscriptions that Stripe still charges for; more than one is a mistake that the person can end. */
      liveCount: z.number(),
      hasPortal: z.boolean(),
    }),
  },
  'GET /api/billing/stripe/get-products': {
    summary: 'The products on offer, cheapest first.',
    access: 'user',
    effect: 'read',
    response: z.object({ products: z.array(productSchema) }),
  },
  'POST /api/billing/stripe/create-session': {
    summary: 'Opens Stripe’s customer portal, to manage cards and invoices and to change or end the subscription.',
    access: 'user',
    effect: 'write',
    response: redirectSchema,
  },
  'POST /api/billing/stripe/buy-subscription': {
    summary: 'Opens Stripe’s checkout for an offered price or, if the caller has a subscription, Stripe’s page that changes it.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ priceId: stripeId('price') }),
    response: z.object({ sessionId: z.string(), redirectUrl: z.string() }),
  },
  'GET /api/billing/stripe/checkout-success': {
    summary: 'Asks Stripe whether the caller’s checkout is paid, and stores the subscription.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ sessionId: stripeId('cs') }),
    response: resultSchema,
  },
  'GET /api/users/{id}/subscription': {
    summary: 'A person’s subscription and granted plan, and the products that can be granted.',
    access: 'admin',
    effect: 'read',
    params: userParams,
    response: z.object({
      subscription: subscriptionSchema.nullable(),
      grant: grantSchema.nullable(),
      products: z.array(productSchema),
    }),
  },
  'PUT /api/users/{id}/subscription-grant': {
    summary: 'Gives a person a subscription without payment, until a date.',
    access: 'admin',
    effect: 'write',
    params: userParams,
    body: z.strictObject({
      /** Null: a valid subscription without a plan’s limits. */
      priceId: stripeId('price').nullable(),
      endsAt: instantText('Please choose a date'),
    }),
    response: z.object({ grant: grantSchema }),
  },
  'DELETE /api/users/{id}/subscription-grant': {
    summary: 'Revokes a granted subscription.',
    access: 'admin',
    effect: 'write',
    params: userParams,
    response: changeResultSchema,
  },
});
