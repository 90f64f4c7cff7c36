import type { SimulatedAnswer } from '../simulated-call.ts';
import { refused, succeeded } from './booker-answers.ts';
import type { BookerBusiness } from './booker-business.ts';

interface Money {
  Amount: number;
  CurrencyCode: string;
}

export interface Order {
  ID: number;
  OrderNumber: string;
  CustomerID: number;
  DateCreatedOffset: string;
  DatePaid: string | null;
  IsCompleted: boolean;
  FinalTotal: Money;
  Notes?: string;
  Items: { ProductVariantID: number; Name: string; Quantity: number; Price: Money }[];
  Payments: { Amount: Money; CustomPaymentMethodID: number | null }[];
}

type Body = Readonly<Record<string, unknown>>;

/** An order of products, open until it is paid and placed. */
export function createOrder(
  { customers, productOfVariant, orders, nextOrderId }: BookerBusiness,
  { CustomerID, Items, Notes }: Body,
  now: Date,
): SimulatedAnswer {
  if (!customers.get(String(CustomerID))) return refused(203, 'The customer was not found.');
  const wanted = (Array.isArray(Items) ? Items : []) as { ProductVariantID?: number; Quantity?: number; Price?: Money }[];
  const lines = wanted.map(({ ProductVariantID, Quantity = 1, Price }) => {
    const variant = productOfVariant(Number(ProductVariantID))?.ProductVariants.find(({ ID }) => ID === ProductVariantID);
    return variant && { ProductVariantID: variant.ID, Name: variant.Name, Quantity, Price: Price ?? variant.RetailPrice };
  });
  const found = lines.filter((line) => line !== undefined);
  if (found.length === 0 || found.length < lines.length) return refused(203, 'A product of the order was not found.');
  const ID = nextOrderId();
  const Amount = Math.round(found.reduce((sum, { Price, Quantity }) => sum + Price.Amount * Quantity, 0) * 100) / 100;
  const order: Order = {
    ID,
    OrderNumber: `B-${ID}`,
    CustomerID: Number(CustomerID),
    DateCreatedOffset: now.toISOString(),
    DatePaid: null,
    IsCompleted: false,
    FinalTotal: { Amount, CurrencyCode: 'USD' },
    Notes: typeof Notes === 'string' ? Notes : '',
    Items: found,
    Payments: [],
  };
  orders.put(order);
  return succeeded({ Order: order });
}

export function addPayment(
  { orders }: BookerBusiness,
  id: string,
  { PaymentItem }: Body,
  methods: readonly { ID: number }[],
): SimulatedAnswer {
  const order = orders.get(id);
  if (!order) return refused(203, 'The order was not found.');
  const { Amount, Method, CustomPaymentMethodID } = (PaymentItem ?? {}) as {
    Amount?: { Amount: number; CurrencyCode?: string };
    Method?: { ID?: number };
    CustomPaymentMethodID?: string;
  };
  const custom = Method?.ID === 11 ? Number(CustomPaymentMethodID) : null;
  if (custom !== null && !methods.some(({ ID }) => ID === custom)) return refused(203, 'The payment method was not found.');
  if (!Amount || !(Amount.Amount >= 0)) return refused(200, 'invalid argument');
  order.Payments.push({ Amount: { Amount: Amount.Amount, CurrencyCode: Amount.CurrencyCode ?? 'USD' }, CustomPaymentMethodID: custom });
  orders.put(order);
  return succeeded({ Order: order });
}

/** A sale reduces the stock. */
export function placeOrder({ orders, products, productOfVariant }: BookerBusiness, id: string, now: Date): SimulatedAnswer {
  const order = orders.get(id);
  if (!order) return refused(203, 'The order was not found.');
  if (order.IsCompleted) return refused(210, 'The order is completed already.');
  const paid = order.Payments.reduce((sum, { Amount }) => sum + Amount.Amount, 0);
  if (paid < order.FinalTotal.Amount) return refused(211, `The order is not paid: ${paid} of ${order.FinalTotal.Amount}.`);
  for (const { ProductVariantID, Quantity } of order.Items) {
    const product = productOfVariant(ProductVariantID);
    const variant = product?.ProductVariants.find(({ ID }) => ID === ProductVariantID);
    if (!product || !variant) continue;
    variant.Inventory -= Quantity;
    products.put(product);
  }
  // As .NET writes instants, in the time of the US East.
  Object.assign(order, { IsCompleted: true, DatePaid: `/Date(${now.getTime()}-0500)/` });
  orders.put(order);
  return succeeded({ Order: order });
}

/** Orders of a time, in its order; newest first where that is asked for. */
export function ordersOf({ ordersInTime }: BookerBusiness, body: Body): readonly Order[] {
  const { FromDateCreatedOffset: from, ToDateCreatedOffset: to, CustomerID } = body;
  const [fromMs, toMs] = [Date.parse(String(from ?? '')), Date.parse(String(to ?? ''))];
  const since = Number.isNaN(fromMs) ? ordersInTime.all() : ordersInTime.from(new Date(fromMs).toISOString());
  const isWanted = (order: Order) =>
    !(Date.parse(order.DateCreatedOffset) > toMs) && (CustomerID === undefined || order.CustomerID === Number(CustomerID));
  const found = Number.isNaN(toMs) && CustomerID === undefined ? since : since.filter(isWanted);
  const [sort] = (Array.isArray(body.SortBy) ? body.SortBy : []) as { SortDirection?: number }[];
  return sort?.SortDirection === 1 ? found.toReversed() : found;
}
