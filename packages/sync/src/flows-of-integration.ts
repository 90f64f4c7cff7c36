import type { SyncDirection } from '@portage/workflow';
import type { FieldMapping, FlowDefinition, FlowDependency } from './flow.ts';

/** What a person set up for one side (spec INT-03). */
export interface IntegrationSide {
  connectorTypeId: string;
  connectorId: string;
  /** Kind of record: a key of `x-entities` in the connector type's document. */
  entityType: string;
  mappings: readonly FieldMapping[];
  customFormData?: Readonly<Record<string, unknown>> | null;
  dependentMappings?: Readonly<Record<string, IntegrationDependent>> | null;
}

/** Records that the main ones refer to (spec INT-04). They have their own flow, which runs first. */
export interface IntegrationDependent {
  /** Absent: the entity with the same name. */
  sourceEntityType?: string | null;
  mappings: readonly FieldMapping[];
  /** Ids of records of earlier flows that its own records refer to. */
  dependencies?: readonly FlowDependency[] | null;
  /** How the main record refers to it: the expression returns its id in the source, the path receives its id in the target. */
  link?: FieldMapping | null;
}

export interface Integration {
  directionType: SyncDirection;
  operations: { Source?: IntegrationSide; Target?: IntegrationSide };
  conflictRule: FlowDefinition['conflictRule'];
  carriesDeletions: boolean;
  targetExternalIdFields: readonly string[];
}

/**
 * The flows of an integration, in order: records that others refer to come first.
 *
 * @returns `problem` if something is missing, in words for the person who set it up
 */
export function flowsOfIntegration(integration: Integration): { ok: true; flows: FlowDefinition[] } | { ok: false; problem: string } {
  const { Source, Target } = integration.operations;
  if (!Source || !Target) return { ok: false, problem: 'Choose a source and a target on the Settings tab.' };
  const isForward = integration.directionType === 'SourceToTarget';
  const [from, to] = isForward ? [Source, Target] : [Target, Source];
  if (!from.connectorId || !to.connectorId) return { ok: false, problem: 'Choose the connectors on the Settings tab.' };
  if (!from.entityType || !to.entityType) return { ok: false, problem: 'Choose what is synchronised on the Settings tab.' };
  // Mappings are stored with the target, whichever system the direction makes the target.
  const currencies = findCurrencyProblem(from, to);
  if (currencies !== null) return { ok: false, problem: currencies };
  const mappings = filled(to.mappings.length > 0 ? to.mappings : from.mappings);
  if (mappings.length === 0) return { ok: false, problem: 'Please fill the mappings on Settings tab' };
  const dependents = Object.entries(to.dependentMappings ?? from.dependentMappings ?? {});
  const currency = readCurrency(from) ?? readCurrency(to);
  const side = ({ connectorTypeId, connectorId, customFormData }: IntegrationSide, entity: string) => ({
    connectorTypeId,
    connectorId,
    entity,
    parameters: currency === null || hasCurrency(customFormData) ? (customFormData ?? {}) : { ...customFormData, currency },
  });
  const rules = {
    conflictRule: integration.conflictRule,
    carriesDeletions: integration.carriesDeletions,
    createsRecords: true,
    externalIdFields: [],
  };
  const flows = dependents
    .filter(([, dependent]) => filled(dependent.mappings).length > 0)
    .map(
      ([entity, dependent]): FlowDefinition => ({
        ...rules,
        source: side(from, dependent.sourceEntityType || entity),
        target: side(to, entity),
        mappings: filled(dependent.mappings),
        dependencies: dependent.dependencies ?? [],
      }),
    );
  const dependencies = dependents.flatMap(([entity, { sourceEntityType, link }]): FlowDependency[] =>
    link?.fromParameterExpression && link.toParameterPath ? [{ ...link, entity: sourceEntityType || entity }] : [],
  );
  const main: FlowDefinition = {
    ...rules,
    source: side(from, from.entityType),
    target: side(to, to.entityType),
    mappings,
    dependencies,
    externalIdFields: integration.targetExternalIdFields,
  };
  return { ok: true, flows: [...flows, main] };
}

/**
 * Why amounts would be written in another currency than they are read in, for the person who set it up; null: they wouldn't. A side without a
 * choice uses the other side's.
 *
 * @param from the side that is read
 */
export function findCurrencyProblem(
  from: Pick<IntegrationSide, 'customFormData'>,
  to: Pick<IntegrationSide, 'customFormData'>,
): string | null {
  const [read, written] = [readCurrency(from), readCurrency(to)];
  if (read === null || written === null || read === written) return null;
  return `Amounts are read in ${read} and would be written as ${written}. Choose the same currency for both systems.`;
}

function hasCurrency(answers: IntegrationSide['customFormData']): boolean {
  return String(answers?.currency ?? '').trim() !== '';
}

/** The side's answer to the question `currency`, if it's a code of three letters: some documents ask for a system's own id. */
function readCurrency({ customFormData }: Pick<IntegrationSide, 'customFormData'>): string | null {
  const { currency } = customFormData ?? {};
  return typeof currency === 'string' && /^\s*[A-Z]{3}\s*$/i.test(currency) ? currency.trim().toUpperCase() : null;
}

/** Spec INT-10: a mapping without an expression is ignored. */
function filled(mappings: readonly FieldMapping[]): FieldMapping[] {
  return mappings.filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '');
}
