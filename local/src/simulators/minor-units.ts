const known = new Map<string, number>();

/** Decimal places of a currency: 2 for the euro, none for the yen. */
export function digitsOf(currencyCode: string): number {
  const digits = known.get(currencyCode) ?? readDigits(currencyCode);
  known.set(currencyCode, digits);
  return digits;
}

/** An amount that can be paid; sums of floats are never exact. */
export function rounded(amount: number, currencyCode: string): number {
  return Number(amount.toFixed(digitsOf(currencyCode)));
}

function readDigits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
