import type { AccountRecords, PriceRecord } from '../account-records.ts';

export function moneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100);
}

/** `Team, $99.00 a month` */
export function planText({ products }: AccountRecords, { product, unit_amount, currency, interval }: PriceRecord): string {
  return `${products.get(product)?.name ?? product}, ${moneyText(unit_amount, currency)} a ${interval}`;
}

export function dayText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
