import type { EntityDefinition, EntityParameter } from './entity.ts';
import { type EntityFields, hasValue } from './entity-values.ts';

/** The side of a flow on which an entity is. */
export type EntityRole = NonNullable<EntityParameter['role']>;

/** Required questions that a flow asks about an entity on this side and that have no answer. */
export function unanswered(
  { parameters }: Pick<EntityDefinition, 'parameters'>,
  role: EntityRole,
  answers: EntityFields,
): EntityParameter[] {
  return parameters.filter(({ name, isRequired, role: own = role }) => isRequired && own === role && !hasValue(answers, name));
}
