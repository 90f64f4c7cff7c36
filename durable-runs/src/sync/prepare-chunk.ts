import type { FlowHold, SyncPage } from '@portage/database';
import {
  buildLinkKey,
  buildOppositeKey,
  type Decision,
  type FindKey,
  type MissingRecord,
  otherChangedAtPath,
  plainKey,
  sharedKeys,
  skipReasons,
} from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { type ChunkTask, mapRecord, type Plan, planChunk } from './chunk-plan.ts';
import { claimRecords, type Standing } from './claim-records.ts';
import type { OpenSide } from './entity-calls.ts';
import { findTogether, type SearchedKeys } from './find-records.ts';
import { type CurrentRecords, isReadFirst, readCurrentRecords } from './read-current-records.ts';

/**
 * Records that are searched for, claimed and written to the target together. Each chunk costs two statements and waits for their results.
 */
export const CHUNK_RECORDS = 250;

/** Reads what is known about records, whichever chunk they are in, with one statement. */
export function readStoredState(task: Omit<ChunkTask, 'page'>, context: StepContext): Promise<SyncPage> {
  const { flow, flowId, records, source, target } = task;
  return context.sync.page({
    flowId,
    sourceItemIds: records.map(({ id }) => id),
    oppositeKey: buildOppositeKey(flow),
    links: flow.dependencies.length > 0 ? neededRecords(task, context) : [],
    sourceConnectorId: source.connectorId,
    targetConnectorId: target.connectorId,
    otherChangedAtPath: otherChangedAtPath(target.entity),
  });
}

/** Why a chunk isn't written: as far as is known, a person paused the flow, or another run has it; null: it may be written. */
export type StopReason = 'paused' | 'lost' | null;

export function getStopReason({ isOurs, isPaused }: FlowHold): StopReason {
  return isOurs ? (isPaused ? 'paused' : null) : 'lost';
}

/** A chunk whose records have been decided. */
export interface PreparedChunk {
  task: ChunkTask;
  plans: Plan[];
  /** The keys of all records that may be written, as texts. */
  keyTexts: ReadonlySet<string>;
  keys: (readonly FindKey[])[];
  /** Messages for records that share a key with another record, by their ids. */
  shared: ReadonlyMap<string, string>;
  /** Null: the target must be searched when the chunk's turn comes. */
  lookedUp: LookedUp | null;
}

/** What the target and other syncs have of a chunk's records. */
export interface LookedUp {
  many: SearchedKeys;
  current: CurrentRecords;
  /** Records that may be created. */
  standings: Map<Plan, Standing>;
}

/**
 * Decides what to do with the records of a chunk, and looks up what the target has of them.
 *
 * @param keysBefore keys of the chunk that is being written in the meantime. What the target has for one of them may change, so a chunk
 * with such a key is looked up later.
 */
export async function prepareChunk(task: ChunkTask, keysBefore: ReadonlySet<string>, context: StepContext): Promise<PreparedChunk> {
  const plans = await planBothSides(task, context);
  const shared = sharedKeys(plans);
  const { target } = task;
  const isLookedUp = lookedUpIn(target);
  const keys = plans.map(({ record, decision, keys: own }) => (isLookedUp(decision) && !shared.has(record.id) ? own : []));
  const keyTexts = collectKeyTexts(plans);
  const isApart = ![...keyTexts].some((key) => keysBefore.has(key));
  const isWanted = isApart && getStopReason(task.page) === null;
  const lookedUp = isWanted ? await lookAtTarget({ task, plans, keys, shared }, context) : null;
  return { task, plans, keyTexts, keys, shared, lookedUp };
}

/** Records that the other flow may have written are decided field by field, from what both flows stored. */
async function planBothSides(task: ChunkTask, context: StepContext): Promise<Plan[]> {
  const plans = await planChunk(task, context);
  const isOfBoth = ({ decision, echo }: Plan) =>
    echo !== null && (decision.kind === 'update' || (decision.kind === 'skip' && decision.reason === skipReasons.echo));
  const sourceItemIds = plans.filter(isOfBoth).map(({ record }) => record.id);
  if (sourceItemIds.length === 0) return plans;
  const rows = await context.sync.storedSides({ flowId: task.flowId, oppositeKey: buildOppositeKey(task.flow), sourceItemIds });
  return planChunk(task, context, new Map(rows.map((row) => [row.sourceItemId, row])));
}

/** Looks up the records of a chunk, and claims those that may be created. */
export async function lookAtTarget(
  { task, plans, keys, shared }: Pick<PreparedChunk, 'task' | 'plans' | 'keys' | 'shared'>,
  context: StepContext,
): Promise<LookedUp> {
  const decisions = plans.map(({ decision }) => decision);
  const many = await findTogether(task.target, keys, context);
  const current = await readCurrentRecords(task.target, decisions, context);
  return { many, current, standings: await claimRecords(task, plans, shared, many, context) };
}

/**
 * If the target can't read records by their ids, a linked record that is read first is searched for: one call for
 * many, instead of one for each.
 */
function lookedUpIn({ entity: { getMany } }: OpenSide): (decision: Decision) => boolean {
  return (decision) => decision.kind === 'find' || (getMany === undefined && isReadFirst(decision));
}

function collectKeyTexts(plans: readonly Plan[]): ReadonlySet<string> {
  return new Set(plans.flatMap(({ keys }) => keys.map(({ key }) => plainKey(key))));
}

/** The records of other flows that these records refer to. */
function neededRecords(task: Pick<ChunkTask, 'mapper' | 'records'>, context: StepContext): (MissingRecord & { key: string })[] {
  const needed = new Map<string, MissingRecord>();
  for (const record of task.records) {
    const mapped = record.problem === null ? mapRecord(task, record, context, () => null) : null;
    if (mapped && !mapped.ok) for (const one of mapped.waits) needed.set(buildLinkKey(one), one);
  }
  return [...needed].map(([key, one]) => ({ ...one, key }));
}
