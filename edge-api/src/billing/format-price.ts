/** Stripe gives amounts in the smallest unit; these currencies have no smaller unit. https://docs.stripe.com/currencies */
const WHOLE_UNITS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THOUSANDTHS = new Set('bhd jod kwd omr tnd'.split(' '));

/** `$29.00`, `¥3,000`. */
export function formatPrice(unitAmount: number, currency: string): string {
  const digits = WHOLE_UNITS.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(unitAmount / 10 ** digits);
}
