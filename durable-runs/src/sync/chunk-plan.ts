import { type SyncCounts, type SyncPage, shortHash } from '@portage/database';
import {
  buildLinkKey,
  type Decision,
  decideItem,
  type Echo,
  type FindKey,
  type FlowDefinition,
  findKeys,
  isEcho,
  type LinkOf,
  type Mapped,
  type RecordMapper,
  type SettledItem,
  type SidesBefore,
  type SourceRecord,
  type StoredItem,
  type StoredSides,
  sidesBefore,
  toEcho,
} from '@portage/sync';
import { runLimits } from '../limits.ts';
import type { StepContext } from '../step-context/step-handler.ts';
import type { OpenSide } from './entity-calls.ts';
import { lookBackFrom } from './find-records.ts';
import type { EarlierReadings } from './sync-progress.ts';

export interface ChunkTask {
  flow: FlowDefinition;
  flowId: string;
  /** How many times the run has already read the flow. A write that a person requested again isn't a repetition of the earlier write. */
  pass: number;
  mapper: RecordMapper;
  source: OpenSide;
  target: OpenSide;
  /** Each record occurs once. */
  records: readonly SourceRecord[];
  page: SyncPage;
  /** The records were asked for, or their pause is over. */
  isDue: boolean;
  /** Counts of this reading of the flow. `earlier` holds those of the step's earlier readings. */
  counts: SyncCounts;
  earlier: EarlierReadings | undefined;
  /** A record whose item was written in this period was already counted, in an earlier part or reading. */
  counted: { sinceMs: number; untilMs: number };
}

/** A record on its way to the target. */
export interface Plan {
  record: SourceRecord;
  mapped: Mapped;
  known: StoredItem | null;
  /** What was written for the record before a crash in this part. Its row may not show that yet. */
  noted: SettledItem | null;
  decision: Decision;
  /** What the opposite flow wrote to the record; null: nothing. */
  echo: Echo | null;
  /** Keys by which the target may have the record. */
  keys: readonly FindKey[];
}

/**
 * Decides what to do with each record of a chunk, and which keys may find it in the target.
 *
 * @param stored what both flows stored of records, by their ids; empty: it was not read
 */
export async function planChunk(
  task: ChunkTask,
  context: StepContext,
  stored: ReadonlyMap<string, StoredSides> = new Map(),
): Promise<Plan[]> {
  const { flow, flowId, records, isDue, target, page } = task;
  const items = new Map(page.items.map((item) => [item.sourceItemId, item]));
  const echoes = new Map(page.echoes.map((echo) => [echo.sourceItemId, echo]));
  const links = new Map(page.links.map(({ key, targetItemId }) => [key, targetItemId]));
  const linkOf: LinkOf = (wanted) => links.get(buildLinkKey(wanted)) ?? null;
  const [externalIdPath] = flow.externalIdFields;
  const nowMs = Date.now();
  const since = lookBackFrom(nowMs);
  const planRecord = (record: SourceRecord): Plan => {
    const mapped = record.problem === null ? mapRecord(task, record, context, linkOf) : { ok: true as const, fields: [] };
    const noted = (context.notes.get(noteName(flowId, record.id)) as SettledItem | undefined) ?? null;
    // The record may have changed since the noted write, which counts like any other write.
    const known = noted ?? items.get(record.id) ?? null;
    const echo = toEcho(echoes.get(record.id));
    const sides = echo && mapped.ok ? findSides(task, record, mapped, echo, stored, context, linkOf) : null;
    const decision = decideItem({ flow, record, mapped, known, echo, sides, isDue, nowMs, hash: shortHash });
    const isWritten = decision.kind === 'find' || decision.kind === 'update';
    const keys = isWritten ? findKeys(target, decision.fields, record.id, externalIdPath, since) : [];
    return { record, mapped, known, noted, decision, echo, keys };
  };
  const plans: Plan[] = [];
  const { work } = context.scope;
  let restedAt = work?.used ?? 0;
  for (const record of records) {
    plans.push(planRecord(record));
    const used = (work?.used ?? 0) - restedAt;
    if (used < runLimits.heavySliceWork) continue;
    // Others get their turn between records with heavy mappings.
    await context.pause(used / runLimits.workPerPausedMs);
    restedAt += used;
  }
  return plans;
}

export function mapRecord({ mapper }: Pick<ChunkTask, 'mapper'>, record: SourceRecord, { scope }: StepContext, linkOf: LinkOf): Mapped {
  return mapper.map(record.record, record.id, scope, linkOf);
}

function findSides(
  task: ChunkTask,
  record: SourceRecord,
  { fields }: Extract<Mapped, { ok: true }>,
  echo: Echo,
  stored: ReadonlyMap<string, StoredSides>,
  context: StepContext,
  linkOf: LinkOf,
): SidesBefore | null {
  const both = stored.get(record.id);
  if (!both) return null;
  return sidesBefore(both, record.record, isEcho(echo, record), fields, (before) =>
    mapRecord(task, { ...record, record: before }, context, linkOf),
  );
}

export function noteName(flowId: string, sourceItemId: string): string {
  return `${flowId}/${sourceItemId}`;
}
