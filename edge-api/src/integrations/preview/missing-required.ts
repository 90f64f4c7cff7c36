import type { EntityField } from '@portage/connectors/entities';
import { EXTRA_ENTRY, isWithin } from '@portage/connectors/schema';
import type { FlowDefinition } from '@portage/sync';

/** Fields that the target requires and that nothing in the flow fills. */
export function missingRequired(
  { mappings, dependencies, externalIdFields }: Pick<FlowDefinition, 'mappings' | 'dependencies' | 'externalIdFields'>,
  fields: readonly Pick<EntityField, 'path' | 'title' | 'isRequired'>[],
): { toParameterPath: string; title: string }[] {
  const paths = [...mappings, ...dependencies].map(({ toParameterPath }) => toParameterPath);
  // An extra entry in a list doesn't fill the other entries' fields.
  const filled = [...paths.filter((path) => !path.includes(EXTRA_ENTRY)), ...externalIdFields];
  return fields
    .filter(({ path, isRequired }) => isRequired && !isFilled(path, filled))
    .map(({ path, title }) => ({ toParameterPath: path, title }));
}

function isFilled(path: string, filled: readonly string[]): boolean {
  const [list = path] = path.split('[]');
  const entryField = path !== list && path !== `${list}[]`;
  if (!entryField) return filled.some((one) => isWithin(path, one) || isWithin(one.replaceAll('[]', ''), path.replaceAll('[]', '')));
  // Fields of entries are required only if entries are made field by field.
  const ofEntries = filled.filter((one) => one.startsWith(`${list}[].`));
  return ofEntries.length === 0 || ofEntries.some((entry) => isWithin(path, entry) || isWithin(entry, path));
}
