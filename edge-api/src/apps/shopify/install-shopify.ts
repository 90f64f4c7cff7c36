import { type ConnectorRecord, findConnector, isUuid, listConnectors } from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { beginAuthorization, type WayBack } from '../../connectors/begin-authorization.ts';
import { endedConnectionCookie, readBrowserSecret } from '../../connectors/connection-cookie.ts';
import { connectionObject } from '../../connectors/connection-object.ts';
import { createConnector } from '../../connectors/save-connector.ts';
import { ApiProblem, invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { type AppType, appType } from '../app-types.ts';
import { isSignedByShopify, shopOfHost } from './shopify-signature.ts';

export interface ShopifyInstall {
  storeHost: string;
  code?: string | null | undefined;
  state?: string | null | undefined;
  isGiftCard: boolean;
  query?: string | null | undefined;
}

/** Most shops the app may have connectors for. */
const MOST_SHOPS = 100;

/**
 * Spec API-112. Shopify sends a merchant twice: first without a code (the app was chosen), and the merchant goes to the
 * shop's own consent page; then with a code, which becomes the shop's token. State, cookie, owner, shop and signature must all match
 * (HOSTILE 27).
 */
export async function installShopify(
  context: UserContext,
  install: ShopifyInstall,
): Promise<{ confirmationUrl?: string; connectorId?: string }> {
  const shop = shopOfHost(install.storeHost);
  if (!shop) throw invalid('This is not the address of a Shopify store.', 'storeHost');
  const { env } = context;
  const typeId = (install.isGiftCard && env.SHOPIFY_GIFT_CARD_CONNECTOR_TYPE_ID) || env.SHOPIFY_CONNECTOR_TYPE_ID || 'system-shopify';
  const app = await appType(context, 'Shopify', typeId);
  return install.code
    ? { connectorId: await finish(context, app, shop, install) }
    : { confirmationUrl: await begin(context, app, shop, install) };
}

function wayBack(isGiftCard: boolean): WayBack {
  return { page: `/apps/${isGiftCard ? 'shopify-gift-card' : 'shopify'}/signin`, call: '/api/apps/shopify/signin' };
}

/** A shop that was connected before keeps its connector, and so the workflows that use it. */
async function begin(context: UserContext, { type }: AppType, shop: string, { isGiftCard }: ShopifyInstall): Promise<string> {
  const { db, user } = context;
  const { connectors } = await listConnectors(db, user.id, { connectorTypeId: type.id, pageIndex: 0, pageSize: MOST_SHOPS });
  const known = connectors.find(({ slug, useSandbox }) => slug === shop && !useSandbox);
  const way = wayBack(isGiftCard);
  const body = { name: `${type.name} ${shop}`, connectorTypeId: type.id, slug: shop, authorizationType: 'OAuth' as const };
  const url = known
    ? await beginAuthorization(context, known, type, way)
    : (await createConnector(context, body, { wayBack: way })).redirectUrl;
  if (!url) throw refused('The connector type of Shopify doesn’t ask for a shop');
  return url;
}

async function finish(context: UserContext, app: AppType, shop: string, { state, query, isGiftCard }: ShopifyInstall): Promise<string> {
  const { env, user, request, publicOrigin, now, answer } = context;
  const sent = new URLSearchParams(query ?? '');
  const [connectorId = ''] = (state ?? '').split('.');
  const connector = await findOwnConnector(context, connectorId, app);
  if (!connector || connector.slug !== shop || sent.get('shop') !== `${shop}.myshopify.com`)
    throw refused('The state belongs to another shop');
  if (sent.get('state') !== state || !(await isSignedByShopify(sent, app.clientSecret, now().getTime()))) {
    throw refused('The signature does not match');
  }
  const result = await connectionObject(env, connectorId).finishAuthorization({
    connectorId,
    query: Object.fromEntries(sent),
    browserSecret: readBrowserSecret(request, connectorId),
  });
  answer.headers['set-cookie'] = endedConnectionCookie(connectorId, publicOrigin, wayBack(isGiftCard).call);
  if (result.outcome === 'refused') throw refused(result.message);
  await auditChange(context, 'app.installed', { app: 'shopify', connectorId, userId: user.id });
  return connectorId;
}

async function findOwnConnector({ db, user }: UserContext, connectorId: string, { type }: AppType): Promise<ConnectorRecord | null> {
  if (!isUuid(connectorId)) return null;
  const connector = await findConnector(db, user.id, connectorId);
  return connector?.connectorTypeId === type.id ? connector : null;
}

/** Spec AUTH-43. @param cause for the log */
function refused(cause: string): ApiProblem {
  const text = 'Could not obtain Shopify access token. Please try to install application again.';
  return new ApiProblem(400, 'shopify-refused', text, { cause: new Error(cause) });
}
