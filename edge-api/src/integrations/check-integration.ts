import { entityTargetFields, unanswered } from '@portage/connectors/entities';
import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  type ConnectorTypeRow,
  findConnectorType,
  type IntegrationChange,
  type StoredDependentMapping,
  type StoredOperation,
  type WorkflowWithSteps,
} from '@portage/database';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { findCurrencyProblem } from '@portage/sync';
import type { SyncDirection } from '@portage/workflow';
import { openUploaded } from '../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../connector-types/own-connector.ts';
import { invalid, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { type Mapping, mappingProblem, targetPathProblem, withoutEmpty } from './check-mappings.ts';
import { type EntityUse, loadEntities, requireEntity } from './entities-of.ts';
import { findIntegrationType, integrationTypeNames, pairProblem } from './integration-types.ts';

type CreateKey = 'POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}';
export type WrittenIntegration = ParsedInput<Calls, CreateKey>['body'];
type WrittenOperation = WrittenIntegration['operations']['Source'];

export interface IntegrationKey {
  workflowId: string;
  direction: SyncDirection;
  integrationType: string;
}

interface CheckedIntegration {
  change: Omit<IntegrationChange, 'lastUpdatedAt'>;
  /** Unanswered required questions: a preview reports them, and the settings can't be saved. */
  unanswered: { field: string; title: string }[];
}

/**
 * A person's settings in their stored form: mappings without an expression are dropped (spec INT-10).
 *
 * @param workflow whose steps expressions may refer to; null: none
 * @throws ApiProblem 404 for others' connectors, 400 naming the field that can't be synchronised
 */
export async function checkIntegration(
  context: UserContext,
  { direction, integrationType }: Pick<IntegrationKey, 'direction' | 'integrationType'>,
  { operations, conflictRule, carriesDeletions, targetExternalIdFields }: WrittenIntegration,
  workflow: WorkflowWithSteps | null,
): Promise<CheckedIntegration> {
  const type = findIntegrationType(integrationType);
  if (!type)
    throw invalid(`There is no integration type "${integrationType}". There are ${integrationTypeNames().join(', ')}.`, 'integrationType');
  const hasStep = (name: string) => workflow?.steps.some(({ stepId }) => stepId === name) ?? false;
  const uses: Record<'Source' | 'Target', EntityUse> =
    direction === 'SourceToTarget' ? { Source: 'read', Target: 'write' } : { Source: 'write', Target: 'read' };
  const Source = await checkOperation(context, operations.Source, uses.Source, hasStep, 'operations.Source');
  const Target = await checkOperation(context, operations.Target, uses.Target, hasStep, 'operations.Target');
  const [from, to] = direction === 'SourceToTarget' ? [Source, Target] : [Target, Source];
  for (const one of [Source, Target]) checkDependents(one, from, to);
  const isItself = Source.stored.connectorId === Target.stored.connectorId && Source.stored.entityType === Target.stored.entityType;
  // It would read what it just made, and make it again.
  if (isItself) throw invalid('Source and target are the same records of the same account.', 'operations.Target.entityType');
  const pair = pairProblem(type, Source.type, Target.type);
  if (pair !== null) throw invalid(pair, 'operations.Target.connectorId');
  const currencies = findCurrencyProblem(from.stored, to.stored);
  if (currencies !== null) throw invalid(currencies, `${to.field}.customFormData.currency`);
  for (const [at, path] of (targetExternalIdFields ?? []).entries()) {
    const problem = targetPathProblem(path);
    if (problem !== null) throw invalid(problem, `targetExternalIdFields[${at}]`);
  }
  const change = {
    directionType: direction,
    operations: { Source: Source.stored, Target: Target.stored },
    ...withoutUndefined({ conflictRule, carriesDeletions, targetExternalIdFields }),
  };
  const unansweredFields = [Source, Target].flatMap(({ field, unanswered: questions }) =>
    questions.map(({ name, title }) => ({ field: `${field}.customFormData.${name}`, title })),
  );
  return { change, unanswered: unansweredFields };
}

async function checkOperation(
  context: UserContext,
  written: WrittenOperation,
  use: EntityUse,
  hasStep: (name: string) => boolean,
  field: string,
) {
  const connector = await ownConnector(context, written.connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  if (!type) throw notFound('The connector type of this connector');
  if (connector.connectorTypeId !== written.connectorTypeId) {
    throw invalid(`The connector “${connector.name}” belongs to another application (${type.name}).`, `${field}.connectorId`);
  }
  const entities = await loadEntities(context, type);
  const entity = requireEntity(entities, written.entityType, use, type.name, `${field}.entityType`);
  const dependents = Object.entries(written.dependentMappings ?? {}).map(([entity, dependent]): [string, StoredDependentMapping] => {
    const at = `${field}.dependentMappings.${entity}`;
    const mappings = checkedMappings(dependent.mappings, hasStep, `${at}.mappings`);
    const link = checkedLink(dependent.link, written.mappings, hasStep, `${at}.link`);
    const { sourceEntityType = null, customFormData = null } = dependent;
    const dependencies = (dependent.dependencies ?? []).filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '');
    const problem = mappingProblem(dependencies, hasStep, mappings);
    if (problem) throw invalid(problem.message, `${at}.dependencies[${problem.at}].${problem.member}`);
    const more = dependencies.length > 0 ? { dependencies } : {};
    return [entity, { sourceEntityType, mappings, customFormData, ...more, link }];
  });
  const stored: StoredOperation = {
    operationId: written.operationId ?? null,
    connectorTypeId: type.id,
    connectorId: connector.id,
    entityType: written.entityType,
    mappings: checkedMappings(written.mappings, hasStep, `${field}.mappings`),
    customFormData: written.customFormData ?? null,
    dependentMappings: dependents.length > 0 ? Object.fromEntries(dependents) : null,
  };
  await refuseClearedRequired(context, type, stored, field);
  const unansweredHere = unanswered(entity, use === 'read' ? 'source' : 'target', stored.customFormData ?? {});
  return { stored, type, entities, field, unanswered: unansweredHere };
}

/** Refuses a required field that an empty source would clear: the target would reject such a record every time. */
async function refuseClearedRequired(
  context: UserContext,
  { name, openApiDocument }: ConnectorTypeRow,
  { entityType, mappings, dependentMappings }: StoredOperation,
  field: string,
): Promise<void> {
  const dependents = Object.entries(dependentMappings ?? {}).map(([entity, dependent]) => ({
    ...{ entity, mappings: dependent.mappings, at: `${field}.dependentMappings.${entity}.mappings` },
  }));
  const written = [{ entity: entityType, mappings, at: `${field}.mappings` }, ...dependents];
  if (!openApiDocument || !written.some(({ mappings: own }) => own.some(({ whenEmpty }) => whenEmpty === 'Clear'))) return;
  const document = await openUploaded(context.env, openApiDocument);
  for (const { entity, mappings: own, at } of written) {
    const definition = document.summary.entities?.find((one) => one.name === entity);
    const fields = definition ? await entityTargetFields(document, definition) : [];
    const required = new Map(fields.flatMap((one) => (one.isRequired ? [[one.path, one.title]] : [])));
    const place = own.findIndex(({ whenEmpty, toParameterPath }) => whenEmpty === 'Clear' && required.has(toParameterPath));
    const title = required.get(own[place]?.toParameterPath ?? '');
    if (title !== undefined) throw invalid(`${name} requires “${title}”, so it can't be cleared.`, `${at}[${place}].whenEmpty`);
  }
}

type CheckedSide = Awaited<ReturnType<typeof checkOperation>>;

/** Dependent entities have their names in the target system, whichever side they are listed on. */
function checkDependents({ stored, field }: CheckedSide, from: CheckedSide, to: CheckedSide): void {
  for (const [entity, { sourceEntityType, mappings, dependencies }] of Object.entries(stored.dependentMappings ?? {})) {
    const at = `${field}.dependentMappings.${entity}`;
    // A link alone carries no records: it looks up ids that another flow has written.
    if (mappings.length > 0 || !sourceEntityType) requireEntity(to.entities, entity, 'write', to.type.name, at);
    requireEntity(from.entities, sourceEntityType || entity, 'read', from.type.name, `${at}.sourceEntityType`);
    for (const [place, one] of (dependencies ?? []).entries()) {
      requireEntity(from.entities, one.entity, 'read', from.type.name, `${at}.dependencies[${place}].entity`);
    }
  }
}

/** A dependent entity's link is a mapping of the main record, so it may be in one of its lists. */
function checkedLink(
  link: Mapping | null | undefined,
  mappings: readonly Mapping[],
  hasStep: (name: string) => boolean,
  field: string,
): Mapping | null {
  const [written] = withoutEmpty(link ? [link] : []);
  if (!written) return null;
  const problem = mappingProblem([written], hasStep, mappings);
  if (problem) throw invalid(problem.message, `${field}.${problem.member}`);
  return written;
}

function checkedMappings(written: readonly Mapping[], hasStep: (name: string) => boolean, field: string): Mapping[] {
  const mappings = withoutEmpty(written);
  const problem = mappingProblem(mappings, hasStep);
  if (!problem) return mappings;
  // The position in what was sent: earlier mappings may have been dropped.
  const at = written.indexOf(mappings[problem.at] as Mapping);
  throw invalid(problem.message, `${field}[${at}].${problem.member}`);
}
