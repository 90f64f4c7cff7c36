import { textAt } from '../events/values-at.ts';
import type { EntityDefinition, EntityFindMany } from './entity.ts';
import { type EntityFields, entityPlaceholders, entityText, hasValue } from './entity-values.ts';

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

/** The values that are written, beside the key, by which a look-up of many finds records: one call is made for each of them. */
export function scopeNames({ values }: EntityFindMany): readonly string[] {
  return entityPlaceholders(values).filter((name) => name.startsWith('write.'));
}

/** Those values of one record as a text; null where one is missing, so that the record is looked up alone. */
export function scopeOf(names: readonly string[], fields: EntityFields): string | null {
  if (names.length === 0) return '';
  return names.every((name) => hasValue(fields, name)) ? JSON.stringify(names.map((name) => fields[name])) : null;
}
