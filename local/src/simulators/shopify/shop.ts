import type { SimulatorPorts } from '../simulated-call.ts';

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
}

/** What the shop has. */
export interface Shop {
  name: string;
  domain: string;
  currency: string;
  locationId: string;
  products: ShopProduct[];
  variants: ShopVariant[];
  customers: ShopCustomer[];
  orders: ShopOrder[];
  webhooks: ShopWebhook[];
  nextId(kind: string): string;
  at(): string;
}

const STOCK: readonly (readonly [title: string, sku: string, price: string, available: number])[] = [
  ['Enamel mug', 'MUG-01', '14.50', 3],
  ['Canvas bag', 'BAG-07', '29.00', 0],
  ['Drafting pen', 'PEN-12', '4.20', 41],
  ['Linen notebook', 'NOTE-03', '11.90', 120],
  ['Gift card box', 'BOX-01', '2.00', 75],
];

/** A small shop with a few things in it. */
export function openShop(domain: string, { now }: SimulatorPorts): Shop {
  let last = 1_000;
  const shop: Shop = {
    name: 'Portage Demo Shop',
    domain,
    currency: 'EUR',
    locationId: 'gid://shopify/Location/1',
    products: [],
    variants: [],
    customers: [],
    orders: [],
    webhooks: [],
    nextId(kind) {
      last += 1;
      return `gid://shopify/${kind}/${last}`;
    },
    at: () => new Date(now()).toISOString(),
  };
  for (const [title, sku, price, available] of STOCK) addProduct(shop, { title }, { sku, price, available });
  return shop;
}

export function addProduct(
  shop: Shop,
  { title, ...rest }: Partial<ShopProduct> & { title: string },
  { sku = '', price = '0.00', available = 0 } = {},
): ShopProduct {
  const at = shop.at();
  const product: ShopProduct = {
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
  };
  shop.products.push(product);
  shop.variants.push({ id: shop.nextId('ProductVariant'), productId: product.id, title: 'Default Title', sku, price, available });
  return product;
}
