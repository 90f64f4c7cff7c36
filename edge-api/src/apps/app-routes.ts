import { appCalls } from '@portage/contracts/calls';
import { notFound } from '../http/api-problem.ts';
import { implement, type Route, rawRoute } from '../http/implement.ts';
import { createAccountToken, createLinkToken, integrationLogo, listIntegrations } from './aggregation/aggregation-service.ts';
import { bookerLocations, chooseBookerLocation } from './booker/booker-locations.ts';
import { createPlaidConnector, plaidLinkToken } from './plaid/plaid-link.ts';
import { installShopify } from './shopify/install-shopify.ts';
import { xeroTenants } from './xero/xero-tenants.ts';

/** Installs the apps of other systems (API-112..122). */
export const appRoutes: Route[] = [
  ...implement(appCalls, {
    'POST /api/apps/shopify/signin': ({ body }, context) => installShopify(context, body),
    'GET /api/apps/xero/{id}/tenants': async ({ params }, context) => ({ tenants: await xeroTenants(context, params.id) }),
    'POST /api/apps/plaid/link-token': async (_, context) => ({ linkToken: await plaidLinkToken(context) }),
    'POST /api/apps/plaid/connector/create': async ({ body }, context) => ({ connectorId: await createPlaidConnector(context, body) }),
    'GET /api/apps/booker/{id}/locations': async ({ params }, context) => ({ locations: await bookerLocations(context, params.id) }),
    'POST /api/apps/booker/{id}/location': ({ params, body }, context) => chooseBookerLocation(context, params.id, body.locationId),
    'POST /api/apps/aggregation-services/create-link-token/{category}': async ({ params, body }, context) => ({
      linkToken: await createLinkToken(context, params.category, body.integration),
    }),
    'POST /api/apps/aggregation-services/create-account-token/{category}': async ({ body }, context) => ({
      accountToken: await createAccountToken(context, body.publicToken),
    }),
    'GET /api/apps/aggregation-services/{category}/integrations-list': async ({ params }, context) => ({
      integrations: (await listIntegrations(context, params.category)).map(({ type, name }) => ({ type, name })),
    }),
  }),

  // An image in a page sends no token, and logos aren't secret.
  rawRoute(
    ['GET'],
    '/api/apps/aggregation-services/{category}/{type}/logo',
    { access: 'public', effect: 'read' },
    async (context, { category = '', type = '' }) => {
      if (!context.env.AGGREGATION_API_KEY || !/^[\w-]{1,100}$/.test(category)) throw notFound('This logo');
      const { contentType, bytes } = await integrationLogo(context, category, type);
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': contentType, 'cache-control': 'public, max-age=86400' },
      });
    },
  ),
];
