import type { SimulatorPorts } from '../simulated-system.ts';
import { addProduct, type Shop } from './shop.ts';
import { shopEvents } from './shop-events.ts';
import type {
  ShopCompany,
  ShopCustomer,
  ShopGiftCard,
  ShopMetafield,
  ShopOrder,
  ShopPriceList,
  ShopProduct,
  ShopVariant,
  ShopWebhook,
} from './shop-records.ts';

const STOCK: readonly (readonly [title: string, sku: string, price: string, available: number])[] = [
  ['Enamel mug', 'MUG-01', '14.50', 3],
  ['Canvas bag', 'BAG-07', '29.00', 0],
  ['Drafting pen', 'PEN-12', '4.20', 41],
  ['Linen notebook', 'NOTE-03', '11.90', 120],
  ['Gift card box', 'BOX-01', '2.00', 75],
];

/** A small shop that starts with a few products. */
export function openShop(domain: string, { now, store, deliver }: SimulatorPorts): Shop {
  const idOf = ({ id }: { id: string }) => id;
  const nextNumber = store.counter('ids', 1_001);
  const variants = store.records<ShopVariant>('variants', idOf);
  const products = store.records<ShopProduct>('products', idOf);
  const customers = store.records<ShopCustomer>('customers', idOf);
  const orders = store.records<ShopOrder>('orders', idOf);
  const metafields = store.records<ShopMetafield>('metafields', ({ ownerId, namespace, key }) => `${ownerId} ${namespace}.${key}`);
  const customersByEmail = customers.indexedBy(({ email }) => email?.toLowerCase());
  const shop: Shop = {
    name: 'Portage Demo Shop',
    domain,
    currency: 'USD',
    locationId: 'gid://shopify/Location/1',
    products,
    productsByHandle: products.indexedBy(({ handle }) => handle),
    variants,
    variantsByProduct: variants.indexedBy(({ productId }) => productId),
    customers,
    customersByEmail: (email) => customersByEmail(email.toLowerCase()),
    orders,
    ordersByCustomer: orders.indexedBy(
      ({ customerId, email }) => customerId ?? (email ? customersByEmail(email.toLowerCase())[0]?.id : null),
    ),
    metafields,
    metafieldsOf: metafields.indexedBy(({ ownerId }) => ownerId),
    companies: store.records<ShopCompany>('companies', idOf),
    priceLists: store.records<ShopPriceList>('price-lists', idOf),
    giftCards: store.records<ShopGiftCard>('gift-cards', idOf),
    webhooks: store.records<ShopWebhook>('webhooks', idOf),
    nextId: (kind) => `gid://shopify/${kind}/${nextNumber()}`,
    nextOrderNumber: store.counter('orders', 1_001),
    at: () => new Date(now()).toISOString(),
    tell(topic, subject) {
      for (const webhook of shopEvents(shop, topic, subject)) deliver(webhook);
    },
  };
  if (store.isNew) for (const [title, sku, price, available] of STOCK) addProduct(shop, { title }, { sku, price, available });
  if (shop.priceLists.size === 0) {
    for (const name of ['Retail', 'Wholesale'])
      shop.priceLists.put({ id: shop.nextId('PriceList'), name, currency: shop.currency, prices: {} });
  }
  return shop;
}
