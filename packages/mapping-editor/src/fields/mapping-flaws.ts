import { EXTRA_ENTRY } from '@portage/connectors/schema';
import { type FieldMapping, readsUnknownField } from './field-mappings.ts';
import type { MappingField } from './mapping-field.ts';

/** A mapping onto a field that the target lacks, or from a field that the source lacks. */
export interface MappingFlaw {
  toParameterPath: string;
  side: 'source' | 'target';
  message: string;
}

/** Whether a mapping names an unlisted field. Only the server knows if that is a problem: the lists don't have every field. */
export function hasUnknownFields(
  mappings: readonly FieldMapping[],
  sources: readonly MappingField[],
  targets: readonly MappingField[],
): boolean {
  const known = new Set(targets.map(({ path }) => path));
  return mappings.some((mapping) => {
    const { fromParameterExpression, toParameterPath } = mapping;
    if (fromParameterExpression.trim() === '') return false;
    return !known.has(toParameterPath.replace(EXTRA_ENTRY, '[]')) || readsUnknownField(mapping, mappings, sources);
  });
}
