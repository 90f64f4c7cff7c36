import type { EntityWrite } from '@portage/connectors/entities';
import { fingerprintOf } from './fingerprint.ts';
import type { FlowDefinition } from './flow.ts';
import type { Echo, KnownItem } from './item.ts';
import type { Mapped, MappedField, MissingRecord } from './map-record.ts';
import type { SourceRecord } from './read-record.ts';
import { hasNothingNew, type SidesBefore } from './two-sides.ts';

/** What is to be done with one record. */
export type Decision =
  /** What would be written is what was written last, or a later attempt is due. */
  | { kind: 'unchanged' }
  /** Nothing is written, and the item says why. `fingerprint`: the record as it is now counts as written. */
  | { kind: 'skip'; reason: string; fingerprint: string | null; targetItemId: string | null; targetChangedAtMs?: number | null }
  | {
      kind: 'update';
      targetItemId: string;
      fields: readonly MappedField[];
      fingerprint: string;
      /** The flow's rule decides by what the target has. */
      checksTarget: boolean;
      /** The write may replace a change that was made in the target: the item says so. */
      tellsOverwritten: boolean;
      /** When the target's record had last changed as both sides were alike; null: unknown. */
      alikeAtMs: number | null;
      /** Both flows between the two sides have it: their changes are brought together field by field. */
      sides: SidesBefore | null;
      /** An earlier sync archived the target's record: it is brought back. */
      restores: boolean;
    }
  /** Find in the target first; `mayCreate` where nothing is found. */
  | { kind: 'find'; fields: readonly MappedField[]; fingerprint: string; mayCreate: boolean }
  /** `reason`: why, for the item. */
  | { kind: 'archive'; targetItemId: string; reason: string }
  | { kind: 'wait'; on: readonly MissingRecord[]; message: string }
  | { kind: 'error'; message: string };

export interface DecisionInput {
  flow: Pick<FlowDefinition, 'createsRecords' | 'carriesDeletions' | 'conflictRule'>;
  record: SourceRecord;
  mapped: Mapped;
  known: KnownItem | null;
  /** The record was written by the flow that goes the other way. */
  echo: Echo | null;
  /** What both sides were before; null: it was not read, or is not known. */
  sides?: SidesBefore | null;
  /** A person asked for this item, or its pause is over. */
  isDue: boolean;
  nowMs: number;
  hash(text: string): string;
}

/** A write of the other flow and the time of change that the system reports for it may lie so far apart. */
const ECHO_MS = 5_000;
/** An item in Error shows the reason of its Skipped state too: these are ours. */
export const skipReasons = {
  notThere: 'The target does not have this record, and the flow creates none.',
  echo: 'This change came from the other system.',
  targetWins: 'The record changed on both sides; the target’s change stays.',
  archived: 'The record is archived in the source.',
  gone: 'The source no longer has the record.',
  addedOnly: 'The target has the record already. Such records are added, not changed.',
} as const;

/** Why a record that the target lacks isn't written, where only records that are there can be changed. */
export function notAddedThere(targetName: string, entityTitle: string): string {
  return `${targetName} doesn't have this record, and ${entityTitle} can't be added there. This record follows by itself once ${targetName} has it.`;
}

/** Whether an update of a record with this id is the target's to take; a text: why it stays as it is. */
export function keptReason({ onlyIds }: Pick<EntityWrite, 'onlyIds'>, targetItemId: string): string | null {
  if (!onlyIds || onlyIds.startWith.some((start) => targetItemId.startsWith(start))) return null;
  return onlyIds.otherwise;
}

/**
 * Decides about one record, without looking at anything but what is handed in. The same input gives the same decision, so a
 * reading that is repeated after a crash decides alike.
 */
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
  const fingerprint = fingerprintOf(fields, hash);
  const isSame = known?.fingerprint === fingerprint;
  const isDone = known?.status === 'Success' || known?.status === 'Skipped';
  if (isSame && isDone) return { kind: 'unchanged' };
  // The record is as it was when the write failed: the pause between attempts is kept.
  if (isSame && !isDue && known.nextAttemptAtMs !== null && known.nextAttemptAtMs > nowMs) return { kind: 'unchanged' };
  if (isSame && !isDue && known.status === 'Error' && known.nextAttemptAtMs === null) return { kind: 'unchanged' };
  // A field that the other flow did not write may have been filled before that write, so the time of the write says nothing of it.
  if (echo && (sides ? hasNothingNew(sides, fields) : isEcho(echo, record))) {
    const { otherItemId: targetItemId, otherChangedAtMs: targetChangedAtMs } = echo;
    return { kind: 'skip', reason: skipReasons.echo, fingerprint, targetItemId, targetChangedAtMs };
  }
  const targetItemId = known?.targetItemId ?? echo?.otherItemId ?? null;
  if (targetItemId === null) return { kind: 'find', fields, fingerprint, mayCreate: flow.createsRecords };
  const alikeAtMs = laterOf(known?.targetChangedAtMs ?? null, echo?.otherChangedAtMs ?? null);
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

/** A person chose “Sync again”: the source's values are written whatever the rule says, and a record that is gone is made again. */
export function isAskedFor(known: KnownItem | null): boolean {
  return known?.status === 'InProgress' && known.fingerprint === null && known.writtenAtMs === null && known.error === null;
}

function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** What was carried over before stays as it is in the target. */
function decideLeftOut(reason: string, known: KnownItem | null): Decision {
  if (known?.status === 'Skipped' && known.error === reason) return { kind: 'unchanged' };
  return { kind: 'skip', reason, fingerprint: null, targetItemId: known?.targetItemId ?? null };
}

function decideArchived({ carriesDeletions }: DecisionInput['flow'], { isGone }: SourceRecord, known: KnownItem | null): Decision {
  const targetItemId = known?.targetItemId ?? null;
  const reason = isGone ? skipReasons.gone : skipReasons.archived;
  if (targetItemId !== null && (carriesDeletions || isArchivedThere(known))) return decideArchive(reason, known, targetItemId);
  return decideLeftOut(reason, known);
}

/** Archives the record of the target once. */
function decideArchive(reason: string, known: KnownItem | null, targetItemId: string): Decision {
  if (known?.status === 'Skipped' && isArchivedThere(known)) {
    return known.error === archivedThere(reason)
      ? { kind: 'unchanged' }
      : { kind: 'skip', reason: archivedThere(reason), fingerprint: null, targetItemId };
  }
  return { kind: 'archive', targetItemId, reason };
}

/** Ends what an item says while the target's record is archived because of it. */
const ARCHIVED_THERE = 'The target’s record is archived, too.';

/** What an item says whose record of the target is archived. @param text the reason, or why it could not be brought back */
export function archivedThere(text: string): string {
  return `${text} ${ARCHIVED_THERE}`;
}

/** Whether a sync archived the target's record. One that a person archived there says nothing of it. */
export function isArchivedThere(known: Pick<KnownItem, 'error'> | null): boolean {
  return known?.error?.endsWith(ARCHIVED_THERE) ?? false;
}

/** Whether the record's last change is the write of the other flow, so no person changed it since. */
export function isEcho({ writtenAtMs, targetChangedAtMs }: Echo, { changedAtMs }: SourceRecord): boolean {
  if (writtenAtMs === null) return false;
  // The system says when it took the write, so its own clock is compared with itself.
  if (targetChangedAtMs !== null && changedAtMs !== null) return changedAtMs <= targetChangedAtMs;
  return changedAtMs === null || changedAtMs <= writtenAtMs + ECHO_MS;
}

/** Whether the target's record changed after both sides were alike; false where either time is not known. */
export function changedSince(targetChangedAtMs: number | null, alikeAtMs: number | null): boolean {
  return targetChangedAtMs !== null && alikeAtMs !== null && targetChangedAtMs > alikeAtMs;
}

/** What follows where a record changed on both sides since the last write. */
export function resolveConflict(
  rule: FlowDefinition['conflictRule'],
  { sourceChangedAtMs, targetChangedAtMs, writtenTargetChangedAtMs }: ConflictTimes,
): 'write' | 'keep-target' | 'ask' {
  const isChangedThere = changedSince(targetChangedAtMs, writtenTargetChangedAtMs);
  if (!isChangedThere || rule === 'SourceWins') return 'write';
  if (rule === 'TargetWins') return 'keep-target';
  if (rule === 'Ask') return 'ask';
  // Of two clocks that may differ, the later one is taken at its word.
  return sourceChangedAtMs === null || targetChangedAtMs === null || sourceChangedAtMs >= targetChangedAtMs ? 'write' : 'keep-target';
}

export interface ConflictTimes {
  sourceChangedAtMs: number | null;
  /** Of the record as the target has it now. */
  targetChangedAtMs: number | null;
  /** Of the record right after the last write. */
  writtenTargetChangedAtMs: number | null;
}
