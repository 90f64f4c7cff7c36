import { formatPath } from '@portage/primitives/paths';
import type { EntityDefinition } from '../entities/entity.ts';
import type { EntityRole } from '../entities/unanswered.ts';
import type { Paging } from '../openapi/extracted.ts';
import type { SchemaNode } from '../schema/schema-node.ts';

/**
 * The fields of a sync step's form for one side, from the input of the operation that the document names for it. Their values go to the entity
 * as answers to its questions, so a question decides whether its field is required. Other fields narrow what is read; a write has
 * none of them, because mappings and the entity fill it.
 *
 * @param entity undefined: the document describes none, so nothing is required
 */
export function syncStepFields(
  schema: SchemaNode,
  entity: EntityDefinition | undefined,
  role: EntityRole,
  paging: Pick<Paging, 'sizeParameter'> | undefined,
): SchemaNode {
  const filled = new Set([...Object.keys(entity?.list?.values ?? {}), paging?.sizeParameter]);
  const questionOf = (field: string) =>
    entity?.parameters.find(({ name, role: own = role }) => own === role && answerNames(field).includes(name));
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

/** Questions that a field's value answers: `request.locationIds` answers `locationIds` and, by its first entry, `locationId`. */
export function answerNames(field: string): string[] {
  const plain = field.split('.').at(-1) ?? field;
  return plain.endsWith('s') ? [plain, plain.slice(0, -1)] : [plain];
}
