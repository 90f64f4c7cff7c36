import { nth } from '../sample-words.ts';
import { type BookerBusiness, LOCATIONS, sampleCustomer } from './booker-business.ts';
import { saveCustomer } from './booker-customers.ts';
import { addPayment, createOrder, placeOrder } from './booker-orders.ts';

/** Makes a plausible order that is paid and placed. */
export function makeOrder(business: BookerBusiness, now: Date): void {
  const index = business.orders.size;
  if (business.customers.size === 0)
    saveCustomer(business, { ID: business.nextCustomerId(), LocationID: LOCATIONS[0]?.ID ?? 0 }, { Customer: sampleCustomer(index) });
  const customer = nth(business.customers.all(), index);
  const variant = nth(business.products.all(), index).ProductVariants[0];
  createOrder(business, { CustomerID: customer.ID, Items: [{ ProductVariantID: variant?.ID, Quantity: 1 + (index % 3) }] }, now);
  const order = business.orders.all().at(-1);
  if (!order) return;
  addPayment(business, String(order.ID), { PaymentItem: { Amount: order.FinalTotal } });
  placeOrder(business, String(order.ID), now);
}
