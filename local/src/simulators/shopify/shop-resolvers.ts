import type { Records } from '../store/records.ts';
import { buildConnection, type ConnectionArguments } from './connection.ts';
import { type MetafieldInput, setMetafields } from './metafields.ts';
import { productMutations } from './product-mutations.ts';
import { saleMutations } from './sale-mutations.ts';
import type { Shop } from './shop.ts';
import type { ShopPriceList } from './shop-records.ts';
import { shopSearches } from './shop-searches.ts';
import { shopViews } from './shop-views.ts';
import { stockMutations } from './stock-mutations.ts';
import { refused } from './user-errors.ts';

type Found = ConnectionArguments & { query?: string | null; sortKey?: string | null; reverse?: boolean };

/** The calling app, by the access token of its call. */
export interface ShopCaller {
  appSecret: string;
}

export function shopResolvers(shop: Shop): Record<string, unknown> {
  const views = shopViews(shop);
  const search = shopSearches(shop);
  const listed =
    <Item extends { id: string }>(
      find: (query: string | null | undefined, sortKey: string | null | undefined, reverse?: boolean) => readonly Item[],
      view: (item: Item) => object,
    ) =>
    ({ query, sortKey, reverse, ...page }: Found) =>
      buildConnection(find(query, sortKey, reverse), page, view);
  const locationView = () => ({
    id: shop.locationId,
    name: 'Main warehouse',
    isActive: true,
    fulfillsOnlineOrders: true,
    address: { address1: 'Harbour Street 1', city: 'Hamburg', zip: '20457', countryCode: 'DE' },
    inventoryLevels: listed((query) => search.levels(query, 'UPDATED_AT'), views.levelView),
  });
  const priceListView = ({ prices, ...list }: ShopPriceList) => ({ ...list, fixedPricesCount: Object.keys(prices).length, catalog: null });

  return {
    ...productMutations(shop, views),
    ...stockMutations(shop),
    ...saleMutations(shop, views),

    shop: () => ({
      id: 'gid://shopify/Shop/1',
      name: shop.name,
      email: `shop@${shop.domain}`,
      contactEmail: `shop@${shop.domain}`,
      myshopifyDomain: shop.domain,
      currencyCode: shop.currency,
      ianaTimezone: 'Europe/Berlin',
      primaryDomain: { url: `https://${shop.domain}` },
    }),
    products: listed(search.products, views.productView),
    product: ({ id }: { id: string }) => one(shop.products, id, views.productView),
    productByIdentifier({ identifier }: { identifier: { id?: string | null; handle?: string | null } }) {
      const product = identifier.id ? shop.products.get(identifier.id) : shop.productsByHandle(identifier.handle ?? '')[0];
      return product ? views.productView(product) : null;
    },
    productVariants: listed(search.variants, views.variantView),
    locations: (args: Found) => buildConnection([locationView()], args, (location) => location),
    location: ({ id }: { id: string }) => (id === shop.locationId ? locationView() : null),
    orders: listed(search.orders, views.orderView),
    order: ({ id }: { id: string }) => one(shop.orders, id, views.orderView),
    customers: listed(search.customers, views.customerView),
    customer: ({ id }: { id: string }) => one(shop.customers, id, views.customerView),
    companies: listed(search.companies, (company) => ({ ...company, mainContact: null })),
    priceLists: (args: Found) => buildConnection(shop.priceLists.all(), args, priceListView),
    giftCards: (args: Found) => buildConnection(shop.giftCards.all(), args, views.giftCardView),
    webhookSubscriptions: (args: Found) => buildConnection(shop.webhooks.all(), args, (webhook) => webhook),

    priceListFixedPricesAdd({
      priceListId,
      prices,
    }: {
      priceListId: string;
      prices: { variantId: string; price: { amount: string; currencyCode: string } }[];
    }) {
      const list = shop.priceLists.get(priceListId);
      if (!list) return refused(['priceListId'], 'Price list does not exist.');
      const unknown = prices.findIndex(({ variantId }) => !shop.variants.get(variantId));
      if (unknown >= 0) return refused(['prices', String(unknown), 'variantId'], 'Product variant does not exist.');
      for (const { variantId, price } of prices) list.prices[variantId] = price.amount;
      shop.priceLists.put(list);
      return { prices: prices.map(({ variantId, price }) => ({ price, variant: { id: variantId } })), userErrors: [] };
    },
    metafieldsSet({ metafields }: { metafields: (MetafieldInput & { ownerId: string })[] }) {
      const { products, variants, customers, orders } = shop;
      const isOwner = (id: string) => [products, variants, customers, orders].some((records) => records.get(id) !== undefined);
      const unknown = metafields.findIndex(({ ownerId }) => !isOwner(ownerId));
      if (unknown >= 0) return refused(['metafields', String(unknown), 'ownerId'], 'Owner does not exist.');
      return { metafields: metafields.flatMap(({ ownerId, ...field }) => setMetafields(shop, ownerId, [field])), userErrors: [] };
    },
    webhookSubscriptionCreate(
      { topic, webhookSubscription: { uri } }: { topic: string; webhookSubscription: { uri?: string } },
      { appSecret }: ShopCaller,
    ) {
      if (!uri) return refused(['webhookSubscription', 'uri'], "Address can't be blank");
      if (shop.webhooks.find((webhook) => webhook.topic === topic && webhook.uri === uri)) {
        return refused(['webhookSubscription', 'uri'], 'Address for this topic has already been taken');
      }
      const webhook = shop.webhooks.put({ id: shop.nextId('WebhookSubscription'), topic, uri, appSecret });
      return { webhookSubscription: webhook, userErrors: [] };
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      if (!shop.webhooks.remove(id)) return refused(['id'], 'Webhook subscription does not exist');
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
  };
}

function one<Item extends { id: string }>(items: Records<Item>, id: string, view: (item: Item) => unknown): unknown {
  const found = items.get(id);
  return found ? view(found) : null;
}
