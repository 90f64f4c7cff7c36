import { type Service, ServiceFault, textMember } from './service.ts';

/** Methods of a formatter that a script may call. */
const methods = {
  NumberFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
  PluralRules: ['select', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'resolvedOptions'],
  ListFormat: ['format', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
} as const;
const DATE_METHODS = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const;

export type IntlKind = keyof typeof methods;

export interface IntlRequest {
  kind: IntlKind;
  locales: string[];
  options: Record<string, unknown>;
  method: string;
  values: unknown[];
}

/** Creating a formatter takes a few hundred microseconds, using it a few. */
const FUEL_TO_MAKE = 40_000;
const FUEL_TO_USE = 1_000;
const FUEL_A_CHARACTER = 5;
const KEPT_FORMATTERS = 30;
const LONGEST_DESCRIPTION = 2_000;
const LONGEST_DIGITS = 400;

type Formatter = Record<string, (...values: unknown[]) => unknown>;

/** Shared by scripts of all owners: a formatter contains only its locale and options. */
const cachedFormatters = new Map<string, Formatter>();

export const intlService: Service = (request, charge) => {
  const kind = textMember(request, 'kind', 40);
  const method = textMember(request, 'method', 40);
  if (!Object.hasOwn(methods, kind) || !(methods[kind as IntlKind] as readonly string[]).includes(method)) {
    throw new ServiceFault('TypeError', 'There is no such method.');
  }
  const values = (Array.isArray(request.values) ? request.values : []).map(plainValue);
  charge(FUEL_TO_USE + FUEL_A_CHARACTER * JSON.stringify(values.map(String)).length);
  const formatter = getFormatter(kind as IntlKind, request, charge);
  return told(() => formatter[method]?.(...values)) ?? null;
};

/** `Date.prototype.toLocaleString` and the like, which decide themselves what to show. */
export const dateService: Service = (request, charge) => {
  const method = DATE_METHODS.find((name) => name === request.method);
  if (!method || typeof request.timeMs !== 'number') throw new ServiceFault('TypeError', 'There is no such method.');
  charge(FUEL_TO_MAKE);
  const { locales, options } = readFormatterRequest('DateTimeFormat', request);
  const date = new Date(request.timeMs);
  return told(() => date[method](locales, options));
};

function getFormatter(kind: IntlKind, request: Record<string, unknown>, charge: (fuel: number) => void): Formatter {
  const { locales, options, key } = readFormatterRequest(kind, request);
  const known = cachedFormatters.get(key);
  if (known) return known;
  charge(FUEL_TO_MAKE);
  const Kind = Intl[kind] as unknown as new (locales: string[], options: object) => Formatter;
  const made = told(() => new Kind(locales, options));
  if (cachedFormatters.size >= KEPT_FORMATTERS) cachedFormatters.clear();
  cachedFormatters.set(key, made);
  return made;
}

/** English without a locale. Dates are in UTC unless a zone is named, like a script's clock. */
function readFormatterRequest(kind: IntlKind, request: Record<string, unknown>): { locales: string[]; options: object; key: string } {
  const given = Array.isArray(request.locales) ? request.locales.map(String) : [];
  const locales = given.length > 0 ? given : ['en-US'];
  const wanted = typeof request.options === 'object' ? request.options : {};
  const options = kind === 'DateTimeFormat' ? { timeZone: 'UTC', ...wanted } : { ...wanted };
  const key = JSON.stringify([kind, locales, options]);
  if (key.length > LONGEST_DESCRIPTION) throw new ServiceFault('RangeError', 'The locale and the options are too long.');
  return { locales, options, key };
}

/** Texts, numbers and lists of texts unchanged; numbers JSON can't represent are decoded from their own form. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(String);
  const { digits, special } = (value ?? {}) as { digits?: unknown; special?: unknown };
  if (typeof digits === 'string' && /^-?\d+$/.test(digits)) {
    if (digits.length > LONGEST_DIGITS) throw new ServiceFault('RangeError', `The number has more than ${LONGEST_DIGITS} digits.`);
    return BigInt(digits);
  }
  return Number(special);
}

/** Turns what a formatter throws about its arguments into the script's own error. */
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw new ServiceFault('TypeError', error.message);
    throw new ServiceFault('RangeError', error instanceof Error ? error.message : 'The arguments don’t match.');
  }
}
