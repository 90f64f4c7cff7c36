import type { EntityDefinition } from '../declarations/entity.ts';

/** An entity's title in the document, otherwise its name. */
export function entityTitle(entities: readonly Pick<EntityDefinition, 'name' | 'title'>[] | undefined, name: string): string {
  return entities?.find((one) => one.name === name)?.title ?? name;
}
