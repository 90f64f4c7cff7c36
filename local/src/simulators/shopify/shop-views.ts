import { getCurrencyDigits } from '../minor-units.ts';
import { buildConnection, type ConnectionArguments } from './connection.ts';
import type { Shop } from './shop.ts';
import type { ShopAddress, ShopCustomer, ShopGiftCard, ShopLine, ShopOrder, ShopProduct, ShopVariant } from './shop-records.ts';

export type View = Record<string, unknown> & { id: string };
export type ShopViews = ReturnType<typeof shopViews>;

/** An order's customer: the one it names, otherwise the one with its address. */
export function findCustomer(shop: Shop, { customerId, email }: ShopOrder): ShopCustomer | undefined {
  if (customerId) return shop.customers.get(customerId);
  return email ? shop.customersByEmail(email)[0] : undefined;
}

export function toInventoryItemId({ id }: ShopVariant): string {
  return id.replace('ProductVariant', 'InventoryItem');
}

export function orderCents({ lines }: Pick<ShopOrder, 'lines'>): number {
  return lines.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
}

/** What the customer pays: the lines less discounts, plus shipping, taxes and tips. */
export function orderTotal(order: Pick<ShopOrder, 'lines' | 'shipping' | 'tax' | 'tip' | 'discount'>): number {
  const { shipping, tax, tip, discount } = order;
  return (orderCents(order) + toCents(shipping) + toCents(tax) + toCents(tip) - toCents(discount)) / 100;
}

function toCents(amount: string | undefined): number {
  return Math.round(Number(amount ?? 0) * 100);
}

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code) : code;
}

/** Records in the shape of the schema's types; expensive members are looked up on request. */
export function shopViews(shop: Shop) {
  const money = (amount: number | string, currencyCode = shop.currency) => ({
    amount: Number(amount).toFixed(getCurrencyDigits(currencyCode)),
    currencyCode,
  });
  const bag = (amount: number | string, currencyCode?: string) => ({
    shopMoney: money(amount, currencyCode),
    presentmentMoney: money(amount, currencyCode),
  });
  const metafields = (ownerId: string) => (args: ConnectionArguments) =>
    buildConnection(shop.metafieldsOf(ownerId), args, (metafield) => metafield);

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
    id: toInventoryItemId(variant),
    sku: variant.sku,
    tracked: variant.tracked ?? true,
    unitCost: variant.cost ? money(variant.cost) : null,
    variant: () => variantView(variant),
  });
  const productView = (product: ShopProduct): View => ({
    ...product,
    totalInventory: () => shop.variantsByProduct(product.id).reduce((sum, { available }) => sum + available, 0),
    onlineStoreUrl: `https://${shop.domain}/products/${product.handle}`,
    featuredMedia: null,
    variants: (args: ConnectionArguments) => buildConnection(shop.variantsByProduct(product.id), args, variantView),
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
    return {
      ...address,
      provinceCode,
      province: provinceCode,
      countryCodeV2: countryCode,
      country: countryCode && countryName(countryCode),
    };
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
      amountSpent: () => money(orders().reduce((sum, order) => sum + orderTotal(order), 0)),
      defaultAddress: addressView(customer.addresses?.[0]),
    };
  };
  const lineView = (line: ShopLine, currency: string): View => {
    const variant = line.variantId === null ? undefined : shop.variants.get(line.variantId);
    const product = variant && shop.products.get(variant.productId);
    return {
      ...line,
      sku: line.sku ?? variant?.sku ?? null,
      variantTitle: variant?.title ?? null,
      originalUnitPriceSet: bag(line.price, currency),
      discountedTotalSet: bag((toCents(line.price) * line.quantity) / 100, currency),
      variant: variant ? () => variantView(variant) : null,
      product: product ? () => productView(product) : null,
    };
  };
  const orderView = (order: ShopOrder): View => {
    const currency = order.currency ?? shop.currency;
    const subtotal = (orderCents(order) - toCents(order.discount)) / 100;
    const customer = findCustomer(shop, order);
    const { transactions = [], shipping = '0', tax = '0', tip = '0', discount = '0' } = order;
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
      totalPriceSet: bag(orderTotal(order), currency),
      subtotalPriceSet: bag(subtotal, currency),
      totalTaxSet: bag(tax, currency),
      totalTipReceivedSet: bag(tip, currency),
      totalShippingPriceSet: bag(shipping, currency),
      totalDiscountsSet: bag(discount, currency),
      customer: customer ? () => customerView(customer) : null,
      shippingAddress: addressView(order.shippingAddress),
      billingAddress: addressView(order.billingAddress),
      lineItems: (args: ConnectionArguments) => buildConnection(order.lines, args, (line) => lineView(line, currency)),
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
