import type { EntityDefinition } from '../declarations/entity.ts';
import { checkEntityPaths } from '../entities/check-entity-paths.ts';
import { readEntities } from '../entities/read-entities.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { member } from '../json/json.ts';
import type { SchemaSource } from '../json/json-pointer.ts';
import { inside } from '../json/place.ts';
import { type Extraction, fail } from './extraction.ts';

export const ENTITY_WRONG = 'entity-wrong';
const MEMBER = 'x-entities';

/** Extracts a document's entities. A flaw is an error: a sync that reads or writes the wrong thing is worse than none. */
export function extractEntities(
  extraction: Extraction,
  source: SchemaSource,
  operations: readonly ExtractedOperation[],
): EntityDefinition[] {
  const written = member(extraction.document, MEMBER);
  if (written === undefined) return [];
  const { entities, problems } = readEntities(written, { operations });
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  for (const { at, message } of [...problems, ...checkEntityPaths(source, byId, entities)]) {
    fail(extraction, ENTITY_WRONG, inside(null, MEMBER, ...at), message);
  }
  return entities;
}
