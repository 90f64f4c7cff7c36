import type { SimulatedRecord, SimulatedRecords } from './simulated-records.ts';

/** Amounts as texts, in the order's currency. */
interface OrderAmounts {
  currency: string;
  lines: { price: string; quantity: number; isCustom?: true }[];
  shipping?: string;
  tax?: string;
  tip?: string;
  discount?: string;
  total: string;
}

/** What the customers paid, computed by hand: with and without amounts that have no line, above and below the lines' sum. */
export const orderAmounts: readonly OrderAmounts[] = [
  { currency: 'USD', lines: [{ price: '14.50', quantity: 2 }], total: '29.00' },
  { currency: 'USD', lines: [{ price: '14.50', quantity: 2 }], shipping: '4.95', tax: '2.68', tip: '3.00', total: '39.63' },
  {
    currency: 'EUR',
    lines: [
      { price: '0.10', quantity: 3 },
      { price: '31.45', quantity: 1 },
    ],
    shipping: '0.20',
    discount: '5.01',
    total: '26.94',
  },
  {
    currency: 'EUR',
    lines: [
      { price: '19.99', quantity: 3 },
      { price: '7.33', quantity: 1, isCustom: true },
    ],
    discount: '10.00',
    total: '57.30',
  },
  { currency: 'JPY', lines: [{ price: '1200', quantity: 2 }], shipping: '500', tax: '290', total: '3190' },
  { currency: 'JPY', lines: [{ price: '1200', quantity: 1 }], discount: '150', total: '1050' },
];

/** Makes paid orders for products in the shop. @param products that the shop sells, with their variants */
export async function makeOrders(
  simulated: SimulatedRecords,
  products: readonly SimulatedRecord[],
  customers: readonly SimulatedRecord[],
  amounts: readonly OrderAmounts[] = orderAmounts,
): Promise<{ id: string; total: string; currency: string }[]> {
  const orders = await simulated.fill('shopify', 'orders', amounts.length);
  for (const [at, { lines, total: _total, ...rest }] of amounts.entries()) {
    const order = orders[at];
    if (!order) throw new Error('The shop made too few orders');
    const email = customers[at % customers.length]?.email;
    await simulated.change('shopify', 'orders', order.id, {
      ...rest,
      email,
      lines: lines.map(({ price, quantity, isCustom }, line) => {
        const product = products[(at + line) % products.length];
        const id = `${order.id}-${line}`;
        if (isCustom) return { id, title: 'Made to measure', quantity, price, variantId: null, sku: null };
        return { id, title: product?.title, quantity, price, variantId: product?.variantId, sku: product?.sku };
      }),
    });
  }
  return amounts.map(({ total, currency }, at) => ({ id: orders[at]?.id, total, currency }));
}
