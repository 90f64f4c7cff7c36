import { ArgumentFault, shown } from './formula-arguments.ts';

/** An exact number: `units` of `10 ** -scale`. Amounts of money never pass through a float. */
export interface Decimal {
  units: bigint;
  scale: number;
}

const WRITTEN = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;
const LONGEST_TEXT = 60;
/** Decimal places of a division that doesn't come out even. */
const DIVISION_DIGITS = 10;

/** @throws ArgumentFault if the value is neither a number nor a text that contains one. */
export function decimalArgument(value: unknown): Decimal {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const found = text.length <= LONGEST_TEXT ? WRITTEN.exec(text) : null;
  if (!found) throw new ArgumentFault(`${shown(value)} is not a number.`);
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = found;
  const units = BigInt(whole + fraction);
  return shifted({ units: sign === '-' ? -units : units, scale: fraction.length }, Number(exponent));
}

/** `12.50` stays `12.50`: decimal places are kept as in the amounts. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

export function negated({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

/** Drops trailing zeros that only the product has: `14.50 * 2` is `29.00`. */
export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return trimmed({ units: one.units * other.units, scale: one.scale + other.scale }, Math.max(one.scale, other.scale));
}

/** Half away from zero, as amounts of money are rounded. A number with fewer digits is unchanged. */
export function roundDecimal(value: Decimal, digits: number): Decimal {
  return cutTo(value, digits, (cut, rest, half) => (rest >= half ? cut + 1n : cut));
}

/** Down is towards zero, up is away from it. */
export function cutDecimal(value: Decimal, digits: number, direction: 'up' | 'down'): Decimal {
  return cutTo(value, digits, (cut, rest) => (direction === 'up' && rest > 0n ? cut + 1n : cut));
}

export function compareDecimals(one: Decimal, other: Decimal): number {
  const { units } = addDecimals(one, negated(other));
  return units === 0n ? 0 : units > 0n ? 1 : -1;
}

function cutTo(value: Decimal, digits: number, settle: (cut: bigint, rest: bigint, half: bigint) => bigint): Decimal {
  if (value.scale <= digits) return value;
  const step = 10n ** BigInt(value.scale - digits);
  const units = value.units < 0n ? -value.units : value.units;
  const settled = settle(units / step, units % step, step / 2n);
  return { units: value.units < 0n ? -settled : settled, scale: digits };
}

/** @throws ArgumentFault for a division by zero */
export function divideDecimals(one: Decimal, other: Decimal): Decimal {
  if (other.units === 0n) throw new ArgumentFault('Nothing can be divided by 0.');
  const dividend = unitsAt(one, one.scale + other.scale + DIVISION_DIGITS + 1);
  const scale = one.scale + DIVISION_DIGITS + 1;
  const quotient = { units: dividend / other.units, scale };
  return trimmed(dividend % other.units === 0n ? quotient : roundDecimal(quotient, DIVISION_DIGITS), 0);
}

function shifted({ units, scale }: Decimal, exponent: number): Decimal {
  const moved = scale - exponent;
  return moved >= 0 ? { units, scale: moved } : { units: units * 10n ** BigInt(-moved), scale: 0 };
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function trimmed({ units, scale }: Decimal, least: number): Decimal {
  let [shorter, digits] = [units, scale];
  while (digits > least && shorter % 10n === 0n) [shorter, digits] = [shorter / 10n, digits - 1];
  return { units: shorter, scale: digits };
}
