import { formatPath, MATCH_PREFIX, parsePath } from '@portage/connectors/schema';
import { isObject } from '@portage/primitives/json';
import { ExpressionError, type ExpressionScope, evaluateExpression, parseExpression } from '@portage/workflow';
import type { FieldMapping } from './flow.ts';
import { type SourceField, type SourceKeys, sourceFields } from './source-paths.ts';

/** What a mapping gives for one record. `clear` empties the target's field; `emptied` are the paths in an object that it clears. */
export type Filled = { kind: 'value'; value: unknown; emptied: readonly string[] } | { kind: 'leave' } | { kind: 'clear' };

export interface FillSettings {
  /** All mappings of the record: a field below a list is read from what the list's own mapping reads. */
  mappings: readonly FieldMapping[];
  /** The mapping reads a field the source no longer has. */
  isLost: boolean;
  /** The source omits empty fields from its records, so a missing field is empty. */
  omitsEmpty: boolean;
}

/** Deeper members are carried over unchanged. */
const MAX_DEPTH = 60;
const LEAVE: Filled = { kind: 'leave' };

/** Prepares a mapping: its result depends only on the record (docs/sync.md, "Empty values"). */
export function valueFiller(mapping: FieldMapping, settings: FillSettings): (scope: ExpressionScope) => Filled {
  const { fromParameterExpression, toParameterPath, whenEmpty = 'Leave', defaultValue = '' } = mapping;
  const reads = readFields(mapping, settings.mappings);
  const isMissing = ({ root, keys }: SourceField, scope: ExpressionScope) => isLeftOut(root === 'Item' ? scope.item : scope.entry, keys);
  const isBlankField = ({ root, keys }: SourceField, scope: ExpressionScope) =>
    isEmptyValue(valueAt(root === 'Item' ? scope.item : scope.entry, keys));
  const isLostText = (scope: ExpressionScope) =>
    settings.isLost && reads.isText && reads.fields.some((field) => isBlankField(field, scope));
  const isEmptyText = (scope: ExpressionScope) => reads.isFieldsOnly && reads.fields.every((field) => isBlankField(field, scope));
  /** A record without the field says nothing about it, unless its system omits empty fields. */
  const isUnsaid = (scope: ExpressionScope) =>
    !settings.omitsEmpty && reads.fields.length > 0 && reads.fields.every((field) => isMissing(field, scope));
  const isForFinding = toParameterPath.startsWith(MATCH_PREFIX);
  const rule = settings.isLost || (isForFinding && whenEmpty === 'Clear') ? 'Leave' : whenEmpty;

  return (scope) => {
    const value = evaluateExpression(fromParameterExpression, scope);
    if (!isEmptyValue(value) && !isLostText(scope) && !isEmptyText(scope)) {
      return isObject(value) ? withoutEmptied(value, toParameterPath, rule === 'Clear') : { kind: 'value', value, emptied: [] };
    }
    if (rule === 'Leave') return LEAVE;
    if (rule === 'Clear') return isUnsaid(scope) ? LEAVE : { kind: 'clear' };
    const usual = evaluateExpression(defaultValue, scope);
    return isEmptyValue(usual) ? LEAVE : { kind: 'value', value: usual, emptied: [] };
  };
}

/** Null, undefined, blank text, and lists and objects of only these. 0 and false are values. */
export function isEmptyValue(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  return Object.values(value).every((one) => isEmptyValue(one, depth + 1));
}

/** An object without its empty members, which would otherwise empty the target's. A list is written whole, so its entries stay. */
function withoutEmptied(object: Record<string, unknown>, toParameterPath: string, clears: boolean): Filled {
  const emptied: string[] = [];
  const strip = (one: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(one).flatMap(([name, value]) => {
        const path = [...names, name];
        if (isEmptyValue(value)) {
          emptied.push(formatPath([...(parsePath(toParameterPath) ?? []), ...path]));
          return [];
        }
        return [[name, isObject(value) && path.length < MAX_DEPTH ? strip(value, path) : value]];
      }),
    );
  const value = strip(object, []);
  return { kind: 'value', value, emptied: clears ? emptied : [] };
}

interface ReadFields {
  fields: readonly SourceField[];
  /** A text that mixes words and fields. */
  isText: boolean;
  /** A text whose references are all plain fields, so its words are worth nothing without them. */
  isFieldsOnly: boolean;
}

function readFields(mapping: FieldMapping, mappings: readonly FieldMapping[]): ReadFields {
  try {
    const { single, parts } = parseExpression(mapping.fromParameterExpression);
    const fields = sourceFields(mapping, mappings);
    const segments = parts.flatMap((part) => (part.kind === 'segment' ? [part.expression] : []));
    const isPlain = segments.every((node) => node.kind === 'reference' && (node.root === 'Item' || node.root === 'Entry'));
    const isText = single === null && fields.length > 0;
    return { fields, isText, isFieldsOnly: isText && isPlain && fields.length === segments.length };
  } catch (error) {
    // The record's item reports the error.
    if (error instanceof ExpressionError) return { fields: [], isText: false, isFieldsOnly: false };
    throw error;
  }
}

function valueAt(record: unknown, keys: SourceKeys): unknown {
  let value = record;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** Whether the record says nothing about the field. If its parent is null, or its list is shorter, the field is known to be empty. */
function isLeftOut(record: unknown, keys: SourceKeys): boolean {
  let value = record;
  for (const key of keys) {
    if (value === undefined) return true;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!Object.hasOwn(value, key)) return true;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value === undefined;
}
