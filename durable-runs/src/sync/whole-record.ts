import { type EntityInnerList, entityCallValues, unreadLists, withWholeList } from '@portage/connectors/entities';
import { listAt } from '@portage/connectors/events';
import type { OperationCall } from '../operations/operation-request.ts';
import type { StepContext } from '../step-context/step-handler.ts';
import { callAfter, callEntity, FlowProblem, type OpenSide, readWithRetries, requestValues } from './entity-calls.ts';

/** Entries of one list of a record. Mappings refuse a longer list and say so. */
const MOST_ENTRIES = 2_000;

/**
 * A record with all entries of its lists: an order comes with some of its lines, and another call lists them all.
 *
 * @throws FlowProblem in the source's words
 */
export async function wholeRecord(side: OpenSide, record: unknown, context: StepContext): Promise<unknown> {
  let whole = record;
  for (const { list, id } of unreadLists(side.entity, record)) {
    const entries = await loadEntries(side, list, id, context);
    if (entries.length < listAt(record, list.path).length) {
      throw new FlowProblem(`${side.typeName} lists fewer entries of ${list.path} than it returned with the record ${id}.`);
    }
    whole = withWholeList(whole, list, entries);
  }
  return whole;
}

async function loadEntries(side: OpenSide, list: EntityInnerList, id: string, context: StepContext): Promise<unknown[]> {
  const entries: unknown[] = [];
  let call: OperationCall | null = { values: requestValues(entityCallValues(list, { ...side.fields, id })) };
  while (call !== null && entries.length < MOST_ENTRIES) {
    const asked: OperationCall = call;
    const called = await readWithRetries(context, () => callEntity(context, side, list.operation, asked, { list: {} }));
    if (!called.ok) throw new FlowProblem(called.message);
    entries.push(...called.page.items);
    call = callAfter(called.page, side);
  }
  return entries;
}
