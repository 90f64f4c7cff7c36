import { type EntityWrite, type EntityWriteMany, fitsInEntry } from '@portage/connectors/entities';
import { changedSince, type FlowDefinition, foundOf, keptReason, type MappedField } from '@portage/sync';
import type { Plan } from './chunk-plan.ts';
import type { FoundLink, Standing } from './claim-records.ts';
import { changedAtOf, type OpenSide } from './entity-calls.ts';
import { foundTogether, type KnownKeys } from './find-records.ts';
import { currentReadTogether } from './overwritten-change.ts';
import type { CurrentRecords } from './read-current-records.ts';

/** Fewer records of a chunk are written one by one: each then gets its own response, and a call for many saves little. */
const LEAST_TOGETHER = 20;

export interface ManyTask {
  flow: FlowDefinition;
  target: OpenSide;
  /** What the target has for these records' keys. */
  many: KnownKeys;
  /** Ids of records that share a key with another record. */
  shared: ReadonlyMap<string, string>;
  /** For records that may be created. */
  standings: ReadonlyMap<Plan, Standing>;
  /** Linked records as they are in the target, if they were read together. */
  current: CurrentRecords;
  /** Identifies a write. The same write always has the same name. */
  writeNameOf(plan: Plan, fingerprint: string): string;
  idempotencyKeyOf(writeName: string): string;
  /** Source records that these target records belong to. */
  ownersOf(links: readonly FoundLink[]): Promise<readonly { sourceItemId: string; targetItemId: string }[]>;
}

export interface GroupEntry {
  plan: Plan;
  fields: readonly MappedField[];
  fingerprint: string;
  /** In an update: the target record's id. */
  targetItemId: string | null;
  writeName: string;
}

/** Records that one call writes. */
export interface WriteGroup {
  how: 'created' | 'updated';
  flow: FlowDefinition;
  target: OpenSide;
  write: EntityWrite;
  many: EntityWriteMany;
  entries: readonly GroupEntry[];
  idempotencyKeyOf: ManyTask['idempotencyKeyOf'];
}

/** Divides a chunk's writes into groups of one call each, and the rest. */
export async function groupWrites(plans: readonly Plan[], task: ManyTask): Promise<{ groups: WriteGroup[]; others: Plan[] }> {
  const { create, createMany, update, updateMany } = task.target.entity;
  const groups: WriteGroup[] = [];
  if (create && createMany) {
    const entries = plans.flatMap((plan) => (isNew(plan, task) ? entryOf(plan, null, create, createMany, task) : []));
    groups.push(...groupsOf('created', create, createMany, entries, task));
  }
  if (update && updateMany) {
    const ids = await changedIds(plans, task);
    const entries = plans.flatMap((plan) => {
      const id = ids.get(plan);
      return id === undefined || keptReason(update, id) !== null ? [] : entryOf(plan, id, update, updateMany, task);
    });
    groups.push(...groupsOf('updated', update, updateMany, entries, task));
  }
  const grouped = new Set(groups.flatMap(({ entries }) => entries.map(({ plan }) => plan)));
  return { groups, others: plans.filter((plan) => !grouped.has(plan)) };
}

function groupsOf(
  how: WriteGroup['how'],
  write: EntityWrite,
  many: EntityWriteMany,
  entries: readonly GroupEntry[],
  { flow, target, idempotencyKeyOf }: ManyTask,
): WriteGroup[] {
  if (entries.length < LEAST_TOGETHER) return [];
  return Array.from({ length: Math.ceil(entries.length / many.most) }, (_, at) => ({
    ...{ how, flow, target, write, many, idempotencyKeyOf },
    entries: entries.slice(at * many.most, (at + 1) * many.most),
  }));
}

function entryOf(
  plan: Plan,
  targetItemId: string | null,
  write: EntityWrite,
  many: EntityWriteMany,
  { writeNameOf }: ManyTask,
): GroupEntry[] {
  const { decision } = plan;
  if (decision.kind !== 'find' && decision.kind !== 'update') return [];
  const { fields, fingerprint } = decision;
  return fitsInEntry(many, write, fields) ? [{ plan, fields, fingerprint, targetItemId, writeName: writeNameOf(plan, fingerprint) }] : [];
}

/**
 * Whether the target certainly lacks a record and can be searched for it after a lost response. A record that was refused before is
 * written alone: another record may have caused the refusal, and alone it gets its own message.
 */
function isNew(plan: Plan, { many, shared, standings }: ManyTask): boolean {
  const { record, decision, known: item, keys } = plan;
  const standing = standings.get(plan);
  if (standing?.doubt || standing?.rival) return false;
  if (decision.kind !== 'find' || !decision.mayCreate || shared.has(record.id)) return false;
  return item?.status !== 'Error' && keys.length > 0 && keys.every((key) => foundTogether(many, key)?.length === 0);
}

/** Ids of records that are changed without another search: they are linked, or were found together and belong to no other record. */
async function changedIds(plans: readonly Plan[], task: ManyTask): Promise<ReadonlyMap<Plan, string>> {
  const linked = plans.flatMap((plan): [Plan, string][] => {
    const { decision } = plan;
    const isPlain = decision.kind === 'update' && !decision.checksTarget && !decision.restores && !mayMerge(plan, task);
    return isPlain ? [[plan, decision.targetItemId]] : [];
  });
  // Calls that finish a creation may still have to be made.
  if (task.target.entity.create?.next) return new Map(linked);
  const found = plans.flatMap((plan): [Plan, string][] => {
    const id = foundId(plan, task);
    return id === null ? [] : [[plan, id]];
  });
  const all = [...linked, ...found];
  if (found.length === 0 || all.length < LEAST_TOGETHER) return new Map(all);
  const owners = await task.ownersOf(found.map(([{ record }, targetItemId]) => ({ sourceItemId: record.id, targetItemId })));
  const isFree = ({ record }: Plan, id: string) =>
    all.filter((one) => one[1] === id).length === 1 &&
    owners.every(({ sourceItemId, targetItemId }) => targetItemId !== id || sourceItemId === record.id);
  return new Map([...linked, ...found.filter(([plan, id]) => isFree(plan, id))]);
}

/** Whether the target's record may have changes to keep. It's then read and written alone. */
function mayMerge({ decision, keys }: Plan, { target, many, current }: ManyTask): boolean {
  if (decision.kind !== 'update' || !decision.sides || target.entity.changedAtPath === undefined) return false;
  const read = currentReadTogether({ target, decision, keys, many, current });
  return read === null || changedSince(changedAtOf(target, read), decision.alikeAtMs);
}

/** The only record that the target has for the keys; null if it isn't known, or there are several. */
function foundId({ record, decision, keys }: Plan, { many, shared, target }: ManyTask): string | null {
  if (decision.kind !== 'find' || shared.has(record.id)) return null;
  const hits = keys.flatMap((key) => {
    const records = foundTogether(many, key);
    return records ? [{ key, records }] : [];
  });
  if (hits.length < keys.length) return null;
  const found = foundOf(hits, target);
  return found.kind === 'found' ? found.targetItemId : null;
}
