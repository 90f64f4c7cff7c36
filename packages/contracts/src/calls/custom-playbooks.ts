import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { idField } from './integration-fields.ts';
import { storableText, switchField } from './query-fields.ts';

const idOrNull = () => z.string().nullable();

/** Look-ups for single pairs (spec API-141..145, API-147); an id is null if the system has no such record. */
export const customPlaybookCalls = defineCalls({
  'GET /api/custom-playbooks/booker-to-shopify/get-shopify-custom-payment-method': {
    summary: 'The custom payment method “Shopify” of the given Booker location or, if none is given, the connector’s location.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ connectorId: idField(), bookerConnectorLocationId: storableText(200).optional() }),
    response: z.object({ paymentMethodId: idOrNull() }),
  },
  'GET /api/custom-playbooks/booker-to-shopify/get-shopify-adjustment-product': {
    summary: 'The variant of the product “Shopify Adjustments” in Booker.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ connectorId: idField() }),
    response: z.object({ productVariantId: idOrNull() }),
  },
  'GET /api/custom-playbooks/booker-to-shopify/get-booker-locationid': {
    summary: 'The location that a Booker connector works with.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ connectorId: idField() }),
    response: z.object({ locationId: idOrNull() }),
  },
  'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-custom-payment-method': {
    summary: 'The custom payment method “Shopify” of a Mindbody site; with `isAdjustment`, “Shopify Adjustments”.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ connectorId: idField(), isAdjustment: switchField() }),
    response: z.object({ paymentMethodId: idOrNull() }),
  },
  'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-adjustment-product': {
    summary: 'The product “Shopify Adjustments” of a Mindbody site.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ connectorId: idField() }),
    response: z.object({ productId: idOrNull() }),
  },
});
