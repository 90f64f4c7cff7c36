import { changedSince, type Decision, isArchivedThere, overwrittenNote, type WriteResult } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { readChangedAt } from './entity-calls.ts';
import { foundTogether } from './find-records.ts';
import { readRecord } from './read-record.ts';
import type { WriteTask } from './write-task.ts';

type Update = Extract<Decision, { kind: 'update' }>;

export interface Overwrite extends Pick<WriteTask, 'target' | 'known' | 'keys' | 'many' | 'current' | 'lastWritten'> {
  decision: Update;
}

/** The result of a record written together with others. Only what was read together is known about the target. */
export async function withOverwritten(
  { decision, ...rest }: Omit<Overwrite, 'decision'> & { decision: Decision },
  result: WriteResult,
): Promise<WriteResult> {
  if (result.kind !== 'written' || decision.kind !== 'update') return result;
  const overwrite = { ...rest, decision };
  return { ...result, overwritten: await overwrittenChange(overwrite, currentReadTogether(overwrite)) };
}

/** The target's record, if it was read or found together with others of its chunk; null: it wasn't, or has no time of change. */
export function currentReadTogether({ target, decision, keys, many, current }: Omit<Overwrite, 'lastWritten' | 'known'>): unknown {
  const found = keys.flatMap((key) => foundTogether(many, key) ?? []).find(({ id }) => id === decision.targetItemId);
  const record = current.get(decision.targetItemId) ?? found?.record;
  return record !== undefined && readChangedAt(target, record) !== null ? record : null;
}

/**
 * The target's record before the write, if the flow's rule or the item's message needs it.
 *
 * @returns null if it cannot be read, or the update itself reads it: the write continues
 */
export async function readCurrent(overwrite: Omit<Overwrite, 'lastWritten' | 'known'>, context: StepContext): Promise<unknown> {
  const { target, decision } = overwrite;
  const { get, update, changedAtPath } = target.entity;
  if (!decision.checksTarget) {
    if (!decision.tellsOverwritten || !update || changedAtPath === undefined) return null;
    const together = currentReadTogether(overwrite);
    if (together !== null || (update.readFirst && !decision.sides)) return together;
  }
  if (!get) return null;
  const read = await readRecord(target, decision.targetItemId, context);
  return read.ok ? read.record : null;
}

/** The change made in the target since both sides were alike that the write replaces; null: none, as far as is known. */
export async function overwrittenChange({ target, known, decision, lastWritten }: Overwrite, current: unknown): Promise<string | null> {
  if (!decision.tellsOverwritten || current === null || !changedSince(readChangedAt(target, current), decision.alikeAtMs)) return null;
  // Values that came from the other side afterwards aren't what this flow wrote.
  const isOtherSides = known === null || (known.status === 'Skipped' && !isArchivedThere(known));
  const last = isOtherSides ? null : await lastWritten();
  return overwrittenNote({ typeName: target.typeName, fields: decision.fields, current, lastWritten: last });
}
