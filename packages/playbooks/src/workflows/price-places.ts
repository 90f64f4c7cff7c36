import { asText, insideQuotes } from './expression-text.ts';

/** The ids that fill the placeholders `{priceLevelId}` and `{priceBookId}` of a template. */
export interface Prices {
  priceLevelId: string;
  priceBookId: string;
}

/** A value with its placeholders filled, at every depth. */
export function withPrices(value: unknown, prices: Prices): unknown {
  if (typeof value === 'string') return fillPrices(value, prices);
  if (Array.isArray(value)) return value.map((one) => withPrices(one, prices));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withPrices(one, prices)]));
}

/** An expression with its placeholders filled; like an answer, an id is a text there. */
export function priceText(expression: string, prices: Prices): string {
  return fillPrices(expression, prices, expression.includes('${') ? insideQuotes : asText);
}

function fillPrices(text: string, { priceLevelId, priceBookId }: Prices, write = (id: string) => id): string {
  // A replacement function, so that a dollar sign in an id has no special meaning.
  return text.replaceAll('{priceLevelId}', () => write(priceLevelId)).replaceAll('{priceBookId}', () => write(priceBookId));
}
