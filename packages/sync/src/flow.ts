import type { ConflictRule, EmptyHandling } from '@portage/workflow';

/** Spec INT-03: a field of the target and the expression that gives its value; `$Item` is the source's record. */
export interface FieldMapping extends EmptyHandling {
  fromParameterExpression: string;
  /** As in the operation's mappings: `body.product.title`. `body.lines[]` names a list, `body.lines[].price` a field of its entries. */
  toParameterPath: string;
}

/** A field that holds the id of another record in the target (spec INT-04): orders name their customer. */
export interface FlowDependency extends EmptyHandling {
  /** Entity of the source that the record belongs to. */
  entity: string;
  /** Gives that record's id in the source; empty: the record refers to none. */
  fromParameterExpression: string;
  toParameterPath: string;
}

export interface FlowSide {
  connectorTypeId: string;
  connectorId: string;
  /** A key of `x-entities` of the connector type's document. */
  entity: string;
  /** What a person answered beside the mappings (a location, a price list), by name. */
  parameters: Readonly<Record<string, unknown>>;
}

/** One source entity, one target entity and what is carried from one to the other. */
export interface FlowDefinition {
  source: FlowSide;
  target: FlowSide;
  mappings: readonly FieldMapping[];
  dependencies: readonly FlowDependency[];
  /** Paths of the target that get the record's id in the source. */
  externalIdFields: readonly string[];
  conflictRule: ConflictRule;
  /** False: only records that the target has already are updated (spec STEP-89). */
  createsRecords: boolean;
  /** Archiving and deleting in the source are carried over. */
  carriesDeletions: boolean;
}

/** Flows with the same key are the same flow: another account or another kind of record is another one. */
export function flowKeyOf({ source, target }: Pick<FlowDefinition, 'source' | 'target'>): string {
  return [source.connectorId, source.entity, target.connectorId, target.entity].map(encodeURIComponent).join('/');
}

/** The key of the flow that goes the other way, whether it exists or not. */
export function oppositeKeyOf({ source, target }: Pick<FlowDefinition, 'source' | 'target'>): string {
  return flowKeyOf({ source: target, target: source });
}
