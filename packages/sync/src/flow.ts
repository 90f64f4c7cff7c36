import type { ConflictRule, EmptyHandling } from '@portage/workflow';

/** Spec INT-03: a field of the target and the expression for its value; `$Item` is the source's record. */
export interface FieldMapping extends EmptyHandling {
  fromParameterExpression: string;
  /** As in the operation's mappings: `body.product.title`. `body.lines[]` names a list, `body.lines[].price` a field of its entries. */
  toParameterPath: string;
}

/** A field with the id of another record in the target (spec INT-04): orders name their customer. */
export interface FlowDependency extends EmptyHandling {
  /** Source entity the record belongs to. */
  entity: string;
  /** Returns that record's id in the source; empty: the record refers to none. */
  fromParameterExpression: string;
  toParameterPath: string;
}

export interface FlowSide {
  connectorTypeId: string;
  connectorId: string;
  /** A key of `x-entities` in the connector type's document. */
  entity: string;
  /** A person's choices besides the mappings (a location, a price list), by name. */
  parameters: Readonly<Record<string, unknown>>;
}

/** One source entity, one target entity and what is carried over between them. */
export interface FlowDefinition {
  source: FlowSide;
  target: FlowSide;
  mappings: readonly FieldMapping[];
  dependencies: readonly FlowDependency[];
  /** Target paths that get the record's id in the source. */
  externalIdFields: readonly string[];
  conflictRule: ConflictRule;
  /** False: only updates records that the target already has (spec STEP-89). */
  createsRecords: boolean;
  /** Carries over archiving and deleting in the source. */
  carriesDeletions: boolean;
}

/** Flows with the same key are the same flow. Another account or another kind of record makes another flow. */
export function buildFlowKey({ source, target }: Pick<FlowDefinition, 'source' | 'target'>): string {
  return [source.connectorId, source.entity, target.connectorId, target.entity].map(encodeURIComponent).join('/');
}

/** The key of the flow in the opposite direction, whether it exists or not. */
export function buildOppositeKey({ source, target }: Pick<FlowDefinition, 'source' | 'target'>): string {
  return buildFlowKey({ source: target, target: source });
}
