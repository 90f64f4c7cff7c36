import { isWithin } from '@portage/primitives/paths';
import type { EntityDefinition, EntityWrite } from '../declarations/entity.ts';
import { type ConnectorDocument, loadOperation } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { hasPath, matchRequestPath, type PathMatch, splitPath } from '../extracted/schema-paths.ts';
import type { SchemaSource } from '../json/json-pointer.ts';
import { RULE_PATHS } from '../schema/mapping-paths.ts';
import { recordSchema } from './check-entity-paths.ts';
import { entityPlaceholders, movedPath } from './entity-values.ts';

/**
 * Mapped paths that lead to no field of the written record. Fields that the entity names, objects that accept any name, and
 * objects with the account's own fields always count: the system knows more about these than its document.
 */
export async function missingTargetPaths(
  document: ConnectorDocument,
  entity: EntityDefinition,
  paths: readonly string[],
): Promise<string[]> {
  const writes: Write[] = [];
  for (const write of [entity.create, entity.update]) {
    if (write) writes.push({ write, operation: await loadOperation(document, write.operation) });
  }
  const named = namedPaths(entity);
  const places = (document.summary.customParameters ?? []).flatMap(({ into }) => into);
  return document.withSchemas((source) =>
    paths.filter((path) => {
      if (RULE_PATHS.includes(path)) return false;
      const plain = path.replaceAll(/\[\+?\]/g, '[0]');
      if (isWithin(plain, 'match')) return !entity.matchFields.some(({ name }) => isWithin(plain, `match.${name}`));
      if (named.some((one) => isWithin(plain, one) || isWithin(one, plain))) return false;
      return !isTaken(source, writes, places, plain);
    }),
  );
}

interface Write {
  write: EntityWrite;
  operation: ExtractedOperation;
}

type WriteMatch = PathMatch | 'left-out';

/** Whether the path is a field of a new record, or one that only the update describes. */
function isTaken(source: SchemaSource, writes: readonly Write[], customPlaces: readonly string[], path: string): boolean {
  const places = writes.map(({ write, operation }): WriteMatch => {
    const sent = movedPath(path, write.moves ?? {});
    if (sent === null) return 'left-out';
    return isCustom(customPlaces, operation.id, sent) ? 'open' : matchRequestPath(source, operation, sent);
  });
  const first = places.find((place) => place !== 'left-out');
  // The entity itself says that no call sends it: it's for finding.
  return first === undefined || first === 'open' || places.includes('field');
}

/** Whether a path is in an object for the account's own fields. @param places `POST /contacts#/body/properties` */
function isCustom(places: readonly string[], operationId: string, path: string): boolean {
  return places.some((place) => {
    const at = place.lastIndexOf('#/');
    if (place.slice(0, at) !== operationId) return false;
    const names = place
      .slice(at + 2)
      .split('/')
      .map(unescaped);
    return names.every((name, index) => splitPath(path)[index] === name);
  });
}

function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Paths that the entity itself fills, finds by or looks up with. */
function namedPaths({ find, findMany, externalIdFields, create, update }: EntityDefinition): string[] {
  const calls = [...find, ...[findMany ?? []].flat(), create, update, create?.before, update?.before, ...(create?.next ?? [])];
  const written = calls.flatMap((call) => entityPlaceholders(call?.values ?? {})).flatMap((name) => name.split('write.')[1] ?? []);
  return [...find, ...[findMany ?? []].flat()].map(({ key }) => key).concat(externalIdFields, written);
}

/** Paths that a source's records have no field for. A document with little detail accepts every path. */
export async function missingSourcePaths(
  document: ConnectorDocument,
  entity: EntityDefinition,
  paths: readonly string[],
): Promise<string[]> {
  const call = entity.list ?? entity.get;
  if (!call || paths.length === 0) return [];
  const operation = await loadOperation(document, call.operation);
  return document.withSchemas((source) => {
    const record = recordSchema(source, new Map([[operation.id, operation]]), entity);
    return record ? paths.filter((path) => !hasPath(source, record, path)) : [];
  });
}
