import { changedSince, type Decision, resolveConflict, skipReasons } from './decide-item.ts';
import type { FlowDefinition } from './flow.ts';
import type { MappedField } from './map-record.ts';
import type { SourceRecord } from './read-record.ts';
import type { WriteResult } from './settle-item.ts';
import { hasValues } from './target-values.ts';
import { mergeSides } from './two-sides.ts';

type Update = Extract<Decision, { kind: 'update' }>;

export interface LinkedTask {
  flow: Pick<FlowDefinition, 'conflictRule'>;
  /** Type name of the target's system. */
  typeName: string;
  record: Pick<SourceRecord, 'changedAtMs'>;
  decision: Update;
}

/** `kept`: paths at which the target's own change stays. */
export type LinkedDecision = { fields: readonly MappedField[]; kept: readonly string[] } | { settled: WriteResult };

/**
 * What to write of a linked record that may have changed on both sides.
 *
 * @param current the target's record; null: it wasn't read
 * @param changedAtMs when it changed; null: unknown
 */
export function decideLinked(task: LinkedTask, current: unknown, changedAtMs: number | null): LinkedDecision {
  const { flow, record, decision } = task;
  const { sides, alikeAtMs, targetItemId, fingerprint } = decision;
  if (!sides || !changedSince(changedAtMs, alikeAtMs)) {
    const settled = keepsTarget(task, current, changedAtMs);
    return settled ? { settled } : { fields: decision.fields, kept: [] };
  }
  const resolved = resolveConflict(flow.conflictRule, {
    sourceChangedAtMs: record.changedAtMs,
    targetChangedAtMs: changedAtMs,
    writtenTargetChangedAtMs: alikeAtMs,
  });
  const merged = mergeSides(sides, decision.fields, current, resolved === 'write' ? 'source' : 'target');
  if (merged.hasConflict && resolved === 'ask')
    return { settled: keepsTarget(task, current, changedAtMs) ?? unchangedAt(targetItemId, fingerprint, changedAtMs) };
  if (!hasValues(current, merged.fields)) return { fields: merged.fields, kept: merged.kept };
  if (merged.hasConflict && resolved === 'keep-target') {
    return { settled: { kind: 'skipped', reason: skipReasons.targetWins, fingerprint, targetItemId, targetChangedAtMs: changedAtMs } };
  }
  return { settled: { ...unchangedAt(targetItemId, fingerprint, changedAtMs), kept: merged.kept } };
}

/** The result for a target record that already has everything. */
export function unchangedAt(
  targetItemId: string,
  fingerprint: string,
  targetChangedAtMs: number | null,
): Extract<WriteResult, { kind: 'written' }> {
  return { kind: 'written', how: 'unchanged', targetItemId, fingerprint, targetChangedAtMs };
}

/** If a record changed on both sides, the flow's rule decides. Null: the record is written. */
function keepsTarget({ flow, typeName, record, decision }: LinkedTask, current: unknown, changedAtMs: number | null): WriteResult | null {
  if (!decision.checksTarget || current === null) return null;
  const { targetItemId, fingerprint } = decision;
  const resolved = resolveConflict(flow.conflictRule, {
    sourceChangedAtMs: record.changedAtMs,
    targetChangedAtMs: changedAtMs,
    writtenTargetChangedAtMs: decision.alikeAtMs,
  });
  if (resolved === 'write') return null;
  // Nothing would be lost on either side: both made the same change, or the object ended before this very write was noted.
  if (hasValues(current, decision.fields)) return unchangedAt(targetItemId, fingerprint, changedAtMs);
  if (resolved === 'keep-target')
    return { kind: 'skipped', reason: skipReasons.targetWins, fingerprint, targetItemId, targetChangedAtMs: changedAtMs };
  return {
    kind: 'failed',
    message: `The record changed in the source and in ${typeName}. “Sync again” writes the source's values.`,
    passes: false,
  };
}
