import { type EntityWrite, type EntityWriteMany, fitsInEntry } from '@portage/connectors/entities';
import {
  changedSince,
  type FlowDefinition,
  findReadOnlyReason,
  isAlreadyThere,
  isAskedFor,
  type MappedField,
  resolveHits,
} from '@portage/sync';
import type { Plan } from './chunk-plan.ts';
import type { FoundLink, Standing } from './claim-records.ts';
import { type OpenSide, readChangedAt } from './entity-calls.ts';
import { foundTogether, type SearchedKeys } from './find-records.ts';
import { currentReadTogether } from './overwritten-change.ts';
import type { CurrentRecords } from './read-current-records.ts';
import { recordFields } from './write-record.ts';

/** Fewer records of a chunk are written one by one: each then gets its own response, and a call for many saves little. */
const LEAST_TOGETHER = 20;

export interface ManyTask {
  flow: FlowDefinition;
  target: OpenSide;
  many: SearchedKeys;
  /** Ids of records that share a key with another record. */
  shared: ReadonlyMap<string, string>;
  /** For records that may be created. */
  standings: ReadonlyMap<Plan, Standing>;
  /** Linked records as they are in the target, if they were read together. */
  current: CurrentRecords;
  /** Identifies a write. The same write always has the same name. */
  writeNameOf(plan: Plan, fingerprint: string): string;
  idempotencyKeyOf(writeName: string): string;
  found: FoundRecords;
  /** Source records that the found target records belong to. */
  owners: readonly FoundLink[];
}

export interface GroupEntry {
  plan: Plan;
  fields: readonly MappedField[];
  fingerprint: string;
  /** In an update: the target record's id. */
  targetItemId: string | null;
  writeName: string;
}

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
export function groupWrites(plans: readonly Plan[], task: ManyTask): { groups: WriteGroup[]; others: Plan[] } {
  const { create, createMany, update, updateMany } = task.target.entity;
  const groups: WriteGroup[] = [];
  if (create && createMany) {
    const entries = plans.flatMap((plan) => (isNew(plan, task) ? buildEntries(plan, null, create, createMany, task) : []));
    groups.push(...buildGroups('created', create, createMany, entries, task));
  }
  if (update && updateMany) {
    const ids = changedIds(plans, task);
    const entries = plans.flatMap((plan) => {
      const id = ids.get(plan);
      return id === undefined || findReadOnlyReason(update, id) !== null ? [] : buildEntries(plan, id, update, updateMany, task);
    });
    groups.push(...buildGroups('updated', update, updateMany, entries, task));
  }
  const grouped = new Set(groups.flatMap(({ entries }) => entries.map(({ plan }) => plan)));
  return { groups, others: plans.filter((plan) => !grouped.has(plan)) };
}

function buildGroups(
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

function buildEntries(
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
function changedIds(plans: readonly Plan[], task: ManyTask): ReadonlyMap<Plan, string> {
  const linked = plans.flatMap((plan): [Plan, string][] => {
    const { decision } = plan;
    if (decision.kind !== 'update' || decision.checksTarget || decision.restores || mayMerge(plan, task)) return [];
    const { target, many, current } = task;
    const read = currentReadTogether({ target, decision, keys: plan.keys, many, current });
    return needsNoWrite(plan, decision.targetItemId, read, task) ? [] : [[plan, decision.targetItemId]];
  });
  // Calls that finish a creation may still have to be made.
  if (task.target.entity.create?.next) return new Map(linked);
  const found = [...task.found].flatMap(([plan, { id, record }]): [Plan, string][] =>
    needsNoWrite(plan, id, record, task) ? [] : [[plan, id]],
  );
  const all = [...linked, ...found];
  const isFree = ({ record }: Plan, id: string) =>
    all.filter((one) => one[1] === id).length === 1 &&
    task.owners.every(({ sourceItemId, targetItemId }) => targetItemId !== id || sourceItemId === record.id);
  return new Map([...linked, ...found.filter(([plan, id]) => isFree(plan, id))]);
}

/** Whether the target's record may have changes to keep. It's then read and written alone. */
function mayMerge({ decision, keys }: Plan, { target, many, current }: ManyTask): boolean {
  if (decision.kind !== 'update' || !decision.sides || target.entity.changedAtPath === undefined) return false;
  const read = currentReadTogether({ target, decision, keys, many, current });
  return read === null || changedSince(readChangedAt(target, read), decision.alikeAtMs);
}

/** A record that the target already has as it should be is only linked, without a call. */
function needsNoWrite({ record, decision, known }: Plan, targetItemId: string, current: unknown, { flow, target }: ManyTask): boolean {
  if ((decision.kind !== 'find' && decision.kind !== 'update') || isAskedFor(known)) return false;
  const places = recordFields({ flow, target, record, idempotencyKey: '' }, targetItemId);
  return isAlreadyThere({ entity: target.entity, fields: decision.fields, places, current });
}

/** Target records that are the only match for the keys of new records. */
export type FoundRecords = ReadonlyMap<Plan, { id: string; record: unknown }>;

export function foundRecords(plans: readonly Plan[], task: Pick<ManyTask, 'many' | 'shared' | 'target'>): FoundRecords {
  return new Map(
    plans.flatMap((plan) => {
      const found = foundRecord(plan, task);
      return found ? [[plan, found]] : [];
    }),
  );
}

/** Null if it isn't known, or there are several. */
function foundRecord(
  { record, decision, keys }: Plan,
  { many, shared, target }: Pick<ManyTask, 'many' | 'shared' | 'target'>,
): { id: string; record: unknown } | null {
  if (decision.kind !== 'find' || shared.has(record.id)) return null;
  const hits = keys.flatMap((key) => {
    const records = foundTogether(many, key);
    return records ? [{ key, records }] : [];
  });
  if (hits.length < keys.length) return null;
  const found = resolveHits(hits, target);
  return found.kind === 'found' ? { id: found.targetItemId, record: found.record } : null;
}
