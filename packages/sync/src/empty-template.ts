import { ExpressionError, type ExpressionScope, parseExpression } from '@portage/workflow';
import type { FieldMapping } from './flow.ts';
import { type SourceKeys, sourceFields } from './source-paths.ts';

/**
 * Whether a value comes from fields that the record does not have. It is then not written: it would wipe out what the target has. A
 * fixed text and a formula are what a person wants, however short.
 *
 * @param isLost the mapping reads a field that the source no longer has: one missing field is then enough
 */
export function emptyTemplate(
  mapping: FieldMapping,
  mappings: readonly FieldMapping[],
  isLost: boolean,
): ((value: unknown, scope: ExpressionScope) => boolean) | undefined {
  const fields = readFields(mapping, mappings);
  if (fields === null || fields.length === 0) return undefined;
  const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
  if (!isLost) return isBlank;
  const isMissing = (keys: SourceKeys, record: unknown) => (valueAt(record, keys) ?? '') === '';
  return (value, scope) => isBlank(value) || fields.some(({ root, keys }) => isMissing(keys, root === 'Item' ? scope.item : scope.entry));
}

/** Null: the mapping is one field, a formula or a fixed text, or cannot be read. */
function readFields(mapping: FieldMapping, mappings: readonly FieldMapping[]) {
  try {
    return parseExpression(mapping.fromParameterExpression).single === null ? sourceFields(mapping, mappings) : null;
  } catch (error) {
    // The record's item says so.
    if (error instanceof ExpressionError) return null;
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
