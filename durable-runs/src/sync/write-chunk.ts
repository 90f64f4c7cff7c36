import { type StoredSyncItem, shortHash } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { inParallel } from '@portage/primitives/in-parallel';
import { type Decision, type Doubt, endedConflict, type SettledItem, settleDecision, settleWrite, type WriteResult } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { askTogether } from './ask-together.ts';
import { ChunkOutcome } from './chunk-outcome.ts';
import { type ChunkTask, noteName, type Plan } from './chunk-plan.ts';
import { NO_STANDING, type Standing } from './claim-records.ts';
import { FlowProblem } from './entity-calls.ts';
import { foundRecords, groupWrites, type WriteGroup } from './group-writes.ts';
import { withOverwritten } from './overwritten-change.ts';
import { getStopReason, type LookedUp, lookAtTarget, type PreparedChunk, type StopReason } from './prepare-chunk.ts';
import { combineCounts, type RecordOutcome } from './sync-progress.ts';
import { TargetOwners } from './target-owners.ts';
import type { WriteBehind } from './write-behind.ts';
import { writeMany } from './write-many.ts';
import { writeRecord } from './write-record.ts';

/** Concurrent writes; the connector's own pace may be slower. */
const PARALLEL_WRITES = 8;
/** A flow is lost after ten minutes of silence (`postgres-sync.ts`), and the records of a slow target take longer. */
const HOLD_AGAIN_MS = MINUTE_MS;
const NOTES_AT_ONCE = 25;

export interface ChunkResult extends Pick<ChunkOutcome, 'items' | 'itemValues'> {
  /** As far as is known, the run has lost the flow, or a person paused it: nothing more is read. */
  stop: StopReason;
  /** When the last record in doubt is to be searched for again; null if there are none. */
  doubtsAtMs: number | null;
}

/** Writes the records of a chunk to the target. Their outcomes are stored while the caller continues. */
export async function writeChunk(chunk: PreparedChunk, behind: WriteBehind, context: StepContext): Promise<ChunkResult> {
  const heldAtMs = Date.now();
  const lookedUp = chunk.lookedUp ?? (await lookAtTarget(chunk, context));
  return new ChunkWriter({ ...chunk, lookedUp }, behind, context, heldAtMs).write();
}

type WritingDecision = Extract<Decision, { kind: 'update' | 'find' | 'archive' }>;

type LookedUpChunk = PreparedChunk & { lookedUp: LookedUp };

class ChunkWriter {
  readonly #chunk: LookedUpChunk;
  readonly #task: ChunkTask;
  readonly #behind: WriteBehind;
  readonly #context: StepContext;
  readonly #outcome: ChunkOutcome;
  readonly #owners: TargetOwners;
  /** Items that this step has already counted: the list shows records again that were tried when due, or that moved on it. */
  readonly #counted: ReadonlyMap<string, StoredSyncItem>;
  /** Records whose response was lost. What was known about them before may no longer be true. */
  readonly #unsure = new Set<Plan>();
  /** Paths where the target's own change is kept. */
  readonly #keptPaths = new Map<Plan, readonly string[]>();
  readonly #conflicts = new Map<string, string>();
  readonly #endedConflicts = new Set<string>();
  readonly #notes: [string, SettledItem][] = [];
  readonly #askLastWritten = askTogether((ids: readonly string[]) => this.#context.sync.lastWritten(this.#task.flowId, ids));
  readonly #notesAtOnce: number;
  #doubtsAtMs: number | null = null;
  #heldAtMs: number;

  constructor(chunk: LookedUpChunk, behind: WriteBehind, context: StepContext, heldAtMs: number) {
    const { task } = chunk;
    const { flow, flowId, target, page, counts } = task;
    this.#chunk = chunk;
    this.#task = task;
    this.#behind = behind;
    this.#context = context;
    this.#heldAtMs = heldAtMs;
    this.#outcome = new ChunkOutcome({ id: flowId, entity: flow.source.entity }, counts, (value) => context.redact(value));
    this.#owners = new TargetOwners(task, behind, context);
    this.#counted = new Map(page.items.filter((item) => isCounted(task, item)).map((item) => [item.sourceItemId, item]));
    // After a crash, a noted write is not repeated. Each note costs a commit that the next call waits for, so records that can
    // be found again share a note, until an abnormal end shows that another may come soon.
    this.#notesAtOnce = target.entity.find.length > 0 && !context.hasStrikes ? NOTES_AT_ONCE : 1;
  }

  async write(): Promise<ChunkResult> {
    const { groups, left } = await this.#divide();
    try {
      await inParallel(groups, PARALLEL_WRITES, async (group) => {
        if (await this.#mayContinue()) left.push(...(await this.#writeGroup(group)));
      });
      await inParallel(left, PARALLEL_WRITES, async (plan) => {
        if (await this.#mayContinue()) await this.#settle(plan);
      });
    } finally {
      // What was written to the target is stored here, whatever went wrong with another record.
      await this.#behind.begin(combineCounts(this.#task), this.#outcome.rows);
    }
    for (const [name, number] of this.#outcome.outcomes) this.#context.countItems(name, number);
    await this.#storeConflicts();
    const { items, itemValues } = this.#outcome;
    return { items, itemValues, stop: this.#stopReason(), doubtsAtMs: this.#doubtsAtMs };
  }

  /** The records that one call writes together, and those that are written one by one. */
  async #divide(): Promise<{ groups: WriteGroup[]; left: Plan[] }> {
    const { plans, shared } = this.#chunk;
    const { flow, target } = this.#task;
    const { many, current, standings } = this.#chunk.lookedUp;
    const found = foundRecords(plans, { many, shared, target });
    await this.#owners.readFound([...found].map(([{ record }, { id }]) => ({ sourceItemId: record.id, targetItemId: id })));
    const { groups, others } = groupWrites(plans, {
      flow,
      target,
      many,
      shared,
      standings,
      current,
      writeNameOf: (plan, fingerprint) => this.#writeName(plan, fingerprint),
      idempotencyKeyOf: (writeName) => this.#idempotencyKey(writeName),
      found,
      owners: this.#owners.ofFound,
    });
    return { groups, left: others };
  }

  #stopReason(): StopReason {
    return getStopReason(this.#behind.hold ?? this.#task.page);
  }

  /**
   * Stores what a slow target has accepted so far, which shows that the sync is still working. False: it must not continue. If another
   * run took the flow, the flow is that run's.
   */
  async #mayContinue(): Promise<boolean> {
    if (Date.now() - this.#heldAtMs >= HOLD_AGAIN_MS) {
      this.#heldAtMs = Date.now();
      await this.#behind.begin(combineCounts(this.#task), this.#outcome.rows.splice(0));
      await this.#behind.end();
    }
    return !this.#context.signal.aborted && this.#stopReason() === null;
  }

  /** @returns records that still have to be written one by one */
  async #writeGroup(group: WriteGroup): Promise<Plan[]> {
    const startedAt = Date.now();
    const { results, isUnsure } = await writeMany(group, this.#context);
    const left: Plan[] = [];
    const written: [string, SettledItem][] = [];
    for (const { plan, fingerprint } of group.entries) {
      const reported = results.get(plan);
      if (!reported) {
        left.push(plan);
        if (isUnsure) this.#unsure.add(plan);
        if (isUnsure && group.how === 'created')
          this.#chunk.lookedUp.standings.set(plan, { rival: null, doubt: { sinceMs: Date.now(), idempotencyKey: null } });
        continue;
      }
      const { many, current } = this.#chunk.lookedUp;
      const lastWritten = () => this.#lastWritten(plan);
      const result = await withOverwritten({ ...plan, target: this.#task.target, many, current, lastWritten }, reported);
      const settled = settleWrite(plan.known, plan.record.id, result, fingerprint, Date.now());
      if (result.kind === 'written') written.push([noteName(this.#task.flowId, plan.record.id), settled]);
      this.#add(plan, settled, startedAt);
    }
    if (written.length > 0) this.#context.notes.put(written);
    return left;
  }

  async #settle(plan: Plan): Promise<void> {
    const { record, known, noted, decision } = plan;
    const startedAt = Date.now();
    const isUnchanged = decision.kind === 'unchanged';
    const settled = isUnchanged ? noted : (settleDecision(known, record.id, decision, startedAt) ?? (await this.#writeOne(plan)));
    this.#add(plan, settled, startedAt);
  }

  async #writeOne(plan: Plan): Promise<SettledItem | null> {
    const { record, known, decision } = plan;
    if (decision.kind !== 'update' && decision.kind !== 'find' && decision.kind !== 'archive') return null;
    const fingerprint = decision.kind === 'archive' ? null : decision.fingerprint;
    const clash = this.#chunk.shared.get(record.id);
    const idempotencyKey = this.#idempotencyKey(this.#writeName(plan, fingerprint));
    const written: WriteResult =
      clash !== undefined ? { kind: 'conflict', message: clash } : await this.#writeSafely(plan, decision, idempotencyKey);
    const isOpen = written.kind === 'conflict' || written.kind === 'failed';
    const settled = settleWrite(known, record.id, written, fingerprint, Date.now());
    // What a crash left in doubt remains in doubt, whatever else keeps the record from being written.
    if (isOpen) settled.doubt ??= this.#standing(plan).doubt;
    if (written.kind === 'written') {
      if (written.kept) this.#keptPaths.set(plan, written.kept);
      this.#noteWritten(plan, settled);
    } else this.#noteNotSent(plan, settled);
    return settled;
  }

  async #writeSafely(plan: Plan, decision: WritingDecision, idempotencyKey: string): Promise<WriteResult> {
    const { record, known, keys } = plan;
    const { flow, target } = this.#task;
    const isUnsure = this.#unsure.has(plan);
    try {
      return await writeRecord(
        {
          flow,
          target,
          record,
          known,
          decision,
          keys,
          many: isUnsure ? null : this.#chunk.lookedUp.many,
          current: isUnsure ? new Map() : this.#chunk.lookedUp.current,
          idempotencyKey,
          mayBeWritten: isUnsure,
          standing: this.#standing(plan),
          noteSent: () => this.#noteSent(plan, idempotencyKey),
          ownerOf: (targetItemId) => this.#owners.findOther({ sourceItemId: record.id, targetItemId }),
          onConflict: async (other, message) => void this.#conflicts.set(other, message),
          lastWritten: () => this.#lastWritten(plan),
        },
        this.#context,
      );
    } catch (error) {
      // A problem with one record blocks no other.
      if (error instanceof FlowProblem) return { kind: 'failed', message: error.message, passes: false };
      throw error;
    }
  }

  #add(plan: Plan, settled: SettledItem | null, startedAt: number): void {
    // The run was cancelled during a call, which says nothing about the record.
    if (this.#context.signal.aborted && settled?.outcome === 'failed') return;
    // A part that is repeated after a crash finds its doubts already stored.
    const state = settled ?? plan.known;
    if (state?.status === 'InProgress' && state.doubt && state.nextAttemptAtMs !== null)
      this.#doubtsAtMs = Math.max(this.#doubtsAtMs ?? 0, state.nextAttemptAtMs);
    const before = this.#counted.get(plan.record.id);
    // A later reading shows the records of an earlier one, too.
    if (settled === null && (before || (this.#task.earlier && state?.status !== 'Success'))) return;
    const ended = settled && endedConflict(plan.known, settled);
    if (ended) this.#endedConflicts.add(ended);
    this.#outcome.add(plan, settled, startedAt, this.#keptPaths.get(plan) ?? [], before ? countedAs(before) : null);
  }

  async #storeConflicts(): Promise<void> {
    const { sync } = this.#context;
    const { flowId } = this.#task;
    if (this.#conflicts.size > 0 || this.#endedConflicts.size > 0) await this.#behind.end();
    if (this.#conflicts.size > 0) await sync.markConflicts(flowId, this.#conflicts);
    if (this.#endedConflicts.size > 0) await sync.endConflicts(flowId, [...this.#endedConflicts]);
  }

  #noteWritten({ record }: Plan, settled: SettledItem): void {
    this.#notes.push([noteName(this.#task.flowId, record.id), settled]);
    if (this.#notes.length >= this.#notesAtOnce) this.#context.notes.put(this.#notes.splice(0));
  }

  /** A target without keys can't be searched after a crash, so each call to it is noted before it's sent. */
  #noteSent(plan: Plan, idempotencyKey: string): void {
    if (plan.keys.length === 0) this.#context.notes.put([[this.#sentName(plan), { sinceMs: Date.now(), idempotencyKey }]]);
  }

  #noteNotSent(plan: Plan, { doubt }: SettledItem): void {
    const isNoted = plan.keys.length === 0 && this.#context.notes.get(this.#sentName(plan)) != null;
    if (isNoted && doubt === null) this.#context.notes.put([[this.#sentName(plan), null]]);
  }

  #standing(plan: Plan): Standing {
    const standing = this.#chunk.lookedUp.standings.get(plan) ?? NO_STANDING;
    const sent = plan.keys.length === 0 ? (this.#context.notes.get(this.#sentName(plan)) as Doubt | null | undefined) : null;
    return sent ? { ...standing, doubt: sent } : standing;
  }

  #sentName({ record }: Plan): string {
    return `${noteName(this.#task.flowId, record.id)}/sent`;
  }

  #writeName({ record }: Plan, fingerprint: string | null): string {
    const { flowId, pass } = this.#task;
    return `${flowId}/${record.id}/${fingerprint ?? 'archive'}${pass > 0 ? `/${pass}` : ''}`;
  }

  /** Short: some systems take 50 characters (QuickBooks). */
  #idempotencyKey(writeName: string): string {
    return shortHash(this.#context.idempotencyKeyOf(writeName));
  }

  async #lastWritten({ record }: Plan): Promise<Record<string, unknown> | null> {
    return (await this.#askLastWritten(record.id)).get(record.id) ?? null;
  }
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
