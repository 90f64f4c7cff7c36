import type { StepContext } from '../step-context/step-handler.ts';
import type { OpenSide } from './entity-calls.ts';
import { isGoneFrom } from './read-record.ts';

/** How many records one sync asks for. A source with many twins is asked about others next time. */
const MOST_ASKED = 20;

/**
 * Ends conflicts of records that share a target record with one that the source no longer has. No reading of the source reveals this, so
 * each such record is requested. The other records are due at once.
 *
 * @param atMs when they are due
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
