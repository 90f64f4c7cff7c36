import type { StepContext } from '../steps/step-handler.ts';
import type { OpenSide } from './entity-calls.ts';
import { isGoneFrom } from './read-record.ts';

/** Records of one sync that are asked for: a source with many twins is asked about others next time. */
const MOST_ASKED = 20;

/**
 * Ends conflicts of records that share a record of the target with one that the source no longer has: no reading of the source tells of
 * it, so each such record is asked for. The others are due at once.
 *
 * @param atMs from which they are due
 */
export async function endConflictsWithGone(source: OpenSide, flowId: string, atMs: number, context: StepContext): Promise<void> {
  if (!source.entity.get) return;
  const inConflict = await context.sync.conflicts(flowId, MOST_ASKED);
  const gone: typeof inConflict = [];
  for (const item of inConflict) {
    if (context.signal.aborted) return;
    if (await isGoneFrom(source, item.sourceItemId, context)) gone.push(item);
  }
  if (gone.length === 0) return;
  const reason = `${source.typeName} no longer has the record.`;
  await context.sync.dropFromConflicts(
    flowId,
    gone.map(({ sourceItemId }) => sourceItemId),
    reason,
    atMs,
  );
}
