import { customPlaybookCalls } from '@portage/contracts/calls';
import { implement } from '../http/implement.ts';
import { findForPair } from './pair-look-up.ts';

const BOOKER = 'booker-to-shopify';
const MINDBODY = 'mindbody-to-shopify';

/** Spec API-141..145, API-147: the records that the setup steps of two pairs look up, one by one. */
export const customPlaybookRoutes = implement(customPlaybookCalls, {
  async 'GET /api/custom-playbooks/booker-to-shopify/get-shopify-custom-payment-method'({ query }, context) {
    const { connectorId, bookerConnectorLocationId } = query;
    const place = bookerConnectorLocationId ? { 'path.locationId': bookerConnectorLocationId } : {};
    return { paymentMethodId: await findForPair(BOOKER, 'shopifyPaymentMethodId', connectorId, context, place) };
  },

  async 'GET /api/custom-playbooks/booker-to-shopify/get-shopify-adjustment-product'({ query }, context) {
    return { productVariantId: await findForPair(BOOKER, 'shopifyAdjustmentProductVariantId', query.connectorId, context) };
  },

  async 'GET /api/custom-playbooks/booker-to-shopify/get-booker-locationid'({ query }, context) {
    return { locationId: await findForPair(BOOKER, 'locationId', query.connectorId, context) };
  },

  async 'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-custom-payment-method'({ query }, context) {
    const name = query.isAdjustment ? 'mboShopifyAdjustmentPaymentMethodId' : 'mboShopifyPaymentMethodId';
    return { paymentMethodId: await findForPair(MINDBODY, name, query.connectorId, context) };
  },

  async 'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-adjustment-product'({ query }, context) {
    return { productId: await findForPair(MINDBODY, 'mboShopifyAdjustmentProductId', query.connectorId, context) };
  },
});
