const digitsByCurrency = new Map<string, number>();

/** Decimal places of a currency: 2 for the euro, none for the yen. */
export function getCurrencyDigits(currencyCode: string): number {
  const digits = digitsByCurrency.get(currencyCode) ?? readDigits(currencyCode);
  digitsByCurrency.set(currencyCode, digits);
  return digits;
}

/** An amount that can be paid; sums of floats are never exact. */
export function rounded(amount: number, currencyCode: string): number {
  return Number(amount.toFixed(getCurrencyDigits(currencyCode)));
}

function readDigits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
