export { compareUpdate, isAlreadyThere } from './already-there.ts';
export { balanceCart, keysOfCart } from './balance-cart.ts';
export { type Carriage, findCircles } from './circles.ts';
export {
  archivedThere,
  type ConflictTimes,
  changedSince,
  type Decision,
  type DecisionInput,
  decideItem,
  findReadOnlyReason,
  isArchivedThere,
  isAskedFor,
  isEcho,
  isReadBefore,
  noArchiveMessage,
  notAddedThere,
  resolveConflict,
  skipReasons,
} from './decide-item.ts';
export { decideLinked, unchangedAt } from './decide-linked.ts';
export { otherChangedAtPath, toEcho } from './echo.ts';
export { buildIdentity, type FindKey, findKeys } from './find-keys.ts';
export { computeFingerprint } from './fingerprint.ts';
export {
  buildFlowKey,
  buildOppositeKey,
  type FieldMapping,
  type FlowDefinition,
  type FlowDependency,
  type FlowSide,
} from './flow.ts';
export { flowOfSyncStep, type SyncStepFlow, type SyncStepSide } from './flow-of-sync-step.ts';
export {
  findCurrencyProblem,
  flowsOfIntegration,
  type Integration,
  type IntegrationDependent,
  type IntegrationSide,
} from './flows-of-integration.ts';
export { type FoundRecord, type Hit, plainKey, resolveHits } from './found-records.ts';
export type { Doubt, Echo, StoredItem } from './item.ts';
export { type ResolvedDependency, resolveDependencies } from './known-dependencies.ts';
export {
  buildLinkKey,
  fieldName,
  type LinkOf,
  type Mapped,
  type MappedField,
  type MissingRecord,
  type RecordMapper,
  recordMapper,
} from './map-record.ts';
export { type DescribedSide, type MappingFlaw, mappingFlaws } from './mapping-flaws.ts';
export { overwrittenNote } from './overwritten.ts';
export { isArchivedIn, parseChangedAtMs, readRecord, type SourceRecord } from './read-record.ts';
export { endedConflict, type RefusedCall, type SettledItem, settleDecision, settleWrite, type WriteResult } from './settle-item.ts';
export { sharedKeys, sharedTargetMessage } from './shared-keys.ts';
export { hasValue, hasValues, targetReader } from './target-values.ts';
export { hasNothingNew, type MergedSides, mergeSides, type SidesBefore, type StoredSides, sidesBefore } from './two-sides.ts';
export { readPaths, unseenNote, unseenPaths } from './unseen-fields.ts';
