import { createHmac, randomUUID } from 'node:crypto';
import type { SentWebhook } from '../webhooks/sent-webhook.ts';
import type { Shop } from './shop.ts';
import type { ShopCustomer, ShopOrder, ShopProduct, ShopVariant } from './shop-records.ts';
import { findCustomer } from './shop-views.ts';

type Subject = ShopProduct | ShopCustomer | ShopOrder | ShopVariant;

/** Shopify's webhooks to a topic's subscribers: the body signed with the app's secret, in base64. */
export function shopEvents(shop: Shop, topic: string, subject: Subject): SentWebhook[] {
  const name = topic.toUpperCase().replace('/', '_');
  const subscribers = shop.webhooks.all().filter((webhook) => webhook.topic === name);
  if (subscribers.length === 0) return [];
  const body = JSON.stringify(buildPayload(shop, topic, subject));
  return subscribers.map(({ uri, appSecret }) => ({
    event: topic,
    url: uri,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop.domain,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': shop.at(),
      'x-shopify-hmac-sha256': createHmac('sha256', appSecret).update(body).digest('base64'),
    },
    body,
  }));
}

/** Webhooks use the REST API's words, whichever API subscribed. */
function buildPayload(shop: Shop, topic: string, subject: Subject): unknown {
  switch (topic) {
    case 'products/delete':
      return { id: parseIdNumber(subject.id) };
    case 'products/create':
    case 'products/update':
      return productPayload(shop, subject as ShopProduct);
    case 'customers/create':
    case 'customers/update':
      return customerPayload(subject as ShopCustomer);
    case 'inventory_levels/update':
      return {
        inventory_item_id: parseIdNumber(subject.id),
        location_id: parseIdNumber(shop.locationId),
        available: (subject as ShopVariant).available,
        updated_at: shop.at(),
        admin_graphql_api_id: subject.id.replace('ProductVariant', 'InventoryLevel'),
      };
    default:
      return orderPayload(shop, subject as ShopOrder);
  }
}

function productPayload(shop: Shop, product: ShopProduct) {
  return {
    ...restFields(product, ['title', 'handle', 'vendor', 'productType', 'createdAt', 'updatedAt']),
    body_html: product.descriptionHtml,
    status: product.status.toLowerCase(),
    tags: product.tags.join(', '),
    variants: shop.variantsByProduct(product.id).map((variant) => ({
      ...restFields(variant, ['title', 'sku', 'barcode', 'price', 'compareAtPrice']),
      product_id: parseIdNumber(product.id),
      inventory_item_id: parseIdNumber(variant.id),
      inventory_quantity: variant.available,
    })),
  };
}

function customerPayload(customer: ShopCustomer) {
  const fields = restFields(customer, ['email', 'firstName', 'lastName', 'phone', 'note', 'createdAt', 'updatedAt']);
  return { ...fields, tags: customer.tags.join(', ') };
}

function orderPayload(shop: Shop, order: ShopOrder) {
  const total = order.lines.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0).toFixed(2);
  const customer = findCustomer(shop, order);
  return {
    ...restFields(order, ['name', 'email', 'phone', 'note', 'createdAt', 'updatedAt']),
    order_number: Number(order.name.slice(1)),
    tags: order.tags.join(', '),
    currency: shop.currency,
    total_price: total,
    subtotal_price: total,
    total_tax: '0.00',
    total_discounts: '0.00',
    financial_status: order.financialStatus.toLowerCase(),
    fulfillment_status: null,
    payment_gateway_names: [],
    cancelled_at: null,
    customer: customer ? customerPayload(customer) : null,
    line_items: order.lines.map(({ id, title, quantity, price, variantId }) => {
      const variant = variantId === null ? undefined : shop.variants.get(variantId);
      return {
        id: parseIdNumber(id),
        variant_id: variant ? parseIdNumber(variant.id) : null,
        product_id: variant ? parseIdNumber(variant.productId) : null,
        title,
        sku: variant?.sku ?? null,
        quantity,
        price,
      };
    }),
  };
}

/** A record's ids, and fields of it in the REST API's words: `firstName` is `first_name`. */
function restFields<Item extends { id: string }>(record: Item, names: readonly (keyof Item & string)[]): Record<string, unknown> {
  const fields = names.map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), record[name] ?? null]);
  return { id: parseIdNumber(record.id), admin_graphql_api_id: record.id, ...Object.fromEntries(fields) };
}

/** The number at the end of `gid://shopify/Product/1001`. */
export function parseIdNumber(id: string): number {
  return Number(id.split('/').at(-1));
}
