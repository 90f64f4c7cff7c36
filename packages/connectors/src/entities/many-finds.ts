import type { EntityDefinition, EntityFindMany } from '../declarations/entity.ts';
import { textAt } from '../events/values-at.ts';
import {
  type EntityFields,
  entityPlaceholders,
  entityText,
  hasValue,
  neededPlaceholders,
  type Remembered,
  remembered,
} from './entity-values.ts';

/** An entity's look-ups that accept several keys at once, in the order its keys are tried. */
export function manyFinds({ find, findMany = [] }: Pick<EntityDefinition, 'find' | 'findMany'>): EntityFindMany[] {
  const all = [findMany].flat();
  return [...new Set(find.map(({ key }) => key))].flatMap((key) => all.find((one) => one.key === key) ?? []);
}

/**
 * The key by which a record was found together with others; null if it has none, and so isn't a record that was searched for.
 *
 * @returns undefined if the record has no field with the name that a person chose: then it's unknown whether the others were
 * found, and each has to be looked up separately
 */
export function foundKey({ equalsPath }: EntityFindMany, record: unknown, fields: EntityFields): string | null | undefined {
  const key = textAt(record, entityText(equalsPath, fields));
  return key === null && equalsPath.includes('{') ? undefined : key;
}

/** Written values other than the key that a look-up of several records needs. Each combination of them takes one call. */
export function scopeNames({ values }: Pick<EntityFindMany, 'values'>): readonly string[] {
  return remembered(scopes, values, () => entityPlaceholders(values).filter(isWritten));
}

const scopes: Remembered = new WeakMap();

/** One record's values for `scopeNames`, as a text. Null if it lacks one that the look-up needs: it's then looked up separately. */
export function buildScopeKey({ values }: Pick<EntityFindMany, 'values'>, fields: EntityFields): string | null {
  const names = scopeNames({ values });
  if (names.length === 0) return '';
  const isComplete = neededPlaceholders(values)
    .filter(isWritten)
    .every((name) => hasValue(fields, name));
  return isComplete ? JSON.stringify(names.map((name) => fields[name] ?? null)) : null;
}

function isWritten(name: string): boolean {
  return name.startsWith('write.');
}
