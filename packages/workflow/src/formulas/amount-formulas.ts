import { forbiddenNames } from '../model/values.ts';
import { addDecimals, type Decimal, decimalArgument, decimalText, divideDecimals, multiplyDecimals, negated } from './decimal.ts';
import { ArgumentFault, shown } from './formula-arguments.ts';

const ZERO: Decimal = { units: 0n, scale: 0 };

export function add(values: readonly unknown[]): string {
  return decimalText(values.filter(isGiven).map(decimalArgument).reduce(addDecimals, ZERO));
}

export function subtract([amount, ...less]: readonly unknown[]): string {
  const rest = less.filter(isGiven).map((one) => negated(decimalArgument(one)));
  return decimalText(rest.reduce(addDecimals, decimalArgument(amount)));
}

export function multiply([amount, by]: readonly unknown[]): string {
  return decimalText(multiplyDecimals(decimalArgument(amount), decimalArgument(by)));
}

export function divide([amount, by]: readonly unknown[]): string {
  return decimalText(divideDecimals(decimalArgument(amount), decimalArgument(by)));
}

/** The amount, or null where it is not above zero. */
export function positive([amount]: readonly unknown[]): unknown {
  return decimalArgument(amount).units > 0n ? amount : null;
}

/** The amount, or null where it is zero. */
export function nonZero([amount]: readonly unknown[]): unknown {
  return decimalArgument(amount).units === 0n ? null : amount;
}

/** Adds up the entries of a list: of each, the product of the values at the paths. An entry without one of them adds nothing. */
export function sumOf([list, ...paths]: readonly unknown[]): string {
  const amounts = entriesOf(list).flatMap((entry) => {
    const values = paths.map((path) => valueAtPath(entry, path));
    return values.every(isGiven) ? [values.map(decimalArgument).reduce(multiplyDecimals)] : [];
  });
  return decimalText(amounts.reduce(addDecimals, ZERO));
}

/** Entries of a list that have a value at the path. */
export function having([list, path]: readonly unknown[]): unknown[] {
  return entriesOf(list).filter((entry) => isGiven(valueAtPath(entry, path)));
}

function entriesOf(list: unknown): readonly unknown[] {
  if (!Array.isArray(list)) throw new ArgumentFault(`${shown(list)} is not a list.`);
  return list;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Own members only, with dots between their names. */
function valueAtPath(entry: unknown, path: unknown): unknown {
  if (typeof path !== 'string' || path === '') throw new ArgumentFault(`${shown(path)} is not a path.`);
  let value = entry;
  for (const name of path.split('.')) {
    if (forbiddenNames.includes(name)) throw new ArgumentFault(`"${name}" cannot be used in a path.`);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
