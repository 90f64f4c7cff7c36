import { type DueSyncItem, shortHash } from '@portage/database';
import { inParallel } from '@portage/primitives/in-parallel';
import { type FlowDefinition, isArchivedIn, readRecord as readSource, type SourceRecord } from '@portage/sync';
import type { OperationCall } from '../operations/operation-request.ts';
import type { StepContext } from '../step-context/step-handler.ts';
import type { OpenSide } from './entity-calls.ts';
import { readRecord, saysGone } from './read-record.ts';
import { firstCall, readPage } from './read-records.ts';
import type { OpenFlow } from './sync-progress.ts';

const ASKED_AT_ONCE = 4;
const MOST_ASKED = 25;
/** A list that shows every record each time only omits deleted ones. A list that shows changes omits nearly everything. */
const MOST_ASKED_AFTER_WHOLE_LIST = 100;
/** If not one record still exists, the connector may point to another account. */
const MOST_UNWITNESSED = 5;

interface Sides {
  flow: Pick<FlowDefinition, 'carriesDeletions'>;
  source: OpenSide;
}

/** Whether a flow looks for records that the source no longer shows. */
export function looksForMissing(sides: Sides): boolean {
  return followsDeletions(sides) || sides.source.entity.list?.unlisted !== undefined;
}

/** Whether a flow looks for records that were deleted in the source: it can request them one by one, or read the whole list again. */
function followsDeletions({ flow, source: { entity } }: Sides): boolean {
  return flow.carriesDeletions && (entity.get !== undefined || entity.list?.isWhole === true);
}

/**
 * Known records that the reading didn't show and that the source says it no longer has, or has archived. Each sync asks for some of them
 * in turn. Records that a list omits for a reason (`unlisted`) stay in the target and say so.
 *
 * @returns how many were asked for; 0: no more in this sync
 */
export async function missingRecords(
  { flow, source, target, open }: Sides & { flow: Pick<FlowDefinition, 'source'>; target: OpenSide; open: OpenFlow },
  context: StepContext,
): Promise<{ records: SourceRecord[]; asked: number }> {
  const { unlisted } = source.entity.list ?? {};
  const leftOut = (item: DueSyncItem): SourceRecord => ({
    ...missingRecord(item),
    skipReason: `${unlisted} What was written to ${target.typeName} stays as it is; change it there if it no longer applies.`,
  });
  const most = (open.from === null ? MOST_ASKED_AFTER_WHOLE_LIST : MOST_ASKED) - (open.askedGone ?? 0);
  if (most <= 0) return { records: [], asked: 0 };
  const mostAtOnce = source.entity.get ? MOST_ASKED : most;
  const { items, isWitnessed } = await context.sync.unheard(open.flowId, open.startedAtMs, Math.min(most, mostAtOnce));
  if (items.length === 0) return { records: [], asked: 0 };
  // Nothing is archived, so this is also said of a connector that leads to another account.
  if (!followsDeletions({ flow, source })) return { records: items.map(leftOut), asked: items.length };
  const gone: SourceRecord[] = [];
  const shown: SourceRecord[] = [];
  let present = 0;
  const listed = source.entity.get ? null : await readListedIds(flow, source, context);
  await inParallel(items, ASKED_AT_ONCE, async (item) => {
    if (listed?.has(item.sourceItemId)) present += 1;
    else if (listed) gone.push(goneRecord(item));
    if (listed) return;
    const read = await readRecord(source, item.sourceItemId, context);
    if (!read.ok) {
      if (saysGone(read.called.status)) gone.push(goneRecord(item));
      return;
    }
    present += 1;
    if (isArchivedIn(source.entity, read.record)) {
      shown.push({ ...readSource(source.entity, read.record, item.sourceItemId, shortHash), id: item.sourceItemId });
    } else if (unlisted !== undefined) shown.push(leftOut(item));
  });
  // Includes those that couldn't be read now: the next sync asks for them again, after the others.
  await context.sync.markHeard(
    open.flowId,
    items.map(({ sourceItemId }) => sourceItemId),
  );
  const isBelieved = isWitnessed || present > 0 || gone.length <= MOST_UNWITNESSED;
  return { records: isBelieved ? [...shown, ...gone] : shown, asked: items.length };
}

/** A record that was deleted during the first reading may have moved another one to a page that was read before. */
async function readListedIds(flow: Pick<FlowDefinition, 'source'>, source: OpenSide, context: StepContext): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let call: OperationCall | null = firstCall(source, flow, null, Date.now()); call !== null; ) {
    const page = await readPage(source, call, context);
    for (const record of page.records) ids.add(readSource(source.entity, record, '', shortHash).id);
    call = page.next;
  }
  return ids;
}

function goneRecord(item: DueSyncItem): SourceRecord {
  return { ...missingRecord(item), isArchived: true, isGone: true };
}

function missingRecord({ sourceItemId: id, name, description, sourceRecord: record }: DueSyncItem): SourceRecord {
  return { id, name, description, changedAtMs: null, isArchived: false, record, problem: null };
}
