import {
  type EntityWrite,
  type EntityWriteMany,
  entityManyValues,
  entityPlaceholders,
  entryAnswers,
  fitsInEntry,
  manyEntry,
} from '@portage/connectors/entities';
import { loadOperation } from '@portage/connectors/openapi';
import { RequestError, requestBody } from '@portage/connectors/requests';
import { changedAtMsOf, type FlowDefinition, keptReason, type MappedField, type WriteResult } from '@portage/sync';
import type { StepContext } from '../steps/step-handler.ts';
import type { Plan } from './chunk-plan.ts';
import { endOfSecond } from './end-of-second.ts';
import { type Called, callEntity, callWithRetries, FlowProblem, type OpenSide, requestValues } from './entity-calls.ts';
import { findTogether, foundTogether, type KnownKeys } from './find-records.ts';
import { changedAtOf, recordFields, writeValues, written } from './write-record.ts';

/**
 * Fewer records of a chunk are written one by one: each then has an answer of its own, and what a call for many saves is little.
 */
const LEAST_TOGETHER = 20;

export interface ManyTask {
  flow: FlowDefinition;
  target: OpenSide;
  /** What the target has by the keys of these records. */
  many: KnownKeys;
  /** Ids of records that share a key with another one. */
  shared: ReadonlyMap<string, string>;
  /** What a write is known by; the same write always has the same name. */
  writeNameOf(plan: Plan, fingerprint: string): string;
  idempotencyKeyOf(writeName: string): string;
  /** Records of the source that these records of the target belong to. */
  ownersOf(targetItemIds: readonly string[]): Promise<readonly { sourceItemId: string; targetItemId: string }[]>;
}

interface GroupEntry {
  plan: Plan;
  fields: readonly MappedField[];
  fingerprint: string;
  /** In an update: the record's id. */
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

/** What became of a group. A record without a result is written alone. */
interface WrittenGroup {
  results: ReadonlyMap<Plan, WriteResult>;
  /** Records without a result may be in the target by now, so each is looked for again. */
  isUnsure: boolean;
}

/** Divides what a chunk writes into groups, each of one call, and the others. */
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
 * Whether the target lacks a record for sure, and can be asked for it after a lost answer. A record that was refused before goes alone:
 * it may have been refused for its company, and has words of its own then.
 */
function isNew({ record, decision, known: item, keys }: Plan, { many, shared }: ManyTask): boolean {
  if (decision.kind !== 'find' || !decision.mayCreate || shared.has(record.id)) return false;
  return item?.status !== 'Error' && keys.length > 0 && keys.every((key) => foundTogether(many, key)?.length === 0);
}

/** Ids of records that are changed without a further question: they are linked, or were found together and belong to no other record. */
async function changedIds(plans: readonly Plan[], task: ManyTask): Promise<ReadonlyMap<Plan, string>> {
  const linked = plans.flatMap((plan): [Plan, string][] => {
    const { decision } = plan;
    return decision.kind === 'update' && !decision.checksTarget ? [[plan, decision.targetItemId]] : [];
  });
  // Calls that finish a creation may be left to make.
  if (task.target.entity.create?.next) return new Map(linked);
  const found = plans.flatMap((plan): [Plan, string][] => {
    const id = foundId(plan, task);
    return id === null ? [] : [[plan, id]];
  });
  const all = [...linked, ...found];
  if (found.length === 0 || all.length < LEAST_TOGETHER) return new Map(all);
  const owners = await task.ownersOf(found.map(([, id]) => id));
  const isFree = ({ record }: Plan, id: string) =>
    all.filter((one) => one[1] === id).length === 1 &&
    owners.every(({ sourceItemId, targetItemId }) => targetItemId !== id || sourceItemId === record.id);
  return new Map([...linked, ...found.filter(([plan, id]) => isFree(plan, id))]);
}

/** The only record that the target has by the first of the keys that finds any; null: it is not known, or there are several. */
function foundId({ record, decision, keys }: Plan, { many, shared }: ManyTask): string | null {
  if (decision.kind !== 'find' || shared.has(record.id)) return null;
  for (const key of keys) {
    const records = foundTogether(many, key);
    if (!records) return null;
    const ids = new Set(records.map(({ id }) => id));
    if (ids.size > 0) return ids.size === 1 ? (records[0]?.id ?? null) : null;
  }
  return null;
}

/** Writes the records of a group with one call: at most one record of the target belongs to each, whatever is lost on the way. */
export async function writeMany(group: WriteGroup, context: StepContext): Promise<WrittenGroup> {
  const sent = await sentEntries(group);
  if (sent.length < 2) return alone;
  const { target, many } = group;
  const entries = sent.map(({ entry }) => entry);
  const idempotencyKey = group.idempotencyKeyOf(entries.map(({ writeName }) => writeName).join('\n'));
  const own = { ...target.fields, idempotencyKey, now: new Date().toISOString() };
  const bodies = sent.map(({ body }) => body);
  const values = requestValues(entityManyValues(many, bodies, own));
  const result = await callWithRetries<WrittenGroup>(
    context,
    () => callEntity(context, target, many.operation, values, { idempotencyKey }),
    async ({ isUnsure, retryAfterMs }) => {
      if (!isUnsure) return null;
      const again = await lookAgain(group, entries, context);
      // A target that says when to come back has mostly done nothing. Another fault may be that of one record, so each goes alone.
      return retryAfterMs !== null && again.isNothingThere ? null : again;
    },
  );
  if ('settled' in result) return result.settled;
  const { called } = result;
  if (called.ok) return readAnswers(group, entries, bodies, called, context);
  if (called.isUnsure) return lookAgain(group, entries, context);
  const { message, passes, status, isSent } = called;
  // Too many calls: alone they would be more.
  if (passes) return { results: new Map(entries.map(({ plan }) => [plan, { kind: 'failed', message, passes }])), isUnsure: false };
  const isRefused = !isSent || (status !== null && status >= 400 && status < 500);
  // A refusal of the whole call says nothing of one record.
  return isRefused ? alone : lookAgain(group, entries, context);
}

const alone: WrittenGroup = { results: new Map(), isUnsure: false };
const unsure: WrittenGroup = { results: new Map(), isUnsure: true };

interface SentEntry {
  entry: GroupEntry;
  /** In the list that is sent. */
  body: unknown;
}

/** What each record sends by its single write. One that cannot be sent is left out, and says why when it goes alone. */
async function sentEntries({ flow, target, write, many, entries, idempotencyKeyOf }: WriteGroup): Promise<SentEntry[]> {
  if (!target.document) return [];
  // A hash costs as much as all else that is done for a record here.
  const needsKey = entityPlaceholders([write.values, many.entries.values]).includes('idempotencyKey');
  const operation = await loadOperation(target.document, write.operation);
  return target.document.withSchemas((source) =>
    entries.flatMap((entry): SentEntry[] => {
      const { fields, targetItemId, writeName } = entry;
      const task = { flow, target, record: entry.plan.record, idempotencyKey: needsKey ? idempotencyKeyOf(writeName) : '' };
      try {
        const body = requestBody(source, operation, writeValues(task, write, fields, targetItemId, {}));
        return [{ entry, body: manyEntry(many, body, recordFields(task, targetItemId)) }];
      } catch (error) {
        if (error instanceof FlowProblem || error instanceof RequestError) return [];
        throw error;
      }
    }),
  );
}

async function readAnswers(
  group: WriteGroup,
  entries: readonly GroupEntry[],
  bodies: readonly unknown[],
  { body, headers }: Extract<Called, { ok: true }>,
  context: StepContext,
): Promise<WrittenGroup> {
  const { how, many } = group;
  const answers = entryAnswers(many, bodies, body, group.target.fields);
  const results = new Map<Plan, WriteResult>();
  const unanswered: GroupEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const answer = answers[at];
    const { plan, fingerprint, targetItemId } = entry;
    if (answer?.kind === 'refused') {
      // Whether a record is gone tells the status of an update alone.
      if (how === 'updated') continue;
      results.set(plan, { kind: 'failed', message: refusalOf(answer.message, group.target), passes: false });
      continue;
    }
    const id = answer?.id ?? targetItemId;
    // The answer for another record than this one says nothing of it.
    if (!answer || id === null || (targetItemId !== null && id !== targetItemId)) unanswered.push(entry);
    else results.set(plan, written(how, id, fingerprint, changedAtMsOf(answer.changedAt) ?? endOfSecond(headers)));
  }
  if (unanswered.length === 0) return { results, isUnsure: false };
  const found = await lookAgain(group, unanswered, context);
  return { results: new Map([...results, ...found.results]), isUnsure: found.isUnsure };
}

function refusalOf(message: string, { typeName }: OpenSide): string {
  return message === '' ? `${typeName} refused the record without saying why.` : `${typeName}: The server answered: ${message}`;
}

/**
 * Looks for records whose answer was lost. Those that the target has are the ones that were sent: it had none of them before.
 *
 * @returns `isNothingThere`: none of them was made, for sure
 */
async function lookAgain(
  { how, target }: WriteGroup,
  entries: readonly GroupEntry[],
  context: StepContext,
): Promise<WrittenGroup & { isNothingThere: boolean }> {
  // A change can be made again, whatever became of it.
  if (how === 'updated') return { ...unsure, isNothingThere: true };
  if (context.signal.aborted) return { ...unsure, isNothingThere: false };
  const keys = entries.map(({ plan }) => plan.keys);
  const known = await findTogether(target, keys, context);
  const results = new Map<Plan, WriteResult>();
  for (const { plan, fingerprint } of entries) {
    const [record, another] = plan.keys.map((key) => foundTogether(known, key) ?? []).find((found) => found.length > 0) ?? [];
    if (record && !another) results.set(plan, written('created', record.id, fingerprint, changedAtOf(target, record.record)));
  }
  return { results, isUnsure: true, isNothingThere: keys.flat().every((key) => foundTogether(known, key)?.length === 0) };
}
