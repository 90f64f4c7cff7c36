import type { IntlKind, IntlRequest } from '../../services/intl-service.ts';
import { ask } from './host.ts';

type Locales = unknown;
type Options = unknown;

/** A host formatter, identified by the arguments that created it. */
class HostFormatter {
  readonly #made: Pick<IntlRequest, 'kind' | 'locales' | 'options'>;

  constructor(kind: IntlKind, locales: Locales, options: Options) {
    this.#made = { kind, locales: localeList(locales), options: toOptions(options) };
    // Makes the constructor throw on an invalid locale or options.
    this.ask('resolvedOptions');
  }

  ask<T>(method: string, ...values: unknown[]): T {
    return ask<T>('intl', { ...this.#made, method, values } satisfies IntlRequest);
  }
}

function localeList(locales: Locales): string[] {
  if (locales === undefined) return [];
  return typeof locales === 'string' ? [locales] : Array.from(locales as Iterable<unknown>, String);
}

function toOptions(options: Options): Record<string, unknown> {
  if (options === null) throw new TypeError('The options are null.');
  return options === undefined ? {} : { ...(options as object) };
}

/** Numbers are passed unchanged, BigInts as their digits. */
function numberValue(value: unknown): unknown {
  if (typeof value === 'bigint') return { digits: value.toString() };
  const number = Number(value);
  return Number.isFinite(number) && !Object.is(number, -0) ? number : { special: Object.is(number, -0) ? '-0' : String(number) };
}

/** @throws RangeError if it isn't an instant */
function timeValue(value: unknown): number {
  const timeMs = value === undefined ? Date.now() : Number(value);
  if (!Number.isFinite(timeMs)) throw new RangeError('Invalid time value');
  return timeMs;
}

class NumberFormat {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('NumberFormat', locales, options);
  }
  get format() {
    return (value: unknown): string => this.#host.ask('format', numberValue(value));
  }
  formatToParts(value: unknown): unknown[] {
    return this.#host.ask('formatToParts', numberValue(value));
  }
  resolvedOptions(): unknown {
    return this.#host.ask('resolvedOptions');
  }
}

class DateTimeFormat {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('DateTimeFormat', locales, options);
  }
  get format() {
    return (date?: unknown): string => this.#host.ask('format', timeValue(date));
  }
  formatToParts(date?: unknown): unknown[] {
    return this.#host.ask('formatToParts', timeValue(date));
  }
  formatRange(start: unknown, end: unknown): string {
    return this.#host.ask('formatRange', timeValue(start), timeValue(end));
  }
  resolvedOptions(): unknown {
    return this.#host.ask('resolvedOptions');
  }
}

class Collator {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('Collator', locales, options);
  }
  get compare() {
    return (one: unknown, other: unknown): number => this.#host.ask('compare', String(one), String(other));
  }
  resolvedOptions(): unknown {
    return this.#host.ask('resolvedOptions');
  }
}

class PluralRules {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('PluralRules', locales, options);
  }
  select(value: unknown): string {
    return this.#host.ask('select', Number(value) || 0);
  }
}

class RelativeTimeFormat {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('RelativeTimeFormat', locales, options);
  }
  format(value: unknown, unit: unknown): string {
    const number = Number(value);
    if (!Number.isFinite(number)) throw new RangeError('The value is not a number.');
    return this.#host.ask('format', number, String(unit));
  }
}

class ListFormat {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('ListFormat', locales, options);
  }
  format(list: Iterable<unknown>): string {
    return this.#host.ask('format', Array.from(list, String));
  }
}

class DisplayNames {
  readonly #host: HostFormatter;
  constructor(locales?: Locales, options?: Options) {
    this.#host = new HostFormatter('DisplayNames', locales, options);
  }
  of(code: unknown): string | undefined {
    return this.#host.ask<string | null>('of', String(code)) ?? undefined;
  }
}

export const scriptIntl = { NumberFormat, DateTimeFormat, Collator, PluralRules, RelativeTimeFormat, ListFormat, DisplayNames };

/** Makes the language's locale-aware methods use the host's formatters. */
export function speakLocales(): void {
  extend(Number.prototype, {
    toLocaleString(this: number, locales?: Locales, options?: Options) {
      return new NumberFormat(locales, options).format(Number(this));
    },
  });
  extend(BigInt.prototype, {
    toLocaleString(this: bigint, locales?: Locales, options?: Options) {
      return new NumberFormat(locales, options).format(this.valueOf());
    },
  });
  extend(String.prototype, {
    localeCompare(this: string, other: unknown, locales?: Locales, options?: Options) {
      const request = { kind: 'Collator', locales: localeList(locales), options: toOptions(options), method: 'compare' } as const;
      return ask('intl', { ...request, values: [String(this), String(other)] } satisfies IntlRequest);
    },
  });
  for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    extend(Date.prototype, {
      [method](this: Date, locales?: Locales, options?: Options) {
        const timeMs = this.getTime();
        if (Number.isNaN(timeMs)) return 'Invalid Date';
        return ask('date', { method, timeMs, locales: localeList(locales), options: toOptions(options) });
      },
    });
  }
}

function extend(prototype: object, methods: Record<string, (...values: never[]) => unknown>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false });
  }
}
