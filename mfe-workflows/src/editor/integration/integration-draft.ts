import { type FieldMapping, filledMappings, type MappingField } from '@portage/mapping-editor';
import type { Integration } from '../../api-types.ts';
import type { Json } from './field-value.ts';

export type SideName = 'Source' | 'Target';
export type Direction = Integration['directionType'];
export type ConflictRule = Integration['conflictRule'];

export interface SideDraft {
  connectorTypeId: string | null;
  connectorId: string | null;
  entityType: string | null;
  /** Answers to the entity's questions, by name. */
  customFormData: Readonly<Record<string, Json>>;
}

/** Records that the main records refer to, which are synced before them (spec INT-04). */
export interface DependentDraft {
  sourceEntityType: string | null;
  mappings: readonly FieldMapping[];
  /** Links to records synced earlier; not edited here. */
  dependencies?: readonly (FieldMapping & { entity: string })[];
  link: FieldMapping | null;
}

/** The settings of an integration while a person edits them (spec INT-02, INT-03). */
export interface IntegrationDraft {
  lastSyncDate: string | null;
  direction: Direction;
  Source: SideDraft;
  Target: SideDraft;
  mappings: readonly FieldMapping[];
  /** By target entity. */
  dependents: Readonly<Record<string, DependentDraft>>;
  conflictRule: ConflictRule;
  carriesDeletions: boolean;
  targetExternalIdFields: readonly string[];
}

const blankSide: SideDraft = { connectorTypeId: null, connectorId: null, entityType: null, customFormData: {} };

export function getSides(direction: Direction): { from: SideName; to: SideName } {
  return direction === 'SourceToTarget' ? { from: 'Source', to: 'Target' } : { from: 'Target', to: 'Source' };
}

export function createDraft(integration: Integration | null): IntegrationDraft {
  const direction = integration?.directionType ?? 'SourceToTarget';
  const { from, to } = getSides(direction);
  const operations = integration?.operations;
  const side = (name: SideName): SideDraft => {
    const operation = operations?.[name];
    if (!operation) return blankSide;
    const { connectorTypeId, connectorId, entityType, customFormData } = operation;
    return { connectorTypeId, connectorId, entityType, customFormData: (customFormData ?? {}) as Record<string, Json> };
  };
  const [read, written] = [operations?.[from], operations?.[to]];
  const dependents = written?.dependentMappings ?? read?.dependentMappings ?? {};
  return {
    lastSyncDate: integration?.lastSyncDate ?? null,
    direction,
    Source: side('Source'),
    Target: side('Target'),
    mappings: written && written.mappings.length > 0 ? written.mappings : (read?.mappings ?? []),
    dependents: Object.fromEntries(
      Object.entries(dependents).map(([entity, { sourceEntityType, mappings, dependencies, link }]) => [
        entity,
        { sourceEntityType: sourceEntityType ?? null, mappings, ...(dependencies ? { dependencies } : {}), link: link ?? null },
      ]),
    ),
    conflictRule: integration?.conflictRule ?? 'SourceWins',
    carriesDeletions: integration?.carriesDeletions ?? false,
    targetExternalIdFields: integration?.targetExternalIdFields ?? [],
  };
}

/** The body of a save. Mappings without an expression are dropped (spec INT-10). @throws if a side is not chosen */
export function buildRequestBody(draft: IntegrationDraft) {
  const { from, to } = getSides(draft.direction);
  const dependents = Object.entries(draft.dependents).map(([entity, { sourceEntityType, mappings, dependencies, link }]) => [
    entity,
    {
      ...{ sourceEntityType, mappings: filledMappings(mappings), link: isLinkFilled(link) ? link : null },
      ...(dependencies ? { dependencies: [...dependencies] } : {}),
    },
  ]);
  const operations = {
    [from]: toOperation(draft[from]),
    [to]: { ...toOperation(draft[to]), mappings: filledMappings(draft.mappings), dependentMappings: Object.fromEntries(dependents) },
  } as Record<SideName, ReturnType<typeof toOperation> & { dependentMappings?: Record<string, DependentBody> }>;
  return {
    operations: { Source: operations.Source, Target: operations.Target },
    conflictRule: draft.conflictRule,
    carriesDeletions: draft.carriesDeletions,
    targetExternalIdFields: [...draft.targetExternalIdFields],
  };
}

interface DependentBody {
  sourceEntityType: string | null;
  mappings: FieldMapping[];
  dependencies?: (FieldMapping & { entity: string })[];
  link: FieldMapping | null;
}

function toOperation({ connectorTypeId, connectorId, entityType, customFormData }: SideDraft) {
  if (connectorTypeId === null || connectorId === null || entityType === null) throw new Error('Choose both sides before you save.');
  const mappings: FieldMapping[] = [];
  return { connectorTypeId, connectorId, entityType, mappings, customFormData: { ...customFormData } };
}

function isLinkFilled(link: FieldMapping | null): link is FieldMapping {
  return link !== null && link.fromParameterExpression.trim() !== '' && link.toParameterPath !== '';
}

/** Target fields that can be mapped. The others are filled already, by a link to another record or by the record's id. */
export function fieldsToMap(targets: readonly MappingField[], draft: IntegrationDraft): readonly MappingField[] {
  const mapped = filledMappings(draft.mappings).map(({ toParameterPath }) => toParameterPath);
  const linked = Object.values(draft.dependents).flatMap(({ link }) => (isLinkFilled(link) ? [link.toParameterPath] : []));
  const filled = new Set([...linked, ...draft.targetExternalIdFields].filter((path) => !mapped.includes(path)));
  return filled.size === 0 ? targets : targets.filter(({ path }) => !filled.has(path));
}

/** The target fields of a dependent. Without mappings, its records are synced elsewhere, so none is required. */
export function dependentFields(targets: readonly MappingField[], { mappings }: DependentDraft): readonly MappingField[] {
  return filledMappings(mappings).length > 0 ? targets : targets.map((field) => ({ ...field, isRequired: false }));
}

/** Changes a side. Mappings belong to two record types, so with another type they start empty. */
export function withSide(draft: IntegrationDraft, name: SideName, changes: Partial<SideDraft>): IntegrationDraft {
  const before = draft[name];
  const isOtherType = changes.connectorTypeId !== undefined && changes.connectorTypeId !== before.connectorTypeId;
  const side: SideDraft = { ...before, ...(isOtherType ? { entityType: null, customFormData: {} } : {}), ...changes };
  const next = { ...draft, [name]: side };
  return side.entityType === before.entityType && !isOtherType ? next : withoutMappings(next);
}

/** Changes the direction. Other fields are then written, so mappings start empty. */
export function withDirection(draft: IntegrationDraft, direction: Direction): IntegrationDraft {
  return direction === draft.direction ? draft : withoutMappings({ ...draft, direction });
}

function withoutMappings(draft: IntegrationDraft): IntegrationDraft {
  return { ...draft, mappings: [], dependents: {}, targetExternalIdFields: [] };
}

/** Facts that decide what is required, apart from the mapping's fields. */
export interface DraftQuestions {
  /** False if the saved integration reads everything, as playbooks do. */
  isDateRequired: boolean;
  parameters: Record<SideName, readonly { name: string; title: string; isRequired: boolean }[]>;
  /** Titles of required fields without a mapping, by target entity. */
  missing: readonly { entity: string; titles: readonly string[] }[];
  /** Titles of target fields by path. */
  titles: ReadonlyMap<string, string>;
}

/** Messages by field that say why the settings can't be saved (spec INT-08, INT-09); empty if they can. */
export function draftProblems(
  draft: IntegrationDraft,
  { isDateRequired, parameters, missing, titles }: DraftQuestions,
): Map<string, string> {
  const problems = new Map<string, string>();
  if (draft.lastSyncDate === null && isDateRequired) problems.set('lastSyncDate', 'Please fill the Last Sync Date');
  for (const name of ['Source', 'Target'] as const) {
    const { connectorId, entityType, customFormData } = draft[name];
    if (connectorId === null) problems.set(`${name}.connectorId`, `Please input ${name} Connector`);
    else if (entityType === null) problems.set(`${name}.entityType`, `Please input ${name} Entity`);
    for (const { name: parameter, title, isRequired } of parameters[name]) {
      const answer = customFormData[parameter];
      if (isRequired && (answer === undefined || answer === null || answer === '')) {
        problems.set(`${name}.customFormData.${parameter}`, `Please input ${title}`);
      }
    }
  }
  if (problems.size === 0 && filledMappings(draft.mappings).length === 0) problems.set('mappings', 'Map at least one field.');
  const mappings = [draft, ...Object.values(draft.dependents)].flatMap((mapped) => mapped.mappings);
  const withoutDefault = mappings.filter(({ whenEmpty, defaultValue = '' }) => whenEmpty === 'Default' && defaultValue.trim() === '');
  if (withoutDefault.length > 0) {
    const fields = withoutDefault.map(({ toParameterPath: path }) => titles.get(path) ?? path.replace(/^body\./, ''));
    problems.set('mappings.default', `Write the default value, or choose what else happens when the source is empty: ${fields.join(', ')}`);
  }
  for (const { entity, titles: unmapped } of missing) {
    if (unmapped.length > 0) problems.set(`mappings.${entity}`, `Required fields of ${entity} are not mapped: ${unmapped.join(', ')}`);
  }
  return problems;
}

/** Whether the changes would write records of earlier syncs differently. */
export function mapsOtherwise(before: IntegrationDraft, after: IntegrationDraft): boolean {
  const mapped = ({ mappings, dependents, targetExternalIdFields }: IntegrationDraft) =>
    JSON.stringify([mappings, dependents, targetExternalIdFields]);
  return mapped(before) !== mapped(after);
}
