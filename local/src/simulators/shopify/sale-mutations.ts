import { setMetafields } from './metafields.ts';
import { addCustomer, addOrder, changeCustomer, changeOrder, changeVariant, type Shop } from './shop.ts';
import type { ShopAddress, ShopCustomer, ShopLine, ShopOrder, ShopTransaction } from './shop-records.ts';
import { orderCents, orderTotal, type ShopViews } from './shop-views.ts';
import { given, type Input, refused, textIn } from './user-errors.ts';

interface LineInput {
  variantId?: string | null;
  title?: string | null;
  sku?: string | null;
  quantity: number;
  priceSet?: { shopMoney: { amount: string } } | null;
}

interface CustomerChoice {
  toAssociate?: { id?: string | null; email?: string | null } | null;
  toUpsert?: Input | null;
}

export function saleMutations(shop: Shop, { customerView, orderView, bag, giftCardView }: ShopViews): Record<string, unknown> {
  const customerFields = (input: Input): Partial<ShopCustomer> =>
    given(input, ['firstName', 'lastName', 'email', 'phone', 'note', 'tags', 'addresses']) as Partial<ShopCustomer>;

  function customerProblem(input: Input, known: ShopCustomer | null) {
    const email = textIn(input, 'email');
    if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) return refused(['email'], 'Email is invalid');
    const taken = email ? shop.customersByEmail(email).some((other) => other !== known) : false;
    if (taken) return refused(['email'], 'Email has already been taken');
    const phone = textIn(input, 'phone');
    const isPhoneTaken = phone !== null && shop.customers.find((other) => other !== known && other.phone === phone) !== undefined;
    return isPhoneTaken ? refused(['phone'], 'Phone has already been taken') : null;
  }

  const linesOf = (inputs: readonly LineInput[]): ShopLine[] =>
    inputs.map(({ variantId, title, sku, quantity, priceSet }) => {
      const variant = variantId ? shop.variants.get(variantId) : undefined;
      const name = title ?? shop.products.get(variant?.productId ?? '')?.title ?? 'Item';
      const price = Number(priceSet?.shopMoney.amount ?? variant?.price ?? 0).toFixed(2);
      return {
        id: shop.nextId('LineItem'),
        title: name,
        quantity,
        price,
        variantId: variant?.id ?? null,
        sku: sku ?? variant?.sku ?? null,
      };
    });

  function orderProblem(input: Input) {
    const lines = (input.lineItems ?? []) as LineInput[];
    if (lines.length === 0) return refused(['order', 'lineItems'], 'Line items must have at least one line item');
    const unknown = lines.findIndex(({ variantId }) => variantId && !shop.variants.get(variantId));
    if (unknown >= 0) return refused(['order', 'lineItems', String(unknown), 'variantId'], 'Variant does not exist');
    const { toAssociate } = (input.customer ?? {}) as CustomerChoice;
    const isMissing = toAssociate?.id && !shop.customers.get(toAssociate.id);
    return isMissing ? refused(['order', 'customer', 'toAssociate', 'id'], 'Customer does not exist') : null;
  }

  function buyerOf(input: Input): ShopCustomer | undefined {
    const { toAssociate, toUpsert } = (input.customer ?? {}) as CustomerChoice;
    if (toAssociate?.id) return shop.customers.get(toAssociate.id);
    if (toAssociate?.email) return shop.customersByEmail(toAssociate.email)[0];
    if (!toUpsert) return undefined;
    const email = textIn(toUpsert, 'email');
    const [known] = email ? shop.customersByEmail(email) : [];
    return known ? changeCustomer(shop, known, customerFields(toUpsert)) : addCustomer(shop, customerFields(toUpsert));
  }

  return {
    customerCreate({ input }: { input: Input }) {
      const { email, phone, firstName, lastName } = input;
      if (!email && !phone && !firstName && !lastName) return refused([], 'A name, phone number, or email address must be present');
      const problem = customerProblem(input, null);
      if (problem) return problem;
      const customer = addCustomer(shop, customerFields(input));
      setMetafields(shop, customer.id, input.metafields);
      return { customer: customerView(customer), userErrors: [] };
    },

    customerUpdate({ input }: { input: Input }) {
      const known = shop.customers.get(String(input.id));
      if (!known) return refused(['id'], 'Customer does not exist');
      const problem = customerProblem(input, known);
      if (problem) return problem;
      setMetafields(shop, known.id, input.metafields);
      return { customer: customerView(changeCustomer(shop, known, customerFields(input))), userErrors: [] };
    },

    orderCreate({ order: input, options }: { order: Input; options?: { inventoryBehaviour?: string | null } | null }) {
      const problem = orderProblem(input);
      if (problem) return problem;
      const buyer = buyerOf(input);
      const shippingLines = (input.shippingLines ?? []) as { priceSet: { shopMoney: { amount: string } } }[];
      const created = addOrder(shop, {
        ...(given(input, ['phone', 'note', 'currency', 'sourceIdentifier', 'processedAt', 'fulfillmentStatus']) as Partial<ShopOrder>),
        shippingAddress: (input.shippingAddress as ShopAddress | undefined) ?? null,
        billingAddress: (input.billingAddress as ShopAddress | undefined) ?? null,
        email: textIn(input, 'email') ?? buyer?.email ?? null,
        customerId: buyer?.id ?? null,
        tags: (input.tags as string[] | undefined) ?? [],
        financialStatus: textIn(input, 'financialStatus') ?? 'PENDING',
        shipping: shippingLines.reduce((sum, { priceSet }) => sum + Number(priceSet.shopMoney.amount), 0).toFixed(2),
        transactions: createTransactions(shop, input.transactions),
        lines: linesOf(input.lineItems as LineInput[]),
      });
      setMetafields(shop, created.id, input.metafields);
      if (options?.inventoryBehaviour?.startsWith('DECREMENT')) takeFromStock(shop, created.lines);
      return { order: orderView(created), userErrors: [] };
    },

    orderUpdate({ input }: { input: Input }) {
      const known = shop.orders.get(String(input.id));
      if (!known) return refused(['id'], 'Order does not exist');
      setMetafields(shop, known.id, input.metafields);
      const fields = given(input, ['email', 'note', 'tags', 'phone', 'shippingAddress']) as Partial<ShopOrder>;
      return { order: orderView(changeOrder(shop, known, fields)), userErrors: [] };
    },

    orderMarkAsPaid({ input }: { input: { id: string } }) {
      const known = shop.orders.get(input.id);
      if (!known) return refused(['id'], 'Order does not exist');
      if (known.financialStatus === 'PAID') return refused(['id'], 'Order cannot be marked as paid.');
      const amount = orderTotal(known).toFixed(2);
      const paid = {
        id: shop.nextId('OrderTransaction'),
        kind: 'SALE',
        status: 'SUCCESS',
        gateway: 'manual',
        amount,
        createdAt: shop.at(),
      };
      const changes = { financialStatus: 'PAID', transactions: [...(known.transactions ?? []), paid] };
      return { order: orderView(changeOrder(shop, known, changes)), userErrors: [] };
    },

    draftOrderCreate({ input }: { input: Input }) {
      const lines = linesOf((input.lineItems ?? []) as LineInput[]);
      if (lines.length === 0) return refused(['input', 'lineItems'], 'Add at least 1 product');
      const id = shop.nextId('DraftOrder');
      const number = id.split('/').at(-1);
      const draftOrder = {
        id,
        name: `#D${number}`,
        status: 'OPEN',
        invoiceUrl: `https://${shop.domain}/invoices/${number}`,
        createdAt: shop.at(),
        totalPriceSet: bag(orderCents({ lines }) / 100),
      };
      return { draftOrder, userErrors: [] };
    },

    giftCardCreate({ input }: { input: Input }) {
      // Older API versions have only the amount.
      const { amount, currencyCode } = (input.initialAmount ?? { amount: input.initialValue, currencyCode: shop.currency }) as {
        amount: string;
        currencyCode: string;
      };
      if (!(Number(amount) > 0)) return refused(['input', 'initialAmount'], 'must be greater than 0');
      const number = shop.nextId('GiftCard');
      const code = textIn(input, 'code') ?? `PORTAGE${String(number.split('/').at(-1)).padStart(9, '0')}`;
      const value = Number(amount).toFixed(2);
      const fields = { note: textIn(input, 'note'), expiresOn: textIn(input, 'expiresOn'), customerId: textIn(input, 'customerId') };
      const card = shop.giftCards.put({
        id: number,
        code,
        initialValue: value,
        balance: value,
        currency: currencyCode,
        createdAt: shop.at(),
        ...fields,
      });
      return { giftCard: giftCardView(card), giftCardCode: code, userErrors: [] };
    },
  };
}

function createTransactions(shop: Shop, inputs: unknown): ShopTransaction[] {
  const given = (inputs ?? []) as { kind?: string; status?: string; gateway?: string; amountSet: { shopMoney: { amount: string } } }[];
  return given.map(({ kind = 'SALE', status = 'SUCCESS', gateway = null, amountSet }) => ({
    id: shop.nextId('OrderTransaction'),
    kind,
    status,
    gateway,
    amount: Number(amountSet.shopMoney.amount).toFixed(2),
    createdAt: shop.at(),
  }));
}

function takeFromStock(shop: Shop, lines: readonly ShopLine[]): void {
  for (const { variantId, quantity } of lines) {
    const variant = variantId === null ? undefined : shop.variants.get(variantId);
    if (variant) changeVariant(shop, variant, { available: variant.available - quantity });
  }
}
