import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { parseIsoDate } from '../dates/iso-date.ts';
import { type TimeZone, timeZone } from '../dates/time-zone.ts';
import { textOfValue } from '../expressions/value-text.ts';

/** A formula's argument does not fit; turned into an ExpressionError with its place by callFormula. */
export class ArgumentFault extends Error {}

const DECIMAL = /^[+-]?\d+(\.\d+)?$/;
/** Numbers below this are seconds since the epoch (till the year 5138), others milliseconds. */
const SECONDS_BOUND = 1e11;
/** Entries of a list that a formula makes. */
export const MOST_ENTRIES = 100_000;
/** The furthest instant a Date can hold. */
const DATE_BOUND_MS = 8.64e15;

/** @throws ArgumentFault when the value is neither an ISO date nor a number of seconds or milliseconds since the epoch. */
export function dateArgument(value: unknown): Date {
  let instant: number | null = null;
  if (value instanceof Date) instant = value.getTime();
  else if (typeof value === 'number') instant = fromEpoch(value);
  else if (typeof value === 'string') instant = DECIMAL.test(value.trim()) ? fromEpoch(Number(value)) : parseIsoDate(value);
  if (instant === null || !Number.isFinite(instant)) throw new ArgumentFault(`${shown(value)} is not a date.`);
  return new Date(instantWithin(instant));
}

/** @throws ArgumentFault when no Date can hold the instant. */
export function instantWithin(instantMs: number): number {
  if (!(Math.abs(instantMs) <= DATE_BOUND_MS)) throw new ArgumentFault('The date is too far away.');
  return instantMs;
}

function fromEpoch(value: number): number {
  return Math.abs(value) < SECONDS_BOUND ? value * 1000 : value;
}

/** @throws ArgumentFault when the value is neither a number nor a text that holds one. */
export function numberArgument(value: unknown): number {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new ArgumentFault(`${shown(value)} is not a number.`);
  return number;
}

/** A value as text: nothing for null, lists and objects as JSON. */
export function textArgument(value: unknown): string {
  return textOfValue(value);
}

/** @throws ArgumentFault when the value is not a list */
export function listArgument(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ArgumentFault(`${shown(value)} is not a list.`);
  return value;
}

/** UTC where none is given. @throws ArgumentFault when there is no zone of this IANA name */
export function zoneArgument(value: unknown): TimeZone {
  const name = isBlank(value) ? 'UTC' : textOfValue(value).trim();
  try {
    return timeZone(name);
  } catch {
    throw new ArgumentFault(`${shown(value)} is not a time zone such as Europe/Berlin.`);
  }
}

/** Missing or a blank text. */
export function isBlank(value: unknown): boolean {
  return textOfValue(value).trim() === '';
}

/**
 * The value at a path of own members with dots between their names; undefined where it leads nowhere.
 * @throws ArgumentFault when that is no path
 */
export function valueAt(entry: unknown, path: unknown): unknown {
  if (typeof path !== 'string' || path === '') throw new ArgumentFault(`${shown(path)} is not a path.`);
  let value = entry;
  for (const name of path.split('.')) {
    if (forbiddenNames.includes(name)) throw new ArgumentFault(`"${name}" cannot be used in a path.`);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The value for an error message: short, and never the inside of an object. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'An empty value';
  if (typeof value === 'object') return Array.isArray(value) ? 'A list' : 'An object';
  const text = String(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
