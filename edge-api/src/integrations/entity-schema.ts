import { type EntityField, entitySourceFields, entityTargetFields } from '@portage/connectors/entities';
import { findPairMappings, type PairSide, proposeMappings } from '@portage/connectors/pairs';
import type { HandlerResult, ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findConnectorType } from '@portage/database';
import { type DescribedSide, type MappingFlaw, mappingFlaws } from '@portage/sync';
import { readCustomFields } from '../connector-types/documents/custom-field-store.ts';
import { openUploaded } from '../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../connector-types/own-connector.ts';
import { invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { type Mapping, mappingProblem } from './check-mappings.ts';
import { type EntityUse, requireEntity } from './entities-of.ts';

type Asked = ParsedInput<Calls, 'POST /api/integration/integrations/operations/schema'>['body'];
type Schema = HandlerResult<Calls, 'POST /api/integration/integrations/operations/schema'>;

interface EntityOfSide extends PairSide {
  fields: EntityField[];
  described: DescribedSide;
}

/**
 * API-70: the fields of one side's entity. `entityType` says which side, or names the entity; the direction says whether that side is
 * read or written. A dependent entity takes precedence over the main one.
 *
 * @throws ApiProblem 404 for others' connectors, 400 for entities that don't exist
 */
export async function entitySchema(asked: Asked, context: UserContext): Promise<Schema> {
  const { connectorId, dependEntity, mappings } = asked;
  // Null is the same as absent.
  const [entityType, sourceConnectorId] = [asked.entityType ?? undefined, asked.sourceConnectorId ?? undefined];
  const [sourceEntity, targetEntity] = [asked.sourceEntity ?? undefined, asked.targetEntity ?? undefined];
  const directionType = asked.directionType ?? 'SourceToTarget';
  const isSourceSide = entityType === 'Source';
  const isNamed = entityType !== undefined && entityType !== 'Source' && entityType !== 'Target';
  const name = isNamed ? entityType : (dependEntity ?? (isSourceSide ? sourceEntity : targetEntity));
  const use: EntityUse = isSourceSide === (directionType === 'SourceToTarget') ? 'read' : 'write';
  const side = await openEntity(connectorId, name, use, isSourceSide ? 'sourceEntity' : 'targetEntity', context);
  const isProposed = use === 'write' && sourceConnectorId !== undefined && sourceEntity !== undefined;
  const from = isProposed ? await openEntity(sourceConnectorId, sourceEntity, 'read', 'sourceEntity', context) : null;
  return {
    title: side.described.entity.title,
    schemaProperties: side.fields.map(({ path, title, type, isRequired, description, choices, isAdvanced, isCreateOnly }) => ({
      ...{ path, title, type, isRequired, description, isAdvanced, isCreateOnly },
      choices: choices?.map(({ value, label }) => ({ value, label })) ?? null,
    })),
    ...proposalsFor(from, side),
    flaws: from && mappings ? await findFlaws(mappings, from, side) : [],
  };
}

async function openEntity(
  connectorId: string,
  name: string | undefined,
  use: EntityUse,
  field: string,
  context: UserContext,
): Promise<EntityOfSide> {
  const connector = await ownConnector(context, connectorId);
  if (name === undefined) throw invalid(`Field "${field}" is required.`, field);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  const document = await openUploaded(context.env, type?.openApiDocument ?? null);
  const named = { id: connector.connectorTypeId, name: type?.name ?? connector.name };
  const entity = requireEntity(document.summary.entities ?? [], name, use, named.name, field);
  const fields =
    use === 'read'
      ? await entitySourceFields(document, entity)
      : await entityTargetFields(document, entity, await readCustomFields(context.env, connector.id));
  return { type: named, entity: name, fields, described: { typeName: named.name, entity, document } };
}

async function findFlaws(written: readonly Mapping[], from: EntityOfSide, to: EntityOfSide): Promise<MappingFlaw[]> {
  // An unreadable mapping is reported at its field.
  const mappings = written.filter((mapping) => mappingProblem([mapping], () => true, written) === null);
  return mappingFlaws({ mappings, dependencies: [], externalIdFields: [] }, from.described, to.described);
}

/** Known mappings of the pair take precedence over those that field names suggest. */
function proposalsFor(from: EntityOfSide | null, to: EntityOfSide): Pick<Schema, 'proposals' | 'dependencies' | 'externalIdFields'> {
  if (!from) return { proposals: [], dependencies: [], externalIdFields: [] };
  const known = findPairMappings(from, to);
  const [mappings, dependencies] = [known?.mappings ?? [], known?.dependencies ?? []];
  const externalIdFields = known?.externalIdFields ?? [];
  const taken = new Set([...mappings, ...dependencies].map(({ toParameterPath }) => toParameterPath).concat(externalIdFields));
  const suggested = proposeMappings(from.fields, to.fields).filter(({ toParameterPath }) => !taken.has(toParameterPath));
  return { proposals: [...mappings, ...suggested], dependencies: [...dependencies], externalIdFields: [...externalIdFields] };
}
