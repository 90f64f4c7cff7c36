import type { Records } from '../store/records.ts';
import { type ConnectionArguments, connectionOf } from './connection.ts';
import {
  addCustomer,
  addOrder,
  addProduct,
  changeProduct,
  changeVariant,
  type Shop,
  type ShopCustomer,
  type ShopLine,
  type ShopOrder,
  type ShopProduct,
  type ShopVariant,
} from './shop.ts';
import { matching } from './shop-search.ts';
import { variantsOf } from './variants-of.ts';

type Input = Readonly<Record<string, unknown>>;
type Found = ConnectionArguments & { query?: string | null };
type WithArguments<Result> = (args: ConnectionArguments) => Result;

/** Who asks: the app whose access token came with the call. */
export interface ShopCaller {
  appSecret: string;
}

/** The results of the schema's queries and mutations on a shop. */
export function shopResolvers(shop: Shop): Record<string, unknown> {
  const money = (amount: number) => ({ amount: amount.toFixed(2), currencyCode: shop.currency });
  const bag = (amount: number) => ({ shopMoney: money(amount), presentmentMoney: money(amount) });
  const paged =
    <Item extends { id: string }>(items: readonly Item[]): WithArguments<unknown> =>
    (args) =>
      connectionOf(items, args);

  const variantView = (variant: ShopVariant): Record<string, unknown> & { id: string } => ({
    ...variant,
    barcode: null,
    compareAtPrice: null,
    inventoryQuantity: variant.available,
    inventoryItem: () => itemView(variant),
    selectedOptions: [{ name: 'Title', value: variant.title }],
    product: () => productView(shop.products.get(variant.productId) as ShopProduct),
  });
  const itemIdOf = ({ id }: ShopVariant) => id.replace('ProductVariant', 'InventoryItem');
  const itemView = (variant: ShopVariant): Record<string, unknown> => ({
    id: itemIdOf(variant),
    sku: variant.sku,
    tracked: true,
    unitCost: null,
    variant: () => variantView(variant),
  });
  const productView = (product: ShopProduct): Record<string, unknown> & { id: string } => {
    const variants = variantsOf(shop, product.id);
    return {
      ...product,
      totalInventory: variants.reduce((sum, { available }) => sum + available, 0),
      onlineStoreUrl: `https://${shop.domain}/products/${product.handle}`,
      featuredMedia: null,
      variants: paged(variants.map(variantView)),
      metafields: paged([]),
    };
  };
  const levels = () =>
    shop.variants.all().map((variant) => ({
      id: `gid://shopify/InventoryLevel/${variant.id.split('/').at(-1)}`,
      updatedAt: shop.at(),
      quantities: ({ names }: { names: string[] }) =>
        names.map((name) => ({ name, quantity: name === 'available' || name === 'on_hand' ? variant.available : 0 })),
      item: () => itemView(variant),
    }));
  const locationView = () => ({
    id: shop.locationId,
    name: 'Main warehouse',
    isActive: true,
    fulfillsOnlineOrders: true,
    address: { address1: 'Harbour Street 1', city: 'Hamburg', zip: '20457', countryCode: 'DE' },
    inventoryLevels: paged(levels()),
  });
  const customerView = (customer: ShopCustomer): Record<string, unknown> & { id: string } => ({
    ...customer,
    displayName: [customer.firstName, customer.lastName].filter(Boolean).join(' ') || (customer.email ?? ''),
    defaultEmailAddress: customer.email === null ? null : { emailAddress: customer.email },
    defaultPhoneNumber: customer.phone === null ? null : { phoneNumber: customer.phone },
    state: 'DISABLED',
    verifiedEmail: customer.email !== null,
    numberOfOrders: shop.orders.all().filter(({ email }) => email !== null && email === customer.email).length,
    amountSpent: money(0),
    defaultAddress: null,
  });
  const lineView = (line: ShopLine): Record<string, unknown> & { id: string } => {
    const variant = line.variantId === null ? undefined : shop.variants.get(line.variantId);
    return {
      ...line,
      sku: variant?.sku ?? null,
      variantTitle: variant?.title ?? null,
      originalUnitPriceSet: bag(Number(line.price)),
      discountedTotalSet: bag(Number(line.price) * line.quantity),
      variant: variant ? () => variantView(variant) : null,
      product: null,
    };
  };
  const orderView = (order: ShopOrder): Record<string, unknown> & { id: string } => {
    const total = order.lines.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0);
    const customer = shop.customers.find(({ email }) => email !== null && email === order.email);
    return {
      ...order,
      processedAt: order.createdAt,
      cancelledAt: null,
      closedAt: null,
      phone: null,
      currencyCode: shop.currency,
      displayFinancialStatus: order.financialStatus,
      displayFulfillmentStatus: 'UNFULFILLED',
      paymentGatewayNames: [],
      totalPriceSet: bag(total),
      subtotalPriceSet: bag(total),
      totalTaxSet: bag(0),
      totalShippingPriceSet: bag(0),
      totalDiscountsSet: bag(0),
      customer: customer ? customerView(customer) : null,
      shippingAddress: null,
      billingAddress: null,
      lineItems: paged(order.lines.map(lineView)),
      metafields: paged([]),
      transactions: [],
    };
  };
  const refused = (field: string[], message: string) => ({ userErrors: [{ field, message }] });

  return {
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
    products: ({ query, ...args }: Found) =>
      connectionOf(
        shop.products
          .all()
          .filter(matching(query, ['title', 'status', 'vendor']))
          .map(productView),
        args,
      ),
    product: ({ id }: { id: string }) => one(shop.products, id, productView),
    productVariants: ({ query, ...args }: Found) =>
      connectionOf(
        shop.variants
          .all()
          .filter(matching(query, ['sku', 'title']))
          .map(variantView),
        args,
      ),
    locations: (args: Found) => connectionOf([locationView()], args),
    location: ({ id }: { id: string }) => (id === shop.locationId ? locationView() : null),
    orders: ({ query, ...args }: Found) =>
      connectionOf(
        shop.orders
          .all()
          .filter(matching(query, ['name', 'email']))
          .map(orderView),
        args,
      ),
    order: ({ id }: { id: string }) => one(shop.orders, id, orderView),
    customers: ({ query, ...args }: Found) =>
      connectionOf(
        shop.customers
          .all()
          .filter(matching(query, ['email', 'firstName', 'lastName']))
          .map(customerView),
        args,
      ),
    customer: ({ id }: { id: string }) => one(shop.customers, id, customerView),
    webhookSubscriptions: (args: Found) => connectionOf(shop.webhooks.all(), args),

    productCreate({ product }: { product: Input }) {
      if (!String(product.title ?? '').trim()) return refused(['title'], "Title can't be blank");
      const { productOptions: _options, metafields: _metafields, ...given } = product;
      return { product: productView(addProduct(shop, given as Partial<ShopProduct> & { title: string })), userErrors: [] };
    },
    productUpdate({ product: { id, productOptions: _options, metafields: _metafields, ...given } }: { product: Input }) {
      const product = shop.products.get(String(id));
      if (!product) return refused(['id'], 'Product does not exist');
      return { product: productView(changeProduct(shop, product, given as Partial<ShopProduct>)), userErrors: [] };
    },
    inventorySetQuantities({
      input,
    }: {
      input: { name: string; reason: string; quantities: { inventoryItemId: string; quantity: number }[] };
    }) {
      const changes = input.quantities.map(({ inventoryItemId, quantity }) => ({
        variant: shop.variants.find((variant) => itemIdOf(variant) === inventoryItemId),
        quantity,
      }));
      const missing = changes.findIndex(({ variant }) => !variant);
      if (missing >= 0)
        return refused(['input', 'quantities', String(missing), 'inventoryItemId'], 'The specified inventory item could not be found.');
      const done = changes.map(({ variant, quantity }) => {
        const delta = quantity - (variant?.available ?? 0);
        if (variant) changeVariant(shop, variant, { available: quantity });
        return { name: input.name, delta };
      });
      return {
        inventoryAdjustmentGroup: { id: shop.nextId('InventoryAdjustmentGroup'), reason: input.reason, changes: done },
        userErrors: [],
      };
    },
    orderCreate({ order }: { order: Input }) {
      const lines = (order.lineItems ?? []) as {
        variantId?: string;
        title?: string;
        quantity: number;
        priceSet?: { shopMoney: { amount: string } };
      }[];
      if (lines.length === 0) return refused(['order', 'lineItems'], 'Line items must have at least one line item');
      const created = addOrder(shop, {
        email: (order.email as string | undefined) ?? null,
        note: (order.note as string | undefined) ?? null,
        tags: (order.tags as string[] | undefined) ?? [],
        financialStatus: String(order.financialStatus ?? 'PENDING'),
        lines: lines.map((line) => {
          const variant = line.variantId === undefined ? undefined : shop.variants.get(line.variantId);
          const title = line.title ?? shop.products.get(variant?.productId ?? '')?.title ?? 'Item';
          const price = line.priceSet?.shopMoney.amount ?? variant?.price ?? '0.00';
          return { id: shop.nextId('LineItem'), title, quantity: line.quantity, price, variantId: variant?.id ?? null };
        }),
      });
      return { order: orderView(created), userErrors: [] };
    },
    customerCreate({ input }: { input: Input }) {
      const text = (name: string) => (typeof input[name] === 'string' && input[name] !== '' ? (input[name] as string) : null);
      if (!text('email') && !text('phone') && !text('firstName') && !text('lastName')) {
        return refused([], 'A name, phone number, or email address must be present');
      }
      if (text('email') && shop.customers.find(({ email }) => email === text('email')))
        return refused(['email'], 'Email has already been taken');
      const customer = addCustomer(shop, {
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        phone: text('phone'),
        note: text('note'),
        tags: (input.tags as string[] | undefined) ?? [],
      });
      return { customer: customerView(customer), userErrors: [] };
    },
    webhookSubscriptionCreate(
      { topic, webhookSubscription: { uri } }: { topic: string; webhookSubscription: { uri?: string } },
      { appSecret }: ShopCaller,
    ) {
      if (!uri) return refused(['webhookSubscription', 'uri'], "Address can't be blank");
      if (shop.webhooks.find((one) => one.topic === topic && one.uri === uri)) {
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
