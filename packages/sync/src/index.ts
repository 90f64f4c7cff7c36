export { compareUpdate, isAlreadyThere } from './already-there.ts';
export { balanceCart, keysOfCart } from './balance-cart.ts';
export { type Carriage, circlesOf } from './circles.ts';
export {
  archivedThere,
  type ConflictTimes,
  changedSince,
  type Decision,
  type DecisionInput,
  decideItem,
  isArchivedThere,
  isAskedFor,
  isEcho,
  isReadBefore,
  keptReason,
  noArchiveMessage,
  notAddedThere,
  resolveConflict,
  skipReasons,
} from './decide-item.ts';
export { decideLinked, unchangedAt } from './decide-linked.ts';
export { echoOf, otherChangedAtPath } from './echo.ts';
export { type FindKey, findKeys, identityOf } from './find-keys.ts';
export { fingerprintOf } from './fingerprint.ts';
export {
  type FieldMapping,
  type FlowDefinition,
  type FlowDependency,
  type FlowSide,
  flowKeyOf,
  oppositeKeyOf,
} from './flow.ts';
export { flowOfSyncStep, type SyncStepFlow, type SyncStepSide } from './flow-of-sync-step.ts';
export { flowsOfIntegration, type Integration, type IntegrationDependent, type IntegrationSide } from './flows-of-integration.ts';
export { type FoundRecord, foundOf, type Hit, plainKey } from './found-records.ts';
export type { Doubt, Echo, KnownItem } from './item.ts';
export { type KnownDependency, withKnownDependencies } from './known-dependencies.ts';
export {
  fieldName,
  type LinkOf,
  linkKeyOf,
  type Mapped,
  type MappedField,
  type MissingRecord,
  type RecordMapper,
  recordMapper,
} from './map-record.ts';
export { type DescribedSide, type MappingFlaw, mappingFlaws } from './mapping-flaws.ts';
export { overwrittenNote } from './overwritten.ts';
export { changedAtMsOf, isArchivedIn, readRecord, type SourceRecord } from './read-record.ts';
export { endedConflict, type RefusedCall, type SettledItem, settleDecision, settleWrite, type WriteResult } from './settle-item.ts';
export { sharedKeys, sharedTargetMessage } from './shared-keys.ts';
export { hasValue, hasValues, targetReader } from './target-values.ts';
export { hasNothingNew, type MergedSides, mergeSides, type SidesBefore, type StoredSides, sidesBefore } from './two-sides.ts';
export { readPaths, unseenNote, unseenPaths } from './unseen-fields.ts';
