import { entityCallValues } from '@portage/connectors/entities';
import { firstAt } from '@portage/connectors/events';
import { type DueSyncItem, shortHash } from '@portage/database';
import { readRecord, type SourceRecord } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { callEntity, FlowProblem, type OpenSide, readWithRetries, requestValues } from './entity-calls.ts';
import { wholeRecord } from './whole-record.ts';

/**
 * Records of items whose next attempt is due, as they were last read. A record that was too large to store is read from the source again.
 * A record that can't be read right now is left out and stays due.
 */
export async function dueRecords(source: OpenSide, due: readonly DueSyncItem[], context: StepContext): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  for (const item of due) {
    const read = item.sourceRecord === null ? await readAgain(source, item, context) : { record: item.sourceRecord, problem: null };
    if (!read) continue;
    const { sourceItemId: id, name, description } = item;
    const known = read.problem === null ? readRecord(source.entity, read.record, id, shortHash) : { ...unread, name, description };
    records.push({ ...known, id, problem: read.problem ?? known.problem });
  }
  return records;
}

const unread = { changedAtMs: null, isArchived: false, record: null, problem: null };

/** @returns `problem` if the record can never be read this way; null: it couldn't be read right now */
async function readAgain(
  side: OpenSide,
  { sourceItemId }: DueSyncItem,
  context: StepContext,
): Promise<{ record: unknown; problem: string | null } | null> {
  const { entity, typeName } = side;
  const { get } = entity;
  const lost = (why: string) => ({
    record: null,
    problem: `The record is too large to be stored here, and ${why}. Choose “Sync again”, “From a date…”, with a date before its last change.`,
  });
  if (!get) return lost(`${typeName} cannot read ${entity.title} one by one`);
  const values = requestValues(entityCallValues(get, { ...side.fields, id: sourceItemId }));
  const called = await readWithRetries(context, () => callEntity(context, side, get.operation, values));
  if (!called.ok) return called.passes || context.signal.aborted ? null : lost(`it could not be read again: ${called.message}`);
  const record = get.recordPath === '' ? called.body : firstAt(called.body, get.recordPath);
  const isIt = readRecord(entity, record, sourceItemId, shortHash).id === sourceItemId;
  if (!isIt) return lost(`${typeName} returned a different record for its id`);
  try {
    return { record: await wholeRecord(side, record, context), problem: null };
  } catch (error) {
    if (error instanceof FlowProblem) return null;
    throw error;
  }
}
