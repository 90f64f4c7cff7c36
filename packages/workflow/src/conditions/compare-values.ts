import { isListOrObject, isSameJson } from '@portage/primitives/json';
import { parseIsoDate } from '../dates/iso-date.ts';
import { textOfValue } from '../expressions/value-text.ts';

/** JSON's numbers: `007` and `1,000` are texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** Null, a blank text, an empty list or object (0 and false are values). */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** true, "true" in any letter case, 1 and "1". Also how a branch script's value is read. */
export function isTrueValue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value.trim()));
}

/** false, "false" in any letter case, 0, "0", and nothing at all: a flag that is not there is not set. */
export function isFalseValue(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === false ||
    value === 0 ||
    (typeof value === 'string' && /^(false|0|)$/i.test(value.trim()))
  );
}

/** docs/workflow-format.md: numbers as numbers when both sides are, dates as instants when both are ISO dates, else text; lists and objects by their content. */
export function equalValues(left: unknown, right: unknown): boolean {
  if (isListOrObject(left) && isListOrObject(right)) return isSameJson(left, right);
  if (typeof left === 'boolean' || typeof right === 'boolean') return textOfValue(left).toLowerCase() === textOfValue(right).toLowerCase();
  const order = orderAsNumbers(left, right) ?? orderAsDates(left, right);
  return order === null ? textOfValue(left) === textOfValue(right) : order === 0;
}

/** @returns below, at or above zero; null when the two have no order (one is missing, a list or an object). */
export function orderOfValues(left: unknown, right: unknown): number | null {
  if (isEmptyValue(left) || isEmptyValue(right) || isListOrObject(left) || isListOrObject(right)) return null;
  return orderAsNumbers(left, right) ?? orderAsDates(left, right) ?? order(textOfValue(left), textOfValue(right));
}

function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return NUMBER.test(text) ? text : null;
}

/** Whole numbers of any length are compared exactly: order numbers of 20 digits must not become equal. */
function orderAsNumbers(left: unknown, right: unknown): number | null {
  const one = numberText(left);
  const other = numberText(right);
  if (one === null || other === null) return null;
  if (INTEGER.test(one) && INTEGER.test(other)) return orderOfIntegers(one, other);
  const [leftNumber, rightNumber] = [Number(one), Number(other)];
  // Beyond the range of numbers: 1e400 and 1e500 are not equal.
  return Number.isFinite(leftNumber) && Number.isFinite(rightNumber) ? order(leftNumber, rightNumber) : null;
}

/** By length, then digit by digit: a number of a million digits costs no more than reading it. */
function orderOfIntegers(left: string, right: string): number {
  const [one, other] = [signed(left), signed(right)];
  if (one.sign !== other.sign) return order(one.sign, other.sign);
  const bySize = order(one.digits.length, other.digits.length) || order(one.digits, other.digits);
  return one.sign < 0 ? -bySize : bySize;
}

function signed(integer: string): { sign: number; digits: string } {
  const isNegative = integer.startsWith('-');
  const digits = isNegative ? integer.slice(1) : integer;
  return { sign: digits === '0' ? 0 : isNegative ? -1 : 1, digits };
}

function orderAsDates(left: unknown, right: unknown): number | null {
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  const one = parseIsoDate(left);
  const other = one === null ? null : parseIsoDate(right);
  return one === null || other === null ? null : order(one, other);
}

function order<T extends string | number>(left: T, right: T): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
