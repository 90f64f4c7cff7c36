import { changedSince, type Decision, type KnownItem, overwrittenNote, type WriteResult } from '@portage/sync';
import type { StepContext } from '../steps/step-handler.ts';
import { changedAtOf, type OpenSide } from './entity-calls.ts';
import { type FindKey, foundTogether, type KnownKeys } from './find-records.ts';
import type { CurrentRecords } from './read-current-records.ts';
import { readRecord } from './read-record.ts';

type Update = Extract<Decision, { kind: 'update' }>;

/** A record that is written over one of the target. */
export interface Overwrite {
  target: OpenSide;
  known: KnownItem | null;
  decision: Update;
  keys: readonly FindKey[];
  many: KnownKeys;
  current: CurrentRecords;
  /** What was written last of the record, by the names of the fields; null: it is not known. */
  lastWritten(): Promise<Record<string, unknown> | null>;
}

/** The result of a write that was made together with others: only what was read together is known of the target. */
export async function withOverwritten(
  { decision, ...rest }: Omit<Overwrite, 'decision'> & { decision: Decision },
  result: WriteResult,
): Promise<WriteResult> {
  if (result.kind !== 'written' || decision.kind !== 'update') return result;
  const overwrite = { ...rest, decision };
  return { ...result, overwritten: await overwrittenChange(overwrite, currentReadTogether(overwrite)) };
}

/** What the target has of the record, where it was read or found with others of its chunk; null: it was not, or gave no time of change. */
export function currentReadTogether({ target, decision, keys, many, current }: Omit<Overwrite, 'lastWritten' | 'known'>): unknown {
  const found = keys.flatMap((key) => foundTogether(many, key) ?? []).find(({ id }) => id === decision.targetItemId);
  const record = current.get(decision.targetItemId) ?? found?.record;
  return record !== undefined && changedAtOf(target, record) !== null ? record : null;
}

/**
 * The target's record as it is before the write, where the flow's rule or what is said of the item needs it.
 *
 * @returns null where it cannot be read, or the update itself reads it: the write goes on
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

/** What the write replaces of a change that was made in the target since both sides were alike; null: nothing, as far as is known. */
export async function overwrittenChange({ target, known, decision, lastWritten }: Overwrite, current: unknown): Promise<string | null> {
  if (!decision.tellsOverwritten || current === null || !changedSince(changedAtOf(target, current), decision.alikeAtMs)) return null;
  // What came from the other side afterwards is not what this flow wrote.
  const last = known === null || known.status === 'Skipped' ? null : await lastWritten();
  return overwrittenNote({ typeName: target.typeName, fields: decision.fields, current, lastWritten: last });
}
