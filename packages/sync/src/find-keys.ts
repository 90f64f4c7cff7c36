import { type EntityDefinition, type EntityFields, type EntityFind, entityCallValues, findFields } from '@portage/connectors/entities';
import { plainKey } from './found-records.ts';
import type { MappedField } from './map-record.ts';

/** Keys of one record, by the path under which the target finds it. */
export interface FindKey {
  find: EntityFind;
  key: string;
  /** Placeholders of the search. */
  fields: EntityFields;
}

interface SearchedSide {
  entity: Pick<EntityDefinition, 'find' | 'create'>;
  /** Answers of the person who set the flow up, as placeholders. */
  fields: EntityFields;
}

/**
 * The keys by which the target can find a record, in the order in which they are tried. A key without a value that its search needs is
 * left out, because the search would find any record.
 *
 * @param externalIdPath of the flow: the path that gets the source's id
 * @param since see lookBackFrom
 */
export function findKeys(
  { entity, fields }: SearchedSide,
  mapped: readonly MappedField[],
  externalId: string,
  externalIdPath: string | undefined,
  since: string,
): FindKey[] {
  const lookedFor = { mapped, externalId, externalIdPath: externalIdPath ?? null, create: entity.create, fields: { ...fields, since } };
  return entity.find.flatMap((find) => {
    const found = findFields(find, lookedFor);
    return found ? [{ find, key: String(found.key), fields: found }] : [];
  });
}

/** What a search asks for, as text. Two records with the same text would become the same record. */
export function buildIdentity({ find, key, fields }: FindKey): string {
  const asked = entityCallValues(find, { ...fields, key: plainKey(key), since: null, externalId: null });
  return JSON.stringify([find.operation, find.equalsPath ?? null, asked]).toLowerCase();
}
