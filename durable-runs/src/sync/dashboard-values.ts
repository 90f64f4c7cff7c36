import { textAt } from '@portage/connectors/events';

/** Where a system stores an amount as a whole number of a small unit. */
export interface MoneyLocation {
  path: string;
  divisorPath?: string;
  /** The amount is in the smallest unit of the currency at this path; dollars if the system names none. */
  smallestUnitOf?: string;
  /** Only for a record that has a value at this path. */
  where?: string;
}

/** The amount as a decimal number: `12.50`. Null if the record has no amount. */
export function moneyAt(record: unknown, { path, divisorPath, smallestUnitOf, where }: MoneyLocation): string | null {
  const text = textAt(record, path);
  if (text === null || !/^-?\d+$/.test(text) || (where !== undefined && textAt(record, where) === null)) return null;
  if (divisorPath !== undefined) {
    const divisor = Number(textAt(record, divisorPath) ?? 1);
    const digits = Math.round(Math.log10(divisor));
    return divisor >= 1 && Number.isFinite(digits) ? (Number(text) / divisor).toFixed(digits) : null;
  }
  const digits = fractionDigits(textAt(record, smallestUnitOf ?? '') ?? 'USD');
  return (Number(text) / 10 ** digits).toFixed(digits);
}

/** Yen have no cents. */
function fractionDigits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Ten digits are seconds since 1970, thirteen are milliseconds. Other texts stay unchanged. */
export function asInstant(text: string): string {
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  return /^\d{13}$/.test(text) ? new Date(Number(text)).toISOString() : text;
}
