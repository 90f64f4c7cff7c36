import type { EntityDefinition, EntityFindMany } from './entity.ts';

/** The look-ups of an entity that take several keys at once, in the order in which its keys are tried. */
export function manyFinds({ find, findMany = [] }: Pick<EntityDefinition, 'find' | 'findMany'>): EntityFindMany[] {
  const all = [findMany].flat();
  return [...new Set(find.map(({ key }) => key))].flatMap((key) => all.find((one) => one.key === key) ?? []);
}
