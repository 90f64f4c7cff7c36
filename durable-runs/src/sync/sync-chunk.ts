import { type FlowHold, type StoredSyncItem, type SyncPage, shortHash } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { inParallel } from '@portage/primitives/in-parallel';
import {
  buildLinkKey,
  buildOppositeKey,
  type Decision,
  type Doubt,
  endedConflict,
  type FindKey,
  type MissingRecord,
  otherChangedAtPath,
  plainKey,
  type SettledItem,
  settleDecision,
  settleWrite,
  sharedKeys,
  skipReasons,
  type WriteResult,
} from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { askTogether } from './ask-together.ts';
import { ChunkOutcome } from './chunk-outcome.ts';
import { type ChunkTask, mapRecord, noteName, type Plan, planChunk } from './chunk-plan.ts';
import { claimRecords, claimTargets, type FoundLink, NO_STANDING, type Standing } from './claim-records.ts';
import { FlowProblem, type OpenSide } from './entity-calls.ts';
import { findTogether, type SearchedKeys } from './find-records.ts';
import { foundRecords, groupWrites } from './group-writes.ts';
import { withOverwritten } from './overwritten-change.ts';
import { type CurrentRecords, isReadFirst, readCurrentRecords } from './read-current-records.ts';
import { combineCounts, type RecordOutcome } from './sync-progress.ts';
import type { WriteBehind } from './write-behind.ts';
import { writeMany } from './write-many.ts';
import { writeRecord } from './write-record.ts';

/**
 * Records that are searched for, claimed and written to the target together. Each chunk costs two statements and waits for their results.
 */
export const CHUNK_RECORDS = 250;
/** Concurrent writes; the connector's own pace may be slower. */
const PARALLEL_WRITES = 8;
/** A flow is lost after ten minutes of silence (`postgres-sync.ts`), and the records of a slow target take longer. */
const HOLD_AGAIN_MS = MINUTE_MS;
/** How many finished writes are noted together. */
const NOTES_AT_ONCE = 25;

export interface ChunkResult extends Pick<ChunkOutcome, 'items' | 'itemValues'> {
  /** As far as is known, the run has lost the flow, or a person paused it: nothing more is read. */
  stop: 'paused' | 'lost' | null;
  /** When the last record in doubt is to be searched for again; null if there are none. */
  doubtsAtMs: number | null;
}

/** Reads what is known of records, whichever chunk they are in, with one statement. */
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

export function getStopReason({ isOurs, isPaused }: FlowHold): ChunkResult['stop'] {
  return isOurs ? (isPaused ? 'paused' : null) : 'lost';
}

/** A chunk whose records have been decided. */
export interface PreparedChunk {
  task: ChunkTask;
  plans: Plan[];
  /** The keys of all records that may be written, as texts. */
  keyTexts: ReadonlySet<string>;
  /** Keys by which the target may have the records. */
  keys: (readonly FindKey[])[];
  /** Messages for records that share a key with another record, by their ids. */
  shared: ReadonlyMap<string, string>;
  /** What the target has for the keys; undefined: it must be searched when the chunk's turn comes. */
  many: SearchedKeys | undefined;
  /** Linked records as they are in the target; undefined like `many`. */
  current: CurrentRecords | undefined;
  /** Records that may be created; undefined like `many`. */
  standings: Map<Plan, Standing> | undefined;
}

/** What the target and other syncs have of a chunk's records. */
interface LookedUp {
  many: SearchedKeys;
  current: CurrentRecords;
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
  const nothing = { many: undefined, current: undefined, standings: undefined };
  const known = isWanted ? await lookAtTarget({ task, plans, keys, shared }, context) : nothing;
  return { task, plans, keyTexts, keys, shared, ...known };
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
async function lookAtTarget(
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

/** Writes the records of a chunk to the target. Their outcomes are stored while the caller continues. */
export async function writeChunk(
  { task, plans, keys, shared, ...prepared }: PreparedChunk,
  behind: WriteBehind,
  context: StepContext,
): Promise<ChunkResult> {
  const { flow, flowId, pass, counts, target, page } = task;
  const stop = () => getStopReason(behind.hold ?? page);
  let heldAtMs = Date.now();
  /**
   * Stores what a slow target has accepted so far, which shows that the sync is still working. False: it must not continue. If another
   * run took the flow, the flow is that run's.
   */
  const goesOn = async () => {
    if (Date.now() - heldAtMs >= HOLD_AGAIN_MS) {
      heldAtMs = Date.now();
      await behind.begin(combineCounts(task), outcome.rows.splice(0));
      await behind.end();
    }
    return !context.signal.aborted && stop() === null;
  };
  // The list shows records again that were tried when due, or that moved on it; a later reading shows those of an earlier one.
  const counted = new Map(page.items.filter((item) => isCounted(task, item)).map((item) => [item.sourceItemId, item]));
  const looked = prepared.many === undefined ? await lookAtTarget({ task, plans, keys, shared }, context) : prepared;
  const { many = null, current = new Map(), standings = new Map<Plan, Standing>() } = looked;
  const outcome = new ChunkOutcome({ id: flowId, entity: flow.source.entity }, counts, (value) => context.redact(value));
  /** Records whose response was lost. What was known of them before may no longer be true. */
  const unsure = new Set<Plan>();
  let doubtsAtMs: number | null = null;
  const noteDoubt = ({ doubt, nextAttemptAtMs }: Pick<SettledItem, 'doubt' | 'nextAttemptAtMs'>) => {
    if (doubt && nextAttemptAtMs !== null) doubtsAtMs = Math.max(doubtsAtMs ?? 0, nextAttemptAtMs);
  };
  const sentName = ({ record }: Plan) => `${noteName(flowId, record.id)}/sent`;
  const standingOf = (plan: Plan): Standing => {
    const standing = standings.get(plan) ?? NO_STANDING;
    const sent = plan.keys.length === 0 ? (context.notes.get(sentName(plan)) as Doubt | null | undefined) : null;
    return sent ? { ...standing, doubt: sent } : standing;
  };
  // Short: some systems take 50 characters (QuickBooks).
  const keyOf = (part: string) => shortHash(context.idempotencyKeyOf(part));
  const writeNameOf = ({ record }: Plan, fingerprint: string | null) =>
    `${flowId}/${record.id}/${fingerprint ?? 'archive'}${pass > 0 ? `/${pass}` : ''}`;
  const linkedHere = new Map<string, string>();
  const ownersOf = async (links: readonly FoundLink[]) => {
    // Two records of the chunk may meet only at the target record. The first of them keeps it.
    const others = links.flatMap(({ sourceItemId, targetItemId }) => {
      const first = linkedHere.get(targetItemId);
      if (first === undefined) linkedHere.set(targetItemId, sourceItemId);
      return first === undefined || first === sourceItemId ? [] : [{ sourceItemId: first, targetItemId }];
    });
    // The record may have been written by the previous chunk.
    await behind.end();
    const ids = links.map(({ targetItemId }) => targetItemId);
    const own = links.filter(({ sourceItemId, targetItemId }) => linkedHere.get(targetItemId) === sourceItemId);
    const [known, claimed] = await Promise.all([context.sync.itemsOfTargets(flowId, ids), claimTargets(task, own, context)]);
    return [...others, ...known, ...claimed];
  };
  // One question for all records that were found together.
  const found = foundRecords(plans, { many, shared, target });
  const foundLinks = [...found].map(([{ record }, { id }]) => ({ sourceItemId: record.id, targetItemId: id }));
  const foundIds = new Map(foundLinks.map(({ sourceItemId, targetItemId }) => [sourceItemId, targetItemId]));
  const foundOwners = foundLinks.length === 0 ? [] : await ownersOf(foundLinks);
  const ownersTogether = askTogether(ownersOf);
  const ownerOf = async (link: FoundLink): Promise<string | null> => {
    const owners = foundIds.get(link.sourceItemId) === link.targetItemId ? foundOwners : await ownersTogether(link);
    const other = owners.find((owner) => owner.targetItemId === link.targetItemId && owner.sourceItemId !== link.sourceItemId);
    return other?.sourceItemId ?? null;
  };
  const lastWrittenOf = (id: string) => context.sync.lastWritten(flowId, id);
  const notes: [string, SettledItem][] = [];
  // After a crash, a noted write is not repeated. Each note costs a commit that the next call waits for, so records that can
  // be found again share a note, until an abnormal end shows that another may come soon.
  const notesAtOnce = target.entity.find.length > 0 && !context.hasStrikes ? NOTES_AT_ONCE : 1;
  const note = (id: string, settled: SettledItem) => {
    notes.push([noteName(flowId, id), settled]);
    if (notes.length >= notesAtOnce) context.notes.put(notes.splice(0));
  };
  const conflicts = new Map<string, string>();
  const endedConflicts = new Set<string>();

  /** Paths where the target's own change is kept. */
  const keptPaths = new Map<Plan, readonly string[]>();
  const add = (plan: Plan, settled: SettledItem | null, startedAt: number) => {
    const kept = keptPaths.get(plan) ?? [];
    // The run was cancelled during a call, which says nothing about the record.
    if (context.signal.aborted && settled?.outcome === 'failed') return;
    // A part that is repeated after a crash finds its doubts already stored.
    const state = settled ?? plan.known;
    if (state?.status === 'InProgress') noteDoubt(state);
    const before = counted.get(plan.record.id);
    if (settled === null && (before || (task.earlier && state?.status !== 'Success'))) return;
    const ended = settled && endedConflict(plan.known, settled);
    if (ended) endedConflicts.add(ended);
    outcome.add(plan, settled, startedAt, kept, before ? countedAs(before) : null);
  };

  const settle = async (plan: Plan): Promise<void> => {
    const { record, known, noted, decision } = plan;
    const startedAt = Date.now();
    const isUnchanged = decision.kind === 'unchanged';
    add(plan, isUnchanged ? noted : (settleDecision(known, record.id, decision, startedAt) ?? (await write(plan))), startedAt);
  };

  const write = async (plan: Plan): Promise<SettledItem | null> => {
    const { record, known, decision } = plan;
    if (decision.kind !== 'update' && decision.kind !== 'find' && decision.kind !== 'archive') return null;
    const fingerprint = decision.kind === 'archive' ? null : decision.fingerprint;
    const clash = shared.get(record.id);
    const written: WriteResult =
      clash !== undefined ? { kind: 'conflict', message: clash } : await writeSafely(plan, decision, keyOf(writeNameOf(plan, fingerprint)));
    const isOpen = written.kind === 'conflict' || written.kind === 'failed';
    const settled = settleWrite(known, record.id, written, fingerprint, Date.now());
    // What a crash left in doubt remains in doubt, whatever else keeps the record from being written.
    if (isOpen) settled.doubt ??= standingOf(plan).doubt;
    if (written.kind === 'written') {
      if (written.kept) keptPaths.set(plan, written.kept);
      note(record.id, settled);
    } else noteNotSent(plan, settled);
    return settled;
  };

  /** A target without keys can't be searched after a crash, so each call to it is noted before it's sent. */
  const noteSent = (plan: Plan, idempotencyKey: string) => {
    if (plan.keys.length === 0) context.notes.put([[sentName(plan), { sinceMs: Date.now(), idempotencyKey }]]);
  };
  const noteNotSent = (plan: Plan, { doubt }: SettledItem) => {
    const isNoted = plan.keys.length === 0 && context.notes.get(sentName(plan)) != null;
    if (isNoted && doubt === null) context.notes.put([[sentName(plan), null]]);
  };

  const writeSafely = async (
    plan: Plan,
    decision: Extract<Decision, { kind: 'update' | 'find' | 'archive' }>,
    idempotencyKey: string,
  ): Promise<WriteResult> => {
    const { record, known, keys } = plan;
    try {
      return await writeRecord(
        {
          flow,
          target,
          record,
          known,
          decision,
          keys,
          many: unsure.has(plan) ? null : many,
          current: unsure.has(plan) ? new Map() : current,
          idempotencyKey,
          mayBeWritten: unsure.has(plan),
          standing: standingOf(plan),
          noteSent: () => noteSent(plan, idempotencyKey),
          ownerOf: (targetItemId) => ownerOf({ sourceItemId: record.id, targetItemId }),
          onConflict: async (other, message) => void conflicts.set(other, message),
          lastWritten: () => lastWrittenOf(record.id),
        },
        context,
      );
    } catch (error) {
      // A problem with one record blocks no other.
      if (error instanceof FlowProblem) return { kind: 'failed', message: error.message, passes: false };
      throw error;
    }
  };

  const { groups, others } = groupWrites(plans, {
    flow,
    target,
    many,
    shared,
    standings,
    current,
    writeNameOf,
    idempotencyKeyOf: keyOf,
    found,
    owners: foundOwners,
  });
  const left = [...others];
  try {
    await inParallel(groups, PARALLEL_WRITES, async (group) => {
      if (!(await goesOn())) return;
      const startedAt = Date.now();
      const { results, isUnsure } = await writeMany(group, context);
      const written: [string, SettledItem][] = [];
      for (const { plan, fingerprint } of group.entries) {
        const answered = results.get(plan);
        if (!answered) {
          left.push(plan);
          if (isUnsure) unsure.add(plan);
          if (isUnsure && group.how === 'created')
            standings.set(plan, { rival: null, doubt: { sinceMs: Date.now(), idempotencyKey: null } });
          continue;
        }
        const result = await withOverwritten(
          { ...plan, target, many, current, lastWritten: () => lastWrittenOf(plan.record.id) },
          answered,
        );
        const settled = settleWrite(plan.known, plan.record.id, result, fingerprint, Date.now());
        if (result.kind === 'written') written.push([noteName(flowId, plan.record.id), settled]);
        add(plan, settled, startedAt);
      }
      if (written.length > 0) context.notes.put(written);
    });
    await inParallel(left, PARALLEL_WRITES, async (plan) => {
      if (await goesOn()) await settle(plan);
    });
  } finally {
    // What was written to the target is stored here, whatever went wrong with another record.
    await behind.begin(combineCounts(task), outcome.rows);
  }
  for (const [name, number] of outcome.outcomes) context.countItems(name, number);
  if (conflicts.size > 0 || endedConflicts.size > 0) await behind.end();
  if (conflicts.size > 0) await context.sync.markConflicts(flowId, conflicts);
  if (endedConflicts.size > 0) await context.sync.endConflicts(flowId, [...endedConflicts]);
  return { items: outcome.items, itemValues: outcome.itemValues, stop: stop(), doubtsAtMs };
}

/** Whether this step has already counted an item's record. A record that a person asked for in the meantime hasn't been tried yet. */
function isCounted({ counted: { sinceMs, untilMs } }: ChunkTask, { lastUpdatedAtMs, status, error }: StoredSyncItem): boolean {
  return lastUpdatedAtMs >= sinceMs && lastUpdatedAtMs < untilMs && (status !== 'InProgress' || error !== null);
}

/** Null: it was written, and each write counts. */
function countedAs({ status, fingerprint, doubt }: StoredSyncItem): RecordOutcome | null {
  switch (status) {
    case 'Success':
      return null;
    case 'Skipped':
      return 'skipped';
    case 'Error':
      return 'failed';
    case 'InProgress':
      return fingerprint !== null && doubt === null ? 'failed' : 'waiting';
    default:
      return status satisfies never;
  }
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
