import type { SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { shopEvents } from './shop-events.ts';
import { variantsOf } from './variants-of.ts';

export interface ShopVariant {
  id: string;
  productId: string;
  title: string;
  sku: string;
  price: string;
  available: number;
}

export interface ShopProduct {
  id: string;
  title: string;
  handle: string;
  status: string;
  vendor: string;
  productType: string;
  tags: string[];
  descriptionHtml: string;
  createdAt: string;
  updatedAt: string;
}

export interface ShopCustomer {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

export interface ShopLine {
  id: string;
  title: string;
  quantity: number;
  price: string;
  variantId: string | null;
}

export interface ShopOrder {
  id: string;
  name: string;
  email: string | null;
  note: string | null;
  tags: string[];
  financialStatus: string;
  lines: ShopLine[];
  createdAt: string;
  updatedAt: string;
}

export interface ShopWebhook {
  id: string;
  topic: string;
  uri: string;
  /** Signs the calls: the secret of the app that subscribed. */
  appSecret: string;
}

/** The records of the shop. */
export interface Shop {
  name: string;
  domain: string;
  currency: string;
  locationId: string;
  products: Records<ShopProduct>;
  variants: Records<ShopVariant>;
  variantsByProduct(productId: string): ShopVariant[];
  customers: Records<ShopCustomer>;
  orders: Records<ShopOrder>;
  webhooks: Records<ShopWebhook>;
  nextId(kind: string): string;
  nextOrderNumber(): number;
  at(): string;
  /** Tells subscribers of a topic what happened. */
  tell(topic: string, subject: ShopProduct | ShopCustomer | ShopOrder | ShopVariant): void;
}

const STOCK: readonly (readonly [title: string, sku: string, price: string, available: number])[] = [
  ['Enamel mug', 'MUG-01', '14.50', 3],
  ['Canvas bag', 'BAG-07', '29.00', 0],
  ['Drafting pen', 'PEN-12', '4.20', 41],
  ['Linen notebook', 'NOTE-03', '11.90', 120],
  ['Gift card box', 'BOX-01', '2.00', 75],
];

/** A small shop, which begins with a few products. */
export function openShop(domain: string, { now, store, deliver }: SimulatorPorts): Shop {
  const idOf = ({ id }: { id: string }) => id;
  const nextNumber = store.counter('ids', 1_001);
  const variants = store.records<ShopVariant>('variants', idOf);
  const shop: Shop = {
    name: 'Portage Demo Shop',
    domain,
    currency: 'EUR',
    locationId: 'gid://shopify/Location/1',
    products: store.records<ShopProduct>('products', idOf),
    variants,
    variantsByProduct: variants.indexedBy(({ productId }) => productId),
    customers: store.records<ShopCustomer>('customers', idOf),
    orders: store.records<ShopOrder>('orders', idOf),
    webhooks: store.records<ShopWebhook>('webhooks', idOf),
    nextId: (kind) => `gid://shopify/${kind}/${nextNumber()}`,
    nextOrderNumber: store.counter('orders', 1_001),
    at: () => new Date(now()).toISOString(),
    tell(topic, subject) {
      for (const webhook of shopEvents(shop, topic, subject)) deliver(webhook);
    },
  };
  if (store.isNew) for (const [title, sku, price, available] of STOCK) addProduct(shop, { title }, { sku, price, available });
  return shop;
}

export function addProduct(
  shop: Shop,
  { title, ...rest }: Partial<ShopProduct> & { title: string },
  { sku = '', price = '0.00', available = 0 } = {},
): ShopProduct {
  const at = shop.at();
  const product = shop.products.put({
    status: 'ACTIVE',
    vendor: shop.name,
    productType: '',
    tags: [],
    descriptionHtml: '',
    ...rest,
    id: shop.nextId('Product'),
    title,
    handle: rest.handle ?? title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    createdAt: at,
    updatedAt: at,
  });
  shop.variants.put({ id: shop.nextId('ProductVariant'), productId: product.id, title: 'Default Title', sku, price, available });
  shop.tell('products/create', product);
  return product;
}

export function changeProduct(shop: Shop, product: ShopProduct, changes: Partial<ShopProduct>): ShopProduct {
  Object.assign(product, changes, { updatedAt: shop.at() });
  shop.products.put(product);
  shop.tell('products/update', product);
  return product;
}

export function changeVariant(shop: Shop, variant: ShopVariant, changes: Partial<ShopVariant>): void {
  const { available } = variant;
  Object.assign(variant, changes);
  shop.variants.put(variant);
  if (variant.available !== available) shop.tell('inventory_levels/update', variant);
}

export function removeProduct(shop: Shop, id: string): boolean {
  const product = shop.products.get(id);
  if (!product) return false;
  for (const variant of variantsOf(shop, id)) shop.variants.remove(variant.id);
  shop.products.remove(id);
  shop.tell('products/delete', product);
  return true;
}

export function addCustomer(shop: Shop, fields: Partial<ShopCustomer>): ShopCustomer {
  const at = shop.at();
  const customer = shop.customers.put({
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    note: null,
    tags: [],
    ...fields,
    id: shop.nextId('Customer'),
    createdAt: at,
    updatedAt: at,
  });
  shop.tell('customers/create', customer);
  return customer;
}

export function addOrder(shop: Shop, fields: Pick<ShopOrder, 'lines'> & Partial<ShopOrder>): ShopOrder {
  const at = shop.at();
  const order = shop.orders.put({
    email: null,
    note: null,
    tags: [],
    financialStatus: 'PENDING',
    ...fields,
    id: shop.nextId('Order'),
    name: `#${shop.nextOrderNumber()}`,
    createdAt: at,
    updatedAt: at,
  });
  shop.tell('orders/create', order);
  if (order.financialStatus === 'PAID') shop.tell('orders/paid', order);
  return order;
}
