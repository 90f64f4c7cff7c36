import type { EntityDefinition } from './entity.ts';

/** What people call an entity: its title in the document, or its name where the document does not have it. */
export function entityTitle(entities: readonly Pick<EntityDefinition, 'name' | 'title'>[] | undefined, name: string): string {
  return entities?.find((one) => one.name === name)?.title ?? name;
}
