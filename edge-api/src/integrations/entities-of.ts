import type { EntityDefinition } from '@portage/connectors/entities';
import type { ConnectorTypeRow } from '@portage/database';
import { openUploaded } from '../connector-types/documents/import-uploaded.ts';
import { invalid } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';

/** A connector type's entities; none if it has no document. */
export async function loadEntities(
  { env }: Pick<RequestContext, 'env'>,
  { openApiDocument }: ConnectorTypeRow,
): Promise<readonly EntityDefinition[]> {
  if (!openApiDocument) return [];
  const { summary } = await openUploaded(env, openApiDocument);
  return summary.entities ?? [];
}

export function isSource({ list }: EntityDefinition): boolean {
  return list !== undefined;
}

export function isTarget({ create, update }: EntityDefinition): boolean {
  return create !== undefined || update !== undefined;
}

export type EntityUse = 'read' | 'write';

/**
 * The entity with that name that can be read or written.
 *
 * @throws ApiProblem 400 with the available names
 */
export function requireEntity(
  entities: readonly EntityDefinition[],
  wanted: string,
  use: EntityUse,
  typeName: string,
  field: string,
): EntityDefinition {
  const usable = entities.filter(use === 'read' ? isSource : isTarget);
  const found = usable.find(({ name }) => name === wanted);
  if (found) return found;
  const names = usable.map(({ name }) => name).join(', ');
  const doing = use === 'read' ? 'read from' : 'written to';
  if (names === '') throw invalid(`Portage does not know what can be ${doing} ${typeName}.`, field);
  throw invalid(`“${wanted}” cannot be ${doing} ${typeName}: choose ${names}.`, field);
}
