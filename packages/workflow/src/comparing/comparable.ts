import { isListOrObject } from '@portage/primitives/json';
import { parseIsoDate } from '../dates/iso-date.ts';
import { textOfValue } from '../values/value-text.ts';
import type { WorkBudget } from '../work/work-budget.ts';

/** Plain decimals: `007` and `1,000` are texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
/** JavaScript never prints a number longer than this. */
const LONGEST_PRINTED = 26;
const READING_UNITS = 1;
const COMPARING_UNITS = 0.1;

interface NumberKey {
  value: number;
  /** Set for a whole number that `value` may not hold exactly: whole numbers of any length are compared exactly. */
  large: { sign: number; digits: string } | null;
}

/** A value prepared for comparison. Each is parsed once, however many others it is compared with. */
export class Comparable {
  readonly value: unknown;
  readonly #work: WorkBudget;
  #text: string | undefined;
  #number: NumberKey | null | undefined;
  #instantMs: number | null | undefined;

  constructor(value: unknown, work: WorkBudget) {
    this.value = value;
    this.#work = work;
  }

  get isListOrObject(): boolean {
    return isListOrObject(this.value);
  }

  get text(): string {
    this.#text ??= textOfValue(this.value, 0, this.#work);
    return this.#text;
  }

  /** Values of one rank have a total order: numbers, dates, texts, lists and objects. */
  get rank(): number {
    if (this.isListOrObject) return 3;
    if (this.#asNumber) return 0;
    return this.#asInstantMs === null ? 2 : 1;
  }

  get #asNumber(): NumberKey | null {
    if (this.#number === undefined) this.#number = numberKey(this.value, this.#work);
    return this.#number;
  }

  get #asInstantMs(): number | null {
    if (this.#instantMs === undefined) {
      if (typeof this.value === 'string') this.#work.charge(this.value.length * READING_UNITS);
      this.#instantMs = typeof this.value === 'string' ? parseIsoDate(this.value) : null;
    }
    return this.#instantMs;
  }

  /** Compares as numbers if both are numbers, as instants if both are ISO dates; otherwise null. */
  orderAsNumbersOrDates(other: Comparable): number | null {
    return this.#orderAsNumbers(other) ?? this.#orderAsDates(other);
  }

  /** The same for equality. Two texts that only parse to the same number aren't equal: `1.10` and `1.1` are different versions. */
  equalAsNumbersOrDates(other: Comparable): boolean | null {
    const areTexts = typeof this.value === 'string' && typeof other.value === 'string';
    const order = areTexts ? this.#orderAsDates(other) : this.orderAsNumbersOrDates(other);
    return order === null ? null : order === 0;
  }

  orderAsTexts(other: Comparable): number {
    this.#work.charge(Math.min(this.text.length, other.text.length) * COMPARING_UNITS);
    return order(this.text, other.text);
  }

  hasSameText(other: Comparable): boolean {
    if (this.text.length !== other.text.length) return false;
    this.#work.charge(this.text.length * COMPARING_UNITS);
    return this.text === other.text;
  }

  #orderAsNumbers(other: Comparable): number | null {
    const one = this.#asNumber;
    const two = one && other.#asNumber;
    if (!one || !two) return null;
    if (one.large && two.large) {
      this.#work.charge(Math.min(one.large.digits.length, two.large.digits.length) * COMPARING_UNITS);
      return orderOfIntegers(one.large, two.large);
    }
    // Two numbers outside the range of numbers may differ although both are read as Infinity.
    return one.value === two.value && !Number.isFinite(one.value) ? null : order(one.value, two.value);
  }

  #orderAsDates(other: Comparable): number | null {
    const one = this.#asInstantMs;
    const two = one === null ? null : other.#asInstantMs;
    return one === null || two === null ? null : order(one, two);
  }
}

function numberKey(value: unknown, work: WorkBudget): NumberKey | null {
  if (typeof value === 'number') return Number.isFinite(value) ? makeKey(value, value) : null;
  if (typeof value !== 'string') return null;
  work.charge(value.length * READING_UNITS);
  const text = value.trim();
  const number = Number(text);
  // An article number such as 12E5 is a text; JavaScript would have written that number differently.
  if (!NUMBER.test(text) && !(text.length < LONGEST_PRINTED && Number.isFinite(number) && String(number) === text)) return null;
  return makeKey(number, text);
}

function makeKey(value: number, written: number | string): NumberKey {
  const isLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER && INTEGER.test(String(written));
  return { value, large: isLarge ? signed(String(written)) : null };
}

/** By length, then digit by digit: a number of a million digits costs no more than reading it. */
function orderOfIntegers(one: { sign: number; digits: string }, other: { sign: number; digits: string }): number {
  if (one.sign !== other.sign) return order(one.sign, other.sign);
  const bySize = order(one.digits.length, other.digits.length) || order(one.digits, other.digits);
  return one.sign < 0 ? -bySize : bySize;
}

function signed(integer: string): { sign: number; digits: string } {
  const isNegative = integer.startsWith('-');
  const digits = isNegative ? integer.slice(1) : integer;
  return { sign: digits === '0' ? 0 : isNegative ? -1 : 1, digits };
}

function order<T extends string | number>(left: T, right: T): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
