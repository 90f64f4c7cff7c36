type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE' | 'IN' | 'NOT IN';
export type QueryValue = string | number | boolean | null;

export interface Condition {
  field: string;
  operator: Operator;
  values: QueryValue[];
}

export interface QueryOrder {
  field: string;
  isDescending: boolean;
}

/** Whether a record meets a condition. Text comparison ignores case; times compare as times. */
export function holds({ field, operator, values }: Condition, read: (field: string) => unknown): boolean {
  const actual = read(field) ?? null;
  switch (operator) {
    case '=':
    case 'IN':
      return values.some((value) => compare(actual, value) === 0);
    case '!=':
    case 'NOT IN':
      return values.every((value) => compare(actual, value) !== 0);
    case 'LIKE':
      return isLike(actual, String(values[0]));
    default: {
      const [bound = null] = values;
      if (actual === null || bound === null) return false;
      const order = compare(actual, bound);
      return (order < 0 && operator.startsWith('<')) || (order > 0 && operator.startsWith('>')) || (order === 0 && operator.endsWith('='));
    }
  }
}

const patterns = new Map<string, RegExp>();

/** `%` matches any text, `_` one character. */
function isLike(value: unknown, pattern: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    const source = pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.');
    compiled = new RegExp(`^${source}$`, 'is');
    if (patterns.size > 100) patterns.clear();
    patterns.set(pattern, compiled);
  }
  return compiled.test(String(value ?? ''));
}

export function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null || left === undefined) return -1;
  if (right === null || right === undefined) return 1;
  if ((typeof left === 'number' || typeof right === 'number') && isNumeric(left) && isNumeric(right)) return Number(left) - Number(right);
  const [a, b] = [parseInstant(left), parseInstant(right)];
  if (a !== null && b !== null) return a - b;
  const [one, other] = [String(left).toLowerCase(), String(right).toLowerCase()];
  return one < other ? -1 : Number(one > other);
}

/** Equal values have equal keys; values with equal keys are probably equal. */
export function lookupKey(value: unknown): string {
  const instant = parseInstant(value);
  if (instant !== null) return `time ${instant}`;
  return isNumeric(value) ? String(Number(value)) : String(value).toLowerCase();
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}

const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/;

/** Milliseconds of a day or time; null for anything else. */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string' || value.length < 10 || !TIME.test(value)) return null;
  const instant = Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? null : instant;
}
