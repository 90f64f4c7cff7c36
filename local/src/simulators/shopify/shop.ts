import { nullFields } from '../null-fields.ts';
import type { Records } from '../store/records.ts';
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
  metafields: Records<ShopMetafield>;
  metafieldsOf(ownerId: string): ShopMetafield[];
  companies: Records<ShopCompany>;
  priceLists: Records<ShopPriceList>;
  giftCards: Records<ShopGiftCard>;
  customersByEmail(email: string): ShopCustomer[];
  ordersByCustomer(customerId: string): ShopOrder[];
  productsByHandle(handle: string): ShopProduct[];
  nextId(kind: string): string;
  nextOrderNumber(): number;
  at(): string;
  /** Notifies a topic's subscribers. */
  tell(topic: string, subject: ShopProduct | ShopCustomer | ShopOrder | ShopVariant): void;
}

export function addProduct(
  shop: Shop,
  { title, ...rest }: Partial<ShopProduct> & { title: string },
  variant: Partial<ShopVariant> | null = {},
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
    handle: rest.handle || freeHandle(shop, title),
    createdAt: at,
    updatedAt: at,
  });
  if (variant) addVariant(shop, product, variant);
  shop.tell('products/create', product);
  return product;
}

/** A handle from the title's words, with a number if another product has it. */
function freeHandle(shop: Shop, title: string): string {
  const words =
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'product';
  if (shop.productsByHandle(words).length === 0) return words;
  return `${words}-${shop.nextId('Handle').split('/').at(-1)}`;
}

export function addVariant(shop: Shop, product: ShopProduct, fields: Partial<ShopVariant>): ShopVariant {
  const defaults = { title: 'Default Title', sku: '', price: '0.00', available: 0, stockedAt: shop.at() };
  return shop.variants.put({ ...defaults, ...fields, id: shop.nextId('ProductVariant'), productId: product.id });
}

export function changeProduct(shop: Shop, product: ShopProduct, changes: Partial<ShopProduct>): ShopProduct {
  Object.assign(product, changes, { updatedAt: shop.at() });
  shop.products.put(product);
  shop.tell('products/update', product);
  return product;
}

/** Any change other than stock also changes the product. */
export function changeVariant(shop: Shop, variant: ShopVariant, changes: Partial<ShopVariant>): void {
  const { available } = variant;
  Object.assign(variant, changes);
  if (variant.available !== available) variant.stockedAt = shop.at();
  shop.variants.put(variant);
  if (variant.available !== available) shop.tell('inventory_levels/update', variant);
}

export function removeProduct(shop: Shop, id: string): boolean {
  const product = shop.products.get(id);
  if (!product) return false;
  for (const variant of shop.variantsByProduct(id)) shop.variants.remove(variant.id);
  for (const { ownerId, namespace, key } of shop.metafieldsOf(id)) shop.metafields.remove(`${ownerId} ${namespace}.${key}`);
  shop.products.remove(id);
  shop.tell('products/delete', product);
  return true;
}

export function addCustomer(shop: Shop, fields: Partial<ShopCustomer>): ShopCustomer {
  const at = shop.at();
  const customer = shop.customers.put({
    ...nullFields('firstName lastName email phone note'),
    tags: [],
    ...fields,
    id: shop.nextId('Customer'),
    createdAt: at,
    updatedAt: at,
  });
  shop.tell('customers/create', customer);
  return customer;
}

export function changeCustomer(shop: Shop, customer: ShopCustomer, changes: Partial<ShopCustomer>): ShopCustomer {
  shop.customers.put(Object.assign(customer, changes, { updatedAt: shop.at() }));
  shop.tell('customers/update', customer);
  return customer;
}

export function changeOrder(shop: Shop, order: ShopOrder, changes: Partial<ShopOrder>): ShopOrder {
  const wasPaid = order.financialStatus === 'PAID';
  shop.orders.put(Object.assign(order, changes, { updatedAt: shop.at() }));
  shop.tell('orders/updated', order);
  if (!wasPaid && order.financialStatus === 'PAID') shop.tell('orders/paid', order);
  return order;
}

export function addOrder(shop: Shop, fields: Pick<ShopOrder, 'lines'> & Partial<ShopOrder>): ShopOrder {
  const at = shop.at();
  const order = shop.orders.put({
    email: null,
    note: null,
    tags: [],
    currency: shop.currency,
    shipping: '0.00',
    tax: '0.00',
    tip: '0.00',
    discount: '0.00',
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
