import type { FieldMapping } from './flow.ts';

/** Whether a mapping gives the price of what is offered: `body.variants[0].price` is the price of the only entry. */
export function isPriceAt(toParameterPath: string, pricePath: string | undefined): boolean {
  return pricePath !== undefined && toParameterPath.replaceAll(/\[\d+\]/g, '[]') === pricePath.replaceAll(/\[\d+\]/g, '[]');
}

/** The list whose entries each have a price; null: the record has one price. */
export function priceList({ toParameterPath }: FieldMapping): string | null {
  const at = toParameterPath.indexOf('[]');
  return at < 0 ? null : toParameterPath.slice(0, at);
}

/** Why something with this price isn't offered for sale; null: it is, and 0 is a price. */
export function priceFlaw(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (text === '') return "It has no price, so it isn't offered for sale.";
  const amount = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(amount) && amount >= 0
    ? null
    : `Its price “${text.slice(0, 40)}” isn't an amount of 0 or more, so it isn't offered for sale.`;
}
