import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { readPath } from '@portage/primitives/paths';
import { patternProblem } from '../dates/date-pattern.ts';
import { asUsualIso, parseIsoDate } from '../dates/iso-date.ts';
import { parseMailDate } from '../dates/mail-date.ts';
import { isZoneCached, type TimeZone, timeZone } from '../dates/time-zone.ts';
import { textOfValue } from '../values/value-text.ts';
import type { WorkBudget } from '../work/work-budget.ts';

/** An invalid formula argument; callFormula turns it into an ExpressionError with its position. */
export class ArgumentFault extends Error {}

/** A date without a time. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DECIMAL = /^[+-]?\d+(\.\d+)?$/;
/** Numbers below this are seconds since the epoch (until the year 5138), others milliseconds. */
const SECONDS_BOUND = 1e11;
/** Cost of a date on a zone's clock; the first one costs far more. */
const ZONE_UNITS = 3_000;
const NEW_ZONE_UNITS = 15_000;
const LONGEST_ZONE = 100;
const LONGEST_FORMAT = 100;
const PATH_UNITS = 10;
const MEMBER_UNITS = 10;
const NAME_UNITS = 0.5;
/** Maximum entries of a list that a formula makes. */
export const MOST_ENTRIES = 100_000;
/** The furthest instant a Date can represent. */
const DATE_BOUND_MS = 8.64e15;

/**
 * @param zone in which a date without a time begins; default UTC
 * @throws ArgumentFault if the value is neither an ISO date nor an e-mail date nor a number of seconds or milliseconds since the epoch
 */
export function dateArgument(value: unknown, zone?: TimeZone): Date {
  let instant: number | null = null;
  if (value instanceof Date) instant = value.getTime();
  else if (typeof value === 'number') instant = fromEpoch(value);
  else if (typeof value === 'string') instant = instantOfText(value.trim(), zone);
  if (instant === null || !Number.isFinite(instant)) throw new ArgumentFault(`${shown(value)} is not a date.`);
  return new Date(instantWithin(instant));
}

/** A date format. @throws ArgumentFault if it is empty, longer than such formats are, or has codes from other libraries */
export function formatArgument(value: unknown, work: WorkBudget): string {
  const format = textArgument(value, work);
  if (isBlank(format)) throw new ArgumentFault('The date format is empty.');
  if (format.length > LONGEST_FORMAT) throw new ArgumentFault(`A date format has at most ${LONGEST_FORMAT} characters.`);
  const problem = patternProblem(format);
  if (problem !== null) throw new ArgumentFault(problem);
  return format;
}

/** @throws ArgumentFault if no Date can represent the instant. */
export function instantWithin(instantMs: number): number {
  if (!(Math.abs(instantMs) <= DATE_BOUND_MS)) throw new ArgumentFault('The date is too far away.');
  return instantMs;
}

function instantOfText(written: string, zone: TimeZone | undefined): number | null {
  const text = asUsualIso(written);
  const iso = parseIsoDate(text);
  if (iso === null && DECIMAL.test(written)) return fromEpoch(Number(written));
  // A day isn't an instant: it begins at the zone's midnight. UTC's would be the evening before in the Americas.
  if (iso !== null && zone && DAY.test(text)) return zone.instantOf(iso);
  return iso ?? parseMailDate(text);
}

function fromEpoch(value: number): number {
  return Math.abs(value) < SECONDS_BOUND ? value * 1000 : value;
}

/** @throws ArgumentFault if the value is neither a number nor a text that contains one. */
export function numberArgument(value: unknown): number {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new ArgumentFault(`${shown(value)} is not a number.`);
  return number;
}

/** A value as text: empty for null, JSON for lists and objects. */
export function textArgument(value: unknown, work: WorkBudget): string {
  return textOfValue(value, 0, work);
}

/** @throws ArgumentFault if the value isn't a list */
export function listArgument(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ArgumentFault(`${shown(value)} is not a list.`);
  return value;
}

/** Default UTC. @throws ArgumentFault if there is no zone with this IANA name */
export function zoneArgument(value: unknown, work: WorkBudget): TimeZone {
  const name = isBlank(value) ? 'UTC' : textArgument(value, work).trim();
  if (name.length > LONGEST_ZONE) throw new ArgumentFault(`${shown(value)} is not a time zone such as Europe/Berlin.`);
  if (name !== 'UTC') work.charge(isZoneCached(name) ? ZONE_UNITS : NEW_ZONE_UNITS);
  try {
    return timeZone(name);
  } catch {
    throw new ArgumentFault(`${shown(value)} is not a time zone such as Europe/Berlin.`);
  }
}

/** Missing, or a blank text. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/**
 * Reads the value at a path of own members; undefined if it leads nowhere.
 * @returns the reader, for any number of entries
 * @throws ArgumentFault if the path is invalid
 */
export function createPathReader(given: unknown, work: WorkBudget): (entry: unknown) => unknown {
  const path = Number.isInteger(given) ? String(given) : given;
  if (typeof path !== 'string' || path === '') throw new ArgumentFault(`${shown(path)} is not a path.`);
  work.charge(path.length * PATH_UNITS);
  const names = readPath(path);
  const forbidden = names.find((name) => forbiddenNames.includes(name));
  if (forbidden !== undefined) throw new ArgumentFault(`"${forbidden}" cannot be used in a path.`);
  return (entry) => {
    let value = entry;
    for (const name of names) {
      work.charge(MEMBER_UNITS + name.length * NAME_UNITS);
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  };
}

/** The value for an error message: short, and never the contents of an object. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'An empty value';
  if (typeof value === 'object') return Array.isArray(value) ? 'A list' : 'An object';
  const text = String(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
