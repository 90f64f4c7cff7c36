const known = new Map<string, number>();

/** Digits behind the point of a currency: 2 of the euro, none of the yen. */
export function digitsOf(currencyCode: string): number {
  const digits = known.get(currencyCode) ?? readDigits(currencyCode);
  known.set(currencyCode, digits);
  return digits;
}

/** An amount as it can be paid; sums of floats are never quite right. */
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
