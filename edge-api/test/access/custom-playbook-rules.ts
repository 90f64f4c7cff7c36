import type { Calls } from '@portage/contracts/calls';
import type { Belongings } from './belongings.ts';
import type { Rule } from './rule.ts';

const asked = (path: string) => (of: Belongings) => ({ path: `/api/custom-playbooks/${path}?connectorId=${of.connectorId}` });

/** Look-ups of single pairs: another system's connector has none of their records. */
export const customPlaybookRules = {
  'GET /api/custom-playbooks/booker-to-shopify/get-shopify-custom-payment-method': {
    kind: 'thing',
    ask: asked('booker-to-shopify/get-shopify-custom-payment-method'),
  },
  'GET /api/custom-playbooks/booker-to-shopify/get-shopify-adjustment-product': {
    kind: 'thing',
    ask: asked('booker-to-shopify/get-shopify-adjustment-product'),
  },
  'GET /api/custom-playbooks/booker-to-shopify/get-booker-locationid': {
    kind: 'thing',
    ask: asked('booker-to-shopify/get-booker-locationid'),
  },
  'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-custom-payment-method': {
    kind: 'thing',
    ask: asked('mindbody-to-shopify/get-shopify-custom-payment-method'),
  },
  'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-adjustment-product': {
    kind: 'thing',
    ask: asked('mindbody-to-shopify/get-shopify-adjustment-product'),
  },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
