import { formatPath } from '@portage/primitives/paths';
import type { EntityDefinition } from '../declarations/entity.ts';
import type { EntityRole } from '../entities/unanswered.ts';
import type { Paging } from '../extracted/extracted.ts';
import type { SchemaNode } from '../schema/schema-node.ts';

/**
 * The form fields of one side of a sync step, from the input of the operation that the document names for it. Their values become
 * the entity's parameters, so a parameter decides whether its field is required. Other fields narrow what is read. A write has
 * none of them, because mappings and the entity fill it.
 *
 * @param entity undefined if the document describes none; then nothing is required
 */
export function syncStepFields(
  schema: SchemaNode,
  entity: EntityDefinition | undefined,
  role: EntityRole,
  paging: Pick<Paging, 'sizeParameter'> | undefined,
): SchemaNode {
  const filled = new Set([...Object.keys(entity?.list?.values ?? {}), paging?.sizeParameter]);
  const questionOf = (field: string) =>
    entity?.parameters.find(({ name, role: own = role }) => own === role && listParameterNames(field).includes(name));
  const groups = (schema.properties ?? []).flatMap((group): SchemaNode[] => {
    const properties = (group.properties ?? []).flatMap((field): SchemaNode[] => {
      const question = questionOf(field.name);
      if (question) return [{ ...field, isRequired: question.isRequired }];
      if (!entity) return [{ ...field, isRequired: false }];
      return role === 'target' ? [] : [{ ...field, isRequired: field.isRequired && !filled.has(formatPath([group.name, field.name])) }];
    });
    return properties.length > 0 ? [{ ...group, properties }] : [];
  });
  return { ...schema, properties: groups };
}

/** Parameters that a field's value sets: `request.locationIds` sets `locationIds` and, with its first entry, `locationId`. */
export function listParameterNames(field: string): string[] {
  const plain = field.split('.').at(-1) ?? field;
  return plain.endsWith('s') ? [plain, plain.slice(0, -1)] : [plain];
}
