import { textAt } from '../events/values-at.ts';
import type { EntityDefinition, EntityFindMany } from './entity.ts';
import { type EntityFields, entityText } from './entity-values.ts';

/** The look-ups of an entity that take several keys at once, in the order in which its keys are tried. */
export function manyFinds({ find, findMany = [] }: Pick<EntityDefinition, 'find' | 'findMany'>): EntityFindMany[] {
  const all = [findMany].flat();
  return [...new Set(find.map(({ key }) => key))].flatMap((key) => all.find((one) => one.key === key) ?? []);
}

/**
 * The key by which a record was found together with others; null: it has none, and is not the one that was looked for.
 *
 * @returns undefined where the field that a person chose is not in the record under that name: whether the others were found is not known
 * then, and each has to be looked up alone
 */
export function foundKey({ equalsPath }: EntityFindMany, record: unknown, fields: EntityFields): string | null | undefined {
  const key = textAt(record, entityText(equalsPath, fields));
  return key === null && equalsPath.includes('{') ? undefined : key;
}
