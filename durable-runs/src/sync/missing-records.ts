import { type DueSyncItem, shortHash } from '@portage/database';
import { type FlowDefinition, isArchivedIn, readRecord as readSource, type SourceRecord } from '@portage/sync';
import type { StepContext } from '../steps/step-handler.ts';
import type { OpenSide } from './entity-calls.ts';
import { inParallel } from './in-parallel.ts';
import { readRecord, saysGone } from './read-record.ts';
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

/** Whether a flow looks for records that were deleted in the source. Its known records can be requested one by one. */
function followsDeletions({ flow, source }: Sides): boolean {
  return flow.carriesDeletions && source.entity.get !== undefined;
}

/**
 * Known records that the reading didn't show and that the source says it no longer has, or has archived. Each sync asks for some of them
 * in turn. Records that a list omits for a reason (`unlisted`) stay in the target and say so.
 *
 * @returns how many were asked for; 0: no more in this sync
 */
export async function missingRecords(
  { flow, source, target, open }: Sides & { target: OpenSide; open: OpenFlow },
  context: StepContext,
): Promise<{ records: SourceRecord[]; asked: number }> {
  const { unlisted } = source.entity.list ?? {};
  const leftOut = (item: DueSyncItem): SourceRecord => ({
    ...missingRecord(item),
    skipReason: `${unlisted} What was written to ${target.typeName} stays as it is; change it there if it no longer applies.`,
  });
  const most = (open.from === null ? MOST_ASKED_AFTER_WHOLE_LIST : MOST_ASKED) - (open.askedGone ?? 0);
  if (most <= 0) return { records: [], asked: 0 };
  const { items, isWitnessed } = await context.sync.unheard(open.flowId, open.startedAtMs, Math.min(most, MOST_ASKED));
  if (!followsDeletions({ flow, source })) {
    const isBelieved = isWitnessed || items.length <= MOST_UNWITNESSED;
    return { records: isBelieved ? items.map(leftOut) : [], asked: isBelieved ? items.length : 0 };
  }
  const gone: SourceRecord[] = [];
  const shown: SourceRecord[] = [];
  let present = 0;
  await inParallel(items, ASKED_AT_ONCE, async (item) => {
    const read = await readRecord(source, item.sourceItemId, context);
    if (!read.ok) {
      if (saysGone(read.called.status)) gone.push({ ...missingRecord(item), isArchived: true, isGone: true });
      return;
    }
    present += 1;
    if (isArchivedIn(source.entity, read.record)) {
      shown.push({ ...readSource(source.entity, read.record, item.sourceItemId, shortHash), id: item.sourceItemId });
    } else if (unlisted !== undefined) shown.push(leftOut(item));
  });
  // Includes those that couldn't be read now: the next sync asks for them again, after the others.
  if (items.length > 0)
    await context.sync.markHeard(
      open.flowId,
      items.map(({ sourceItemId }) => sourceItemId),
    );
  const isBelieved = isWitnessed || present > 0 || gone.length <= MOST_UNWITNESSED;
  return { records: isBelieved ? [...shown, ...gone] : shown, asked: items.length };
}

function missingRecord({ sourceItemId: id, name, description, sourceRecord: record }: DueSyncItem): SourceRecord {
  return { id, name, description, changedAtMs: null, isArchived: false, record, problem: null };
}
