import { type ConnectionArguments, connectionOf } from './connection.ts';
import type { Shop } from './shop.ts';
import type { ShopAddress, ShopCustomer, ShopGiftCard, ShopLine, ShopOrder, ShopProduct, ShopVariant } from './shop-records.ts';
import { variantsOf } from './variants-of.ts';

export type View = Record<string, unknown> & { id: string };
export type ShopViews = ReturnType<typeof shopViews>;

/** The customer of an order: the one that it names, or else the one with its address. */
export function customerOf(shop: Shop, { customerId, email }: ShopOrder): ShopCustomer | undefined {
  if (customerId) return shop.customers.get(customerId);
  return email ? shop.customersByEmail(email)[0] : undefined;
}

export function itemIdOf({ id }: ShopVariant): string {
  return id.replace('ProductVariant', 'InventoryItem');
}

export function orderCents({ lines }: Pick<ShopOrder, 'lines'>): number {
  return lines.reduce((sum, { price, quantity }) => sum + Math.round(Number(price) * 100) * quantity, 0);
}

/** Records as the schema's types have them; what costs something is looked up where it is asked for. */
export function shopViews(shop: Shop) {
  const money = (amount: number | string, currencyCode = shop.currency) => ({ amount: Number(amount).toFixed(2), currencyCode });
  const bag = (amount: number | string, currencyCode?: string) => ({
    shopMoney: money(amount, currencyCode),
    presentmentMoney: money(amount, currencyCode),
  });
  const metafields = (ownerId: string) => (args: ConnectionArguments) => connectionOf(shop.metafieldsOf(ownerId), args);

  const variantView = (variant: ShopVariant): View => ({
    id: variant.id,
    title: variant.title,
    sku: variant.sku,
    price: variant.price,
    barcode: variant.barcode ?? null,
    compareAtPrice: variant.compareAtPrice ?? null,
    inventoryQuantity: variant.available,
    inventoryItem: () => itemView(variant),
    selectedOptions: variant.options ?? [{ name: 'Title', value: variant.title }],
    product: () => productView(shop.products.get(variant.productId) as ShopProduct),
    metafields: metafields(variant.id),
  });
  const itemView = (variant: ShopVariant): View => ({
    id: itemIdOf(variant),
    sku: variant.sku,
    tracked: variant.tracked ?? true,
    unitCost: variant.cost ? money(variant.cost) : null,
    variant: () => variantView(variant),
  });
  const productView = (product: ShopProduct): View => ({
    ...product,
    totalInventory: () => variantsOf(shop, product.id).reduce((sum, { available }) => sum + available, 0),
    onlineStoreUrl: `https://${shop.domain}/products/${product.handle}`,
    featuredMedia: null,
    variants: (args: ConnectionArguments) => connectionOf(variantsOf(shop, product.id), args, variantView),
    metafields: metafields(product.id),
  });
  const levelView = (variant: ShopVariant): View => ({
    id: variant.id.replace('ProductVariant', 'InventoryLevel'),
    updatedAt: variant.stockedAt ?? shop.products.get(variant.productId)?.createdAt ?? shop.at(),
    quantities: ({ names }: { names: string[] }) =>
      names.map((name) => ({ name, quantity: name === 'available' || name === 'on_hand' ? variant.available : 0 })),
    item: () => itemView(variant),
  });
  const addressView = (address: ShopAddress | null | undefined) => {
    if (!address) return null;
    const { countryCode = null, provinceCode = null } = address;
    return { ...address, provinceCode, province: provinceCode, countryCodeV2: countryCode };
  };
  const customerView = (customer: ShopCustomer): View => {
    const orders = () => shop.ordersByCustomer(customer.id);
    return {
      ...customer,
      displayName: [customer.firstName, customer.lastName].filter(Boolean).join(' ') || (customer.email ?? ''),
      defaultEmailAddress: customer.email === null ? null : { emailAddress: customer.email },
      defaultPhoneNumber: customer.phone === null ? null : { phoneNumber: customer.phone },
      state: 'DISABLED',
      verifiedEmail: customer.email !== null,
      numberOfOrders: () => String(orders().length),
      amountSpent: () => money(orders().reduce((sum, order) => sum + orderCents(order), 0) / 100),
      defaultAddress: addressView(customer.addresses?.[0]),
    };
  };
  const lineView = (line: ShopLine): View => {
    const variant = line.variantId === null ? undefined : shop.variants.get(line.variantId);
    const product = variant && shop.products.get(variant.productId);
    return {
      ...line,
      sku: line.sku ?? variant?.sku ?? null,
      variantTitle: variant?.title ?? null,
      originalUnitPriceSet: bag(line.price),
      discountedTotalSet: bag((Math.round(Number(line.price) * 100) * line.quantity) / 100),
      variant: variant ? () => variantView(variant) : null,
      product: product ? () => productView(product) : null,
    };
  };
  const orderView = (order: ShopOrder): View => {
    const currency = order.currency ?? shop.currency;
    const subtotal = orderCents(order) / 100;
    const customer = customerOf(shop, order);
    const { transactions = [], shipping = '0' } = order;
    return {
      ...order,
      processedAt: order.processedAt ?? order.createdAt,
      cancelledAt: null,
      closedAt: null,
      phone: order.phone ?? null,
      currencyCode: currency,
      displayFinancialStatus: order.financialStatus,
      displayFulfillmentStatus: order.fulfillmentStatus ?? 'UNFULFILLED',
      paymentGatewayNames: [...new Set(transactions.flatMap(({ gateway }) => gateway ?? []))],
      totalPriceSet: bag(subtotal + Number(shipping), currency),
      subtotalPriceSet: bag(subtotal, currency),
      totalTaxSet: bag(0, currency),
      totalShippingPriceSet: bag(shipping, currency),
      totalDiscountsSet: bag(0, currency),
      customer: customer ? () => customerView(customer) : null,
      shippingAddress: addressView(order.shippingAddress),
      billingAddress: addressView(order.billingAddress),
      lineItems: (args: ConnectionArguments) => connectionOf(order.lines, args, lineView),
      metafields: metafields(order.id),
      transactions: ({ first = 50 }: { first?: number }) =>
        transactions.slice(0, first).map(({ amount, ...one }) => ({ ...one, amountSet: bag(amount, currency) })),
    };
  };
  const giftCardView = ({ code, initialValue, balance, currency, customerId, ...card }: ShopGiftCard): View => {
    const customer = customerId === null ? undefined : shop.customers.get(customerId);
    return {
      ...card,
      maskedCode: `•••• •••• •••• ${code.slice(-4)}`,
      lastCharacters: code.slice(-4),
      enabled: true,
      initialValue: money(initialValue, currency),
      balance: money(balance, currency),
      customer: customer ? () => customerView(customer) : null,
    };
  };
  return { money, bag, variantView, productView, levelView, customerView, orderView, giftCardView };
}
