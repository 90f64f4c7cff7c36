import { type DueSyncItem, shortHash } from '@portage/database';
import { type FlowDefinition, isArchivedIn, readRecord as readSource, type SourceRecord } from '@portage/sync';
import type { StepContext } from '../steps/step-handler.ts';
import type { OpenSide } from './entity-calls.ts';
import { inParallel } from './in-parallel.ts';
import { readRecord, saysGone } from './read-record.ts';
import type { OpenFlow } from './sync-progress.ts';

const ASKED_AT_ONCE = 4;
const MOST_ASKED = 25;
/** A list that shows every record each time leaves out only what is gone; one that shows changes leaves out nearly everything. */
const MOST_ASKED_AFTER_WHOLE_LIST = 100;
/** Without any record that is still there, the connector may lead to another account. */
const MOST_UNWITNESSED = 5;

/** Whether a flow looks for records that were deleted in the source: what it knows can be asked for one by one. */
export function followsDeletions({ flow, source }: { flow: Pick<FlowDefinition, 'carriesDeletions'>; source: OpenSide }): boolean {
  return flow.carriesDeletions && source.entity.get !== undefined;
}

/**
 * Known records that the reading didn't show and that the source says it no longer has, or has archived. Some are asked for in each sync,
 * in turn.
 *
 * @returns how many were asked for; 0: no more in this sync
 */
export async function goneRecords(
  { source, open }: { source: OpenSide; open: OpenFlow },
  context: StepContext,
): Promise<{ records: SourceRecord[]; asked: number }> {
  const most = (open.from === null ? MOST_ASKED_AFTER_WHOLE_LIST : MOST_ASKED) - (open.askedGone ?? 0);
  if (most <= 0) return { records: [], asked: 0 };
  const { items, isWitnessed } = await context.sync.unheard(open.flowId, open.startedAtMs, Math.min(most, MOST_ASKED));
  const gone: SourceRecord[] = [];
  const archived: SourceRecord[] = [];
  let present = 0;
  await inParallel(items, ASKED_AT_ONCE, async (item) => {
    const read = await readRecord(source, item.sourceItemId, context);
    if (!read.ok) {
      if (saysGone(read.called.status)) gone.push(goneRecord(item));
      return;
    }
    present += 1;
    if (isArchivedIn(source.entity, read.record)) {
      archived.push({ ...readSource(source.entity, read.record, item.sourceItemId, shortHash), id: item.sourceItemId });
    }
  });
  // Also those that could not be read now: the next sync asks for them again, after the others.
  if (items.length > 0)
    await context.sync.markHeard(
      open.flowId,
      items.map(({ sourceItemId }) => sourceItemId),
    );
  const isBelieved = isWitnessed || present > 0 || gone.length <= MOST_UNWITNESSED;
  return { records: isBelieved ? [...archived, ...gone] : archived, asked: items.length };
}

function goneRecord({ sourceItemId: id, name, description, sourceRecord: record }: DueSyncItem): SourceRecord {
  return { id, name, description, changedAtMs: null, isArchived: true, isGone: true, record, problem: null };
}
