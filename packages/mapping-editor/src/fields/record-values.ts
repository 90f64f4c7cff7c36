import { EXTRA_ENTRY } from '@portage/connectors/schema';
import { briefValue } from '@portage/ui';
import { brokenPath, ExpressionError, type ExpressionScope, evaluateExpression, type PathKey, valueAtPath } from '@portage/workflow';
import { type FieldMapping, getExpression } from './field-mappings.ts';
import type { MappingField } from './mapping-field.ts';

/** A value as a row shows it, in one line. */
export type ShownValue = { state: 'none' } | { state: 'value'; text: string } | { state: 'error'; text: string };

const none: ShownValue = { state: 'none' };
const BRIEF = 80;

/** A source field's value in a record; in a list, of its first entry. */
export function sourceValue(record: unknown, field: MappingField): ShownValue {
  if (record === undefined) return none;
  const keys: PathKey[] = field.list === null ? [...field.keys] : [...field.listKeys, 0, ...field.keys];
  return shown(valueAtPath(record, keys));
}

/** What a target field would get from a record; in a list, from its first entry. */
export function targetValue(
  expression: string,
  field: Pick<MappingField, 'list'>,
  mappings: readonly FieldMapping[],
  scope: ExpressionScope,
): ShownValue {
  if (expression.trim() === '') return none;
  try {
    const broken = brokenPath(expression);
    if (broken) return { state: 'error', text: broken.message };
    if (scope.item === undefined && expression.includes('$')) return none;
    const entry = field.list === null ? undefined : firstEntry(getExpression(mappings, field.list), scope);
    return shown(evaluateExpression(expression, field.list === null ? scope : { ...scope, entry }));
  } catch (fault) {
    if (fault instanceof ExpressionError) return { state: 'error', text: fault.message };
    throw fault;
  }
}

/** Undefined if the expression returns no list, or an empty one. @param list for an added entry (`lines[+]`) it returns the entry */
export function firstEntry(expression: string, scope: ExpressionScope, list = ''): unknown {
  if (expression.trim() === '') return undefined;
  try {
    const value = evaluateExpression(expression, scope);
    if (list.endsWith(EXTRA_ENTRY)) return value;
    return Array.isArray(value) ? (value[0] as unknown) : undefined;
  } catch (fault) {
    if (fault instanceof ExpressionError) return undefined;
    throw fault;
  }
}

function shown(value: unknown): ShownValue {
  if (value === undefined || value === null) return none;
  return { state: 'value', text: briefValue(value, BRIEF, false) };
}

/** A record with every field of the source, so that each can be offered while a person types; empty if it has no value. */
export function recordWithFields(sources: readonly MappingField[], record: unknown): unknown {
  const whole = isHolder(record) ? structuredClone(record) : {};
  for (const { list, keys, path } of sources) {
    if (list === null && !path.endsWith('[]')) putBlank(whole, keys);
  }
  return whole;
}

/** Like `recordWithFields`, for an entry of a list. */
export function entryWithFields(sources: readonly MappingField[], list: string, entry: unknown): unknown {
  const whole = isHolder(entry) ? structuredClone(entry) : {};
  for (const field of sources) if (field.list === list) putBlank(whole, field.keys);
  return whole;
}

type Holder = Record<string, unknown>;

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function putBlank(whole: Holder, keys: readonly PathKey[]): void {
  let holder = whole;
  for (const [at, key] of keys.entries()) {
    if (key === '__proto__' || typeof key === 'number') return;
    if (at === keys.length - 1) {
      if (!Object.hasOwn(holder, key)) holder[key] = undefined;
      return;
    }
    if (!Object.hasOwn(holder, key)) holder[key] = {};
    const next = holder[key];
    if (!isHolder(next)) return;
    holder = next;
  }
}
