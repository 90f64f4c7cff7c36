import type { EntityDefinition, EntityWrite } from '@portage/connectors/entities';
import { computeFingerprint } from './fingerprint.ts';
import type { FlowDefinition } from './flow.ts';
import type { Echo, StoredItem } from './item.ts';
import type { Mapped, MappedField, MissingRecord } from './map-record.ts';
import type { SourceRecord } from './read-record.ts';
import { hasNothingNew, type SidesBefore } from './two-sides.ts';

export type Decision =
  /** The new write would equal the last one, or a later attempt is scheduled. */
  | { kind: 'unchanged' }
  /** Writes nothing, and the item says why. `fingerprint`: counts the current record as written. */
  | { kind: 'skip'; reason: string; fingerprint: string | null; targetItemId: string | null; targetChangedAtMs?: number | null }
  | {
      kind: 'update';
      targetItemId: string;
      fields: readonly MappedField[];
      fingerprint: string;
      /** The flow's rule decides by the target's current record. */
      checksTarget: boolean;
      /** The write may replace a change made in the target: the item says so. */
      tellsOverwritten: boolean;
      /** When the target's record had last changed when both sides were equal; null: unknown. */
      alikeAtMs: number | null;
      /** Both flows between the two sides have the record: their changes are merged field by field. */
      sides: SidesBefore | null;
      /** An earlier sync archived the target's record: the update restores it. */
      restores: boolean;
    }
  /** Searches the target first; `mayCreate` if nothing is found. */
  | { kind: 'find'; fields: readonly MappedField[]; fingerprint: string; mayCreate: boolean }
  /** `reason`: why, for the item. */
  | { kind: 'archive'; targetItemId: string; reason: string }
  | { kind: 'wait'; on: readonly MissingRecord[]; message: string }
  | { kind: 'error'; message: string };

export interface DecisionInput {
  flow: Pick<FlowDefinition, 'createsRecords' | 'carriesDeletions' | 'conflictRule'>;
  record: SourceRecord;
  mapped: Mapped;
  known: StoredItem | null;
  /** The record was written by the flow in the other direction. */
  echo: Echo | null;
  /** Both sides as they were before; null: not read, or unknown. */
  sides?: SidesBefore | null;
  /** A person requested this item, or its pause is over. */
  isDue: boolean;
  nowMs: number;
  hash(text: string): string;
}

/** The most that a write of the other flow and the change time its system reports may differ. */
const ECHO_MS = 5_000;
/** Why items are skipped, as their `error` says it. Later decisions recognise items by these texts. */
export const skipReasons = {
  notThere: 'The target doesn’t have this record, and the flow doesn’t create any.',
  echo: 'This change came from the other system.',
  targetWins: 'The record changed on both sides; the target’s change stays.',
  archived: 'The record is archived in the source.',
  gone: 'The source no longer has the record.',
  addedOnly: 'The target has the record already. Such records are added, not changed.',
} as const;

/** Why a record missing in the target isn't written, if only existing records can be changed. */
export function notAddedThere(targetName: string, entityTitle: string): string {
  return `${targetName} doesn't have this record, and ${entityTitle} can't be added there. This record syncs automatically once ${targetName} has it.`;
}

/** Why a record that the source archived stays in a target without a call for it. */
export function noArchiveMessage(reason: string, targetName: string, entityTitle: string): string {
  return `${reason} ${targetName} has no way to archive ${entityTitle}.`;
}

/** Whether the target accepts updates of a record with this id: null if so, otherwise why it's left unchanged. */
export function findReadOnlyReason({ onlyIds }: Pick<EntityWrite, 'onlyIds'>, targetItemId: string): string | null {
  if (!onlyIds || onlyIds.startWith.some((start) => targetItemId.startsWith(start))) return null;
  return onlyIds.otherwise;
}

/** Decides about one record, from its arguments only, so that a reading repeated after a crash decides the same. */
export function decideItem({ flow, record, mapped, known, echo, sides = null, isDue, nowMs, hash }: DecisionInput): Decision {
  if (record.problem !== null) return { kind: 'error', message: record.problem };
  if (record.skipReason !== undefined) return decideLeftOut(record.skipReason, known);
  if (record.isArchived && (flow.carriesDeletions || !known?.targetItemId || isArchivedThere(known)))
    return decideArchived(flow, record, known);
  if (!mapped.ok && mapped.takesOff && known?.targetItemId) return decideArchive(mapped.message, known, known.targetItemId);
  if (!mapped.ok && mapped.leavesOut) return decideLeftOut(mapped.message, known);
  if (!mapped.ok) {
    return mapped.waits.length > 0
      ? { kind: 'wait', on: mapped.waits, message: mapped.message }
      : { kind: 'error', message: mapped.message };
  }
  const { fields } = mapped;
  const fingerprint = computeFingerprint(fields, hash);
  const isSame = known?.fingerprint === fingerprint;
  const isDone = known?.status === 'Success' || known?.status === 'Skipped';
  if (isSame && isDone) return { kind: 'unchanged' };
  // The record is unchanged since the write failed: keep the pause between attempts.
  if (isSame && !isDue && known.nextAttemptAtMs !== null && known.nextAttemptAtMs > nowMs) return { kind: 'unchanged' };
  if (isSame && !isDue && known.status === 'Error' && known.nextAttemptAtMs === null) return { kind: 'unchanged' };
  // A field that the other flow didn't write may have been filled before that write, so the write's time says nothing about it.
  if (echo && (sides ? hasNothingNew(sides, fields) : isEcho(echo, record))) {
    const { otherItemId: targetItemId, otherChangedAtMs: targetChangedAtMs } = echo;
    return { kind: 'skip', reason: skipReasons.echo, fingerprint, targetItemId, targetChangedAtMs };
  }
  const targetItemId = known?.targetItemId ?? echo?.otherItemId ?? null;
  if (targetItemId === null) return { kind: 'find', fields, fingerprint, mayCreate: flow.createsRecords };
  const alikeAtMs = pickLater(known?.targetChangedAtMs ?? null, echo?.otherChangedAtMs ?? null);
  const isKnownToBeAlike = known?.writtenAtMs != null || alikeAtMs !== null;
  const mayDecide = !isAskedFor(known);
  const checksTarget = flow.conflictRule !== 'SourceWins' && isKnownToBeAlike && mayDecide;
  return {
    kind: 'update',
    targetItemId,
    fields,
    fingerprint,
    checksTarget,
    tellsOverwritten: alikeAtMs !== null && mayDecide,
    alikeAtMs,
    sides: mayDecide ? sides : null,
    restores: isArchivedThere(known),
  };
}

/** Whether a sync reads a linked record before it writes it: the flow's rule or the item's message depends on a change made there. */
export function isReadBefore(
  { checksTarget, tellsOverwritten }: Extract<Decision, { kind: 'update' }>,
  { update, changedAtPath }: Pick<EntityDefinition, 'update' | 'changedAtPath'>,
): boolean {
  return checksTarget || update?.readFirst === true || (tellsOverwritten && update !== undefined && changedAtPath !== undefined);
}

/** A person chose “Sync again”: the source's values are written whatever the rule says, and a record that is gone is created again. */
export function isAskedFor(known: StoredItem | null): boolean {
  return known?.status === 'InProgress' && known.fingerprint === null && known.writtenAtMs === null && known.error === null;
}

function pickLater(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** A record that was carried over before is left unchanged in the target. */
function decideLeftOut(reason: string, known: StoredItem | null): Decision {
  if (known?.status === 'Skipped' && known.error === reason) return { kind: 'unchanged' };
  return { kind: 'skip', reason, fingerprint: null, targetItemId: known?.targetItemId ?? null };
}

function decideArchived({ carriesDeletions }: DecisionInput['flow'], { isGone }: SourceRecord, known: StoredItem | null): Decision {
  const targetItemId = known?.targetItemId ?? null;
  const reason = isGone ? skipReasons.gone : skipReasons.archived;
  if (targetItemId !== null && (carriesDeletions || isArchivedThere(known))) return decideArchive(reason, known, targetItemId);
  return decideLeftOut(reason, known);
}

/** Archives the target's record once. */
function decideArchive(reason: string, known: StoredItem | null, targetItemId: string): Decision {
  if (known?.status === 'Skipped' && isArchivedThere(known)) {
    return known.error === archivedThere(reason)
      ? { kind: 'unchanged' }
      : { kind: 'skip', reason: archivedThere(reason), fingerprint: null, targetItemId };
  }
  return { kind: 'archive', targetItemId, reason };
}

/** Ends an item's text while the target's record is archived because of it. */
const ARCHIVED_THERE = 'The target’s record is archived, too.';

/** The text of an item whose target record is archived. @param text the reason, or why it couldn't be restored */
export function archivedThere(text: string): string {
  return `${text} ${ARCHIVED_THERE}`;
}

/** Whether a sync archived the target's record, as opposed to a person. */
export function isArchivedThere(known: Pick<StoredItem, 'error'> | null): boolean {
  return known?.error?.endsWith(ARCHIVED_THERE) ?? false;
}

/** Whether the record's last change is the other flow's write, so no person has changed it since. */
export function isEcho({ writtenAtMs, targetChangedAtMs }: Echo, { changedAtMs }: SourceRecord): boolean {
  if (writtenAtMs === null) return false;
  // The system says when it accepted the write, so its own clock is compared with itself.
  if (targetChangedAtMs !== null && changedAtMs !== null) return changedAtMs <= targetChangedAtMs;
  return changedAtMs === null || changedAtMs <= writtenAtMs + ECHO_MS;
}

/** Whether the target's record changed after both sides were equal; false if either time is unknown. */
export function changedSince(targetChangedAtMs: number | null, alikeAtMs: number | null): boolean {
  return targetChangedAtMs !== null && alikeAtMs !== null && targetChangedAtMs > alikeAtMs;
}

/** What follows if a record changed on both sides since the last write. */
export function resolveConflict(
  rule: FlowDefinition['conflictRule'],
  { sourceChangedAtMs, targetChangedAtMs, writtenTargetChangedAtMs }: ConflictTimes,
): 'write' | 'keep-target' | 'ask' {
  const isChangedThere = changedSince(targetChangedAtMs, writtenTargetChangedAtMs);
  if (!isChangedThere || rule === 'SourceWins') return 'write';
  if (rule === 'TargetWins') return 'keep-target';
  if (rule === 'Ask') return 'ask';
  // The two clocks may differ; the later time wins.
  return sourceChangedAtMs === null || targetChangedAtMs === null || sourceChangedAtMs >= targetChangedAtMs ? 'write' : 'keep-target';
}

export interface ConflictTimes {
  sourceChangedAtMs: number | null;
  /** Change time of the target's current record. */
  targetChangedAtMs: number | null;
  /** Change time of the record right after the last write. */
  writtenTargetChangedAtMs: number | null;
}
