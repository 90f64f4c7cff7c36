import { textAt } from '@portage/connectors/events';
import { type ClaimedFlow, shortHash } from '@portage/database';
import { readRecord } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { FlowProblem, type OpenSide } from './entity-calls.ts';

/** How many items are checked. */
const SAMPLE = 20;

/**
 * If the document reads ids from a different field than at the last sync, known records must keep their ids. Under a new id they
 * would be written a second time.
 *
 * @returns `unsure` if the stored records lack the new field: the first page decides
 * @throws FlowProblem
 */
export async function checkRecordIds(
  { flowId, sourceIdPath }: Pick<ClaimedFlow, 'flowId' | 'sourceIdPath'>,
  source: OpenSide,
  context: StepContext,
): Promise<'same' | 'unsure'> {
  const { entity, typeName } = source;
  if (sourceIdPath === null || sourceIdPath === entity.idPath) return 'same';
  const kept = await context.sync.kept(flowId, SAMPLE);
  const readable = kept.filter(({ sourceRecord }) => textAt(sourceRecord, entity.idPath) !== null);
  for (const { sourceItemId, sourceRecord } of readable) {
    const { id } = readRecord(entity, sourceRecord, sourceItemId, shortHash);
    if (id === sourceItemId) continue;
    throw new FlowProblem(
      `The ids of ${entity.title} of ${typeName} are read at “${entity.idPath}” now, but used to be read at “${sourceIdPath}”: the record ${sourceItemId} would become ${id} and be written a second time. Set idPath back to “${sourceIdPath}”. If “${entity.idPath}” is right, synchronise in a new workflow, which looks for each record in the target first.`,
    );
  }
  return kept.length > 0 && readable.length === 0 ? 'unsure' : 'same';
}

/** At least one of the first records read by a new id field must be known by that id. @throws FlowProblem */
export function requireRecognizedRecords(knownCount: number, { entity, typeName }: OpenSide): void {
  if (knownCount > 0) return;
  throw new FlowProblem(
    `The ids of ${entity.title} of ${typeName} are read at “${entity.idPath}” now, and none of the first records read has a known id there. If the ids are the same, choose “Sync again”, “From a date…”, with a date on which known records changed. Otherwise set idPath back.`,
  );
}
