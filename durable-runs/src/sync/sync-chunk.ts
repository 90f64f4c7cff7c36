import { type FlowHold, type SyncCounts, type SyncItemWrite, type SyncPage, shortHash } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import {
  type Decision,
  decideItem,
  type FlowDefinition,
  fieldName,
  type KnownItem,
  type LinkOf,
  linkKeyOf,
  type Mapped,
  type MissingRecord,
  oppositeKeyOf,
  type RecordMapper,
  type SettledItem,
  type SourceRecord,
  settleDecision,
  settleWrite,
  type WriteResult,
} from '@portage/sync';
import type { StepValues } from '@portage/workflow';
import type { ItemOutcome } from '../core/run-event.ts';
import { itemPath } from '../core/step-path.ts';
import type { StepContext } from '../steps/step-handler.ts';
import { FlowProblem, type OpenSide } from './entity-calls.ts';
import { type FindKey, findKeys, findTogether, identityOf } from './find-records.ts';
import { addOutcome } from './sync-progress.ts';
import { writeRecord } from './write-record.ts';

/** Records that are brought to the target in one statement. */
export const CHUNK_RECORDS = 100;
/** Writes under way at a time; the connector's own pace may be slower. */
const PARALLEL_WRITES = 8;
/** A flow is lost after ten minutes of silence (`postgres-sync.ts`), and the records of a slow target take longer. */
const HOLD_AGAIN_MS = MINUTE_MS;
/** Finished writes that are noted together. */
const NOTES_AT_ONCE = 25;
/** What is kept of a record and of a write, as JSON. */
const LONGEST_KEPT = 50_000;

export interface ChunkTask {
  flow: FlowDefinition;
  flowId: string;
  /** How often the run read the flow before: a write that a person asked for again is no repetition of the earlier one. */
  pass: number;
  mapper: RecordMapper;
  source: OpenSide;
  target: OpenSide;
  /** Each id once. */
  records: readonly SourceRecord[];
  /** What is known of them. */
  page: SyncPage;
  /** They were asked for, or their pause is over. */
  isDue: boolean;
  counts: SyncCounts;
}

export interface ChunkResult {
  items: ItemOutcome[];
  itemValues: StepValues[];
  /** The flow is no longer this run's, or a person paused it: nothing further is read. */
  stop: 'paused' | 'lost' | null;
}

/** Reads what is known of records, whichever chunk they come in: one statement. */
export function readKnown(task: Omit<ChunkTask, 'page'>, context: StepContext): Promise<SyncPage> {
  const { flow, flowId, records, source, target } = task;
  return context.sync.page({
    flowId,
    sourceItemIds: records.map(({ id }) => id),
    oppositeKey: oppositeKeyOf(flow),
    links: flow.dependencies.length > 0 ? neededRecords(task, context) : [],
    sourceConnectorId: source.connectorId,
    targetConnectorId: target.connectorId,
  });
}

export function stopOf({ isOurs, isPaused }: FlowHold): ChunkResult['stop'] {
  return isOurs ? (isPaused ? 'paused' : null) : 'lost';
}

/** Brings some records to the target and writes down what became of them. */
export async function syncChunk(task: ChunkTask, context: StepContext): Promise<ChunkResult> {
  const { flow, flowId, pass, records, counts, isDue, target, page } = task;
  const result: ChunkResult = { items: [], itemValues: [], stop: null };
  let hold: FlowHold = page;
  let heldAtMs = Date.now();
  /** Says that the sync is at work. False: another run has the flow by now, and its records are that run's. */
  const isHeld = async () => {
    if (Date.now() - heldAtMs >= HOLD_AGAIN_MS) {
      heldAtMs = Date.now();
      hold = await context.sync.write(flowId, counts, []);
    }
    return hold.isOurs;
  };
  const known = new Map(page.items.map((item) => [item.sourceItemId, item]));
  const echoes = new Map(page.echoes.map((echo) => [echo.sourceItemId, echo]));
  const links = new Map(page.links.map(({ key, targetItemId }) => [key, targetItemId]));
  const linkOf: LinkOf = (wanted) => links.get(linkKeyOf(wanted)) ?? null;
  const [externalIdPath] = flow.externalIdFields;
  const plans = records.map((record) => {
    const mapped = record.problem === null ? mapRecord(task, record, context, linkOf) : { ok: true as const, fields: [] };
    const noted = (context.notes.get(noteName(flowId, record.id)) as SettledItem | undefined) ?? null;
    // The record may have changed since the write that was noted: that write counts as any other does.
    const item = noted ?? known.get(record.id) ?? null;
    const echo = echoes.get(record.id) ?? null;
    const decision = decideItem({ flow, record, mapped, known: item, echo, isDue, nowMs: Date.now(), hash: shortHash });
    const isWritten = decision.kind === 'find' || decision.kind === 'update';
    const keys = isWritten ? findKeys(target, decision.fields, record.id, externalIdPath) : [];
    return { record, mapped, known: item, noted, decision, keys };
  });
  const shared = sharedKeys(plans);
  const keysOf = ({ record, decision, keys }: Plan) => (decision.kind === 'find' && !shared.has(record.id) ? keys : []);
  const many = await findTogether(target, plans.map(keysOf), context);
  const rows: SyncItemWrite[] = [];
  // Short: some systems take 50 characters (QuickBooks).
  const keyOf = (part: string) => shortHash(context.idempotencyKeyOf(part));
  const notes: [string, SettledItem][] = [];
  // After a crash a write that is noted is not made again. One note costs a commit that the next call waits for, so records that can
  // be found again share one.
  const notesAtOnce = target.entity.find.length > 0 ? NOTES_AT_ONCE : 1;
  const note = (id: string, settled: SettledItem) => {
    notes.push([noteName(flowId, id), settled]);
    if (notes.length >= notesAtOnce) context.notes.put(notes.splice(0));
  };
  const outcomes = new Map<string, number>();
  const count = (outcome: Parameters<typeof addOutcome>[1]) => {
    addOutcome(counts, outcome);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const conflicts = new Map<string, string>();

  const settle = async (plan: Plan): Promise<void> => {
    const { record, mapped, known: item, noted, decision } = plan;
    const startedAt = Date.now();
    const isUnchanged = decision.kind === 'unchanged';
    const settled = isUnchanged ? noted : (settleDecision(item, record.id, decision, startedAt) ?? (await write(plan)));
    // The run was cancelled in the middle of a call: that says nothing about the record.
    if (context.signal.aborted && settled?.outcome === 'failed') return;
    if (settled === null) {
      count('unchanged');
      return;
    }
    count(settled.outcome);
    const { outcome, ...state } = settled;
    rows.push({
      ...state,
      name: record.name,
      description: record.description,
      sourceRecord: kept(record.record),
      written: outcome === 'created' || outcome === 'updated' ? kept(mapped.ok ? writtenFields(mapped) : {}) : null,
    });
    if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'archived' && outcome !== 'failed') return;
    result.items.push({
      path: itemPath(flow.source.entity, record.id),
      status: outcome === 'failed' ? 'Failed' : 'Succeeded',
      startedAt,
      finishedAt: Date.now(),
      errorMessage: settled.error,
    });
    result.itemValues.push({
      Response: {
        name: record.name,
        sourceItemId: record.id,
        targetItemId: settled.targetItemId,
        outcome,
        fields: mapped.ok ? shown(mapped) : [],
      },
    });
  };

  const write = async (plan: Plan): Promise<SettledItem | null> => {
    const { record, known: item, decision } = plan;
    if (decision.kind !== 'update' && decision.kind !== 'find' && decision.kind !== 'archive') return null;
    const fingerprint = decision.kind === 'archive' ? null : decision.fingerprint;
    const clash = shared.get(record.id);
    const written: WriteResult =
      clash !== undefined
        ? { kind: 'failed', message: clash, passes: false }
        : await writeSafely(plan, decision, keyOf(`${flowId}/${record.id}/${fingerprint ?? 'archive'}${pass > 0 ? `/${pass}` : ''}`));
    const settled = settleWrite(item, record.id, written, fingerprint, Date.now());
    if (written.kind === 'written') note(record.id, settled);
    return settled;
  };

  const writeSafely = async (
    { record, known, keys }: Plan,
    decision: Extract<Decision, { kind: 'update' | 'find' | 'archive' }>,
    idempotencyKey: string,
  ): Promise<WriteResult> => {
    try {
      return await writeRecord(
        {
          flow,
          target,
          record,
          known,
          decision,
          keys,
          many,
          idempotencyKey,
          ownerOf: async (targetItemId) => (await context.sync.itemsOfTargets(flowId, [targetItemId]))[0]?.sourceItemId ?? null,
          onConflict: async (other, message) => void conflicts.set(other, message),
        },
        context,
      );
    } catch (error) {
      // What is wrong with one record holds up no other.
      if (error instanceof FlowProblem) return { kind: 'failed', message: error.message, passes: false };
      throw error;
    }
  };

  try {
    await inParallel(plans, PARALLEL_WRITES, async (plan) => {
      if (!context.signal.aborted && (await isHeld())) await settle(plan);
    });
  } finally {
    // What was written there is written down here, whatever went wrong with another record.
    hold = await context.sync.write(flowId, counts, rows);
  }
  for (const [outcome, number] of outcomes) context.countItems(outcome, number);
  if (conflicts.size > 0) await context.sync.markConflicts(flowId, conflicts);
  return { ...result, stop: stopOf(hold) };
}

/** Works on a list with so many tasks at a time; the first failure ends it once those under way are over. */
async function inParallel<Item>(list: readonly Item[], most: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = list.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, list.length) }, one));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function mapRecord({ mapper }: Pick<ChunkTask, 'mapper'>, record: SourceRecord, { scope }: StepContext, linkOf: LinkOf): Mapped {
  return mapper.map(record.record, record.id, scope, linkOf);
}

/** The records of other flows that these ones refer to. */
function neededRecords(task: Pick<ChunkTask, 'mapper' | 'records'>, context: StepContext): (MissingRecord & { key: string })[] {
  const needed = new Map<string, MissingRecord>();
  for (const record of task.records) {
    const mapped = record.problem === null ? mapRecord(task, record, context, () => null) : null;
    if (mapped && !mapped.ok) for (const one of mapped.waits) needed.set(linkKeyOf(one), one);
  }
  return [...needed].map(([key, one]) => ({ ...one, key }));
}

/** A record on its way to the target. */
interface Plan {
  record: SourceRecord;
  mapped: Mapped;
  known: KnownItem | null;
  /** What was written of it before a crash in this part; its row may not say so yet. */
  noted: SettledItem | null;
  decision: Decision;
  /** By which the target may have it. */
  keys: readonly FindKey[];
}

/** Records of one page that would become one record of the target: none of them is written, and each says so. */
function sharedKeys(plans: readonly Plan[]): ReadonlyMap<string, string> {
  const byKey = new Map<string, { title: string; key: string; ids: string[] }>();
  for (const { record, decision, keys } of plans) {
    if (decision.kind !== 'find') continue;
    const [first] = keys;
    if (!first || first.find.key === 'externalId') continue;
    const name = identityOf(first);
    const entry = byKey.get(name) ?? { title: first.find.title, key: first.key, ids: [] };
    entry.ids.push(record.id);
    byKey.set(name, entry);
  }
  const messages = new Map<string, string>();
  for (const { title, key, ids } of byKey.values()) {
    if (ids.length < 2) continue;
    const list = ids.slice(0, 5).join(', ');
    for (const id of ids)
      messages.set(id, `${ids.length} records of the source share the ${title} “${key}”: ${list}. Change them so that each has its own.`);
  }
  return messages;
}

/** What was written, by the names of the target's fields: people read it beside the source's record. */
function writtenFields({ fields }: Extract<Mapped, { ok: true }>): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ toParameterPath, value }) => [fieldName(toParameterPath), value]));
}

function shown(mapped: Extract<Mapped, { ok: true }>) {
  const fields = mapped.fields.map(({ toParameterPath, value }) => ({ field: fieldName(toParameterPath), value }));
  return JSON.stringify(fields).length <= 4_000 ? fields : [];
}

/** A value as it is kept, if it is not too large. */
function kept(value: unknown): unknown {
  return (JSON.stringify(value)?.length ?? 0) <= LONGEST_KEPT ? value : null;
}

function noteName(flowId: string, sourceItemId: string): string {
  return `${flowId}/${sourceItemId}`;
}
