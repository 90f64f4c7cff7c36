import type { EntityDefinition, EntityParameter } from '../declarations/entity.ts';
import { type EntityFields, hasValue } from './entity-values.ts';

export type EntityRole = NonNullable<EntityParameter['role']>;

/** Required questions about an entity on this side of a flow that have no choice yet. */
export function unanswered(
  { parameters }: Pick<EntityDefinition, 'parameters'>,
  role: EntityRole,
  answers: EntityFields,
): EntityParameter[] {
  return parameters.filter(({ name, isRequired, role: own = role }) => isRequired && own === role && !hasValue(answers, name));
}
