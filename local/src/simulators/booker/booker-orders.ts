import { getCurrencyDigits, rounded } from '../minor-units.ts';
import type { SimulatedResponse } from '../simulated-call.ts';
import { existing, invalid, refused, succeeded } from './booker-answers.ts';
import type { BookerBusiness, Money, Order } from './booker-business.ts';

type Body = Readonly<Record<string, unknown>>;

/** An order of products, open until it is paid and placed. */
export function createOrder(
  { customers, productOfVariant, orders, nextOrderId }: BookerBusiness,
  { CustomerID, Items, Notes }: Body,
  now: Date,
): SimulatedResponse {
  existing(customers, CustomerID, 'customer');
  const wanted = (Array.isArray(Items) ? Items : []) as { ProductVariantID?: number; Quantity?: number; Price?: Money }[];
  const lines = wanted.map(({ ProductVariantID, Quantity = 1, Price }) => {
    const variant = productOfVariant(Number(ProductVariantID))?.ProductVariants.find(({ ID }) => ID === ProductVariantID);
    return variant && { ProductVariantID: variant.ID, Name: variant.Name, Quantity, Price: Price ?? variant.RetailPrice };
  });
  const found = lines.filter((line) => line !== undefined);
  if (found.length === 0 || found.length < lines.length) return refused(203, 'A product of the order was not found.');
  const [CurrencyCode = 'USD', ...others] = new Set(found.map(({ Price }) => Price.CurrencyCode ?? 'USD'));
  if (others.length > 0) return invalid('Items', 'An order has one currency.');
  const odd = found.find(({ Price }) => !isPayable(Price.Amount, CurrencyCode));
  if (odd) return invalid('Price', `${odd.Price.Amount} is no amount of ${CurrencyCode}.`);
  const Amount = rounded(
    found.reduce((sum, { Price, Quantity }) => sum + Price.Amount * Quantity, 0),
    CurrencyCode,
  );
  if (Amount < 0) return invalid('Items', 'An order cannot come to less than nothing.');
  const ID = nextOrderId();
  const order: Order = {
    ID,
    OrderNumber: `B-${ID}`,
    CustomerID: Number(CustomerID),
    DateCreatedOffset: now.toISOString(),
    DatePaid: null,
    IsCompleted: false,
    FinalTotal: { Amount, CurrencyCode },
    Notes: typeof Notes === 'string' ? Notes : '',
    Items: found,
    Payments: [],
  };
  return succeeded({ Order: orders.put(order) });
}

export function addPayment({ orders, paymentMethods }: BookerBusiness, id: string, { PaymentItem }: Body): SimulatedResponse {
  const order = existing(orders, id, 'order');
  const { Amount, Method, CustomPaymentMethodID } = (PaymentItem ?? {}) as {
    Amount?: { Amount: number; CurrencyCode?: string };
    Method?: { ID?: number };
    CustomPaymentMethodID?: string;
  };
  const custom = Method?.ID === 11 ? existing(paymentMethods, CustomPaymentMethodID, 'payment method').ID : null;
  if (!Amount || !(Amount.Amount >= 0)) return refused(200, 'invalid argument');
  if (order.IsCompleted) return refused(210, 'The order is completed already.');
  const { CurrencyCode } = order.FinalTotal;
  if ((Amount.CurrencyCode ?? 'USD') !== CurrencyCode) return invalid('Amount', `The order is in ${CurrencyCode}.`);
  const left = rounded(order.FinalTotal.Amount - sumPayments(order), CurrencyCode);
  if (Amount.Amount > left) return refused(212, `The payment of ${Amount.Amount} is more than what is left to pay: ${left}.`);
  order.Payments.push({ Amount: { Amount: Amount.Amount, CurrencyCode }, CustomPaymentMethodID: custom });
  return succeeded({ Order: orders.put(order) });
}

/** A sale reduces the stock. */
export function placeOrder({ orders, products, productOfVariant }: BookerBusiness, id: string, now: Date): SimulatedResponse {
  const order = existing(orders, id, 'order');
  if (order.IsCompleted) return refused(210, 'The order is completed already.');
  const paid = sumPayments(order);
  if (paid !== order.FinalTotal.Amount) return refused(211, `The order is not paid: ${paid} of ${order.FinalTotal.Amount}.`);
  for (const { ProductVariantID, Quantity } of order.Items) {
    const product = productOfVariant(ProductVariantID);
    const variant = product?.ProductVariants.find(({ ID }) => ID === ProductVariantID);
    if (!product || !variant) continue;
    variant.Inventory -= Quantity;
    products.put(product);
  }
  // Written as .NET writes instants, in US Eastern time.
  return succeeded({ Order: orders.put(Object.assign(order, { IsCompleted: true, DatePaid: `/Date(${now.getTime()}-0500)/` })) });
}

function sumPayments({ Payments, FinalTotal }: Order): number {
  return rounded(
    Payments.reduce((sum, { Amount }) => sum + Amount.Amount, 0),
    FinalTotal.CurrencyCode,
  );
}

function isPayable(amount: number, currencyCode: string): boolean {
  return typeof amount === 'number' && Math.abs(amount - Number(amount.toFixed(getCurrencyDigits(currencyCode)))) < 1e-9;
}

/** Orders in a time range, oldest first, or newest first if requested. */
export function findOrders({ ordersInTime }: BookerBusiness, body: Body): readonly Order[] {
  const { FromDateCreatedOffset: from, ToDateCreatedOffset: to, CustomerID } = body;
  const [fromMs, toMs] = [Date.parse(String(from ?? '')), Date.parse(String(to ?? ''))];
  const since = Number.isNaN(fromMs) ? ordersInTime.all() : ordersInTime.from(new Date(fromMs).toISOString());
  const isWanted = (order: Order) =>
    !(Date.parse(order.DateCreatedOffset) > toMs) && (CustomerID === undefined || order.CustomerID === Number(CustomerID));
  const found = Number.isNaN(toMs) && CustomerID === undefined ? since : since.filter(isWanted);
  const [sort] = (Array.isArray(body.SortBy) ? body.SortBy : []) as { SortDirection?: number }[];
  return sort?.SortDirection === 1 ? found.toReversed() : found;
}
