import { clearedPaths, currentFields, type EntityFields, type EntityWrite, entityWriteValues } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import type { RequestValues } from '@portage/connectors/requests';
import { readPath } from '@portage/primitives/paths';
import {
  archivedThere,
  compareUpdate,
  type Decision,
  decideLinked,
  findReadOnlyReason,
  isArchivedIn,
  isAskedFor,
  type MappedField,
  noArchiveMessage,
  notAddedThere,
  parseChangedAtMs,
  sharedTargetMessage,
  skipReasons,
  unchangedAt,
  type WriteResult,
} from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { balanceWrite } from './balance-write.ts';
import { inDoubt, isRepeatable, standingDoubt, takesIdempotencyKey, waitForRival, withoutId } from './doubts.ts';
import { endOfSecond } from './end-of-second.ts';
import {
  type Called,
  callEntity,
  callWithRetries,
  mayBeDone,
  readChangedAt,
  readWithRetries,
  refusedBy,
  requestValues,
} from './entity-calls.ts';
import { type Found, findRecord } from './find-records.ts';
import { finishRecord } from './finish-record.ts';
import { lookUpFirst } from './look-up-first.ts';
import { overwrittenChange, readCurrent } from './overwritten-change.ts';
import { isGone, readRecord } from './read-record.ts';
import { refusalInside } from './refusal-inside.ts';
import type { WriteTask } from './write-task.ts';

type LinkedChange = Pick<Extract<Decision, { kind: 'update' }>, 'targetItemId' | 'fields' | 'fingerprint'> & {
  restores?: boolean;
  /** The target's record, if it was read or found; absent or null: it wasn't. */
  current?: unknown;
};

type UpdateTask = WriteTask & { decision: Extract<Decision, { kind: 'update' }> };

/** Writes one record to the target. It gets at most one target record, whichever responses are lost. */
export async function writeRecord(task: WriteTask, context: StepContext): Promise<WriteResult> {
  const { decision, target, keys } = task;
  if (decision.kind === 'archive') return archive(task, decision, context);
  if (decision.kind === 'update') return updateLinked({ ...task, decision }, context);
  const { rival } = task.standing;
  if (rival?.kind === 'twin') {
    const { find, key } = rival.key;
    return conflictWith(task, rival.sourceItemId, `the ${find.title} “${key}”`);
  }
  const searchedAtMs = Date.now();
  // A search that is older than this one, for the whole chunk, says nothing about a record that may have been created shortly before it.
  const found = await findRecord(target, keys, context, standingDoubt(task) ? null : task.many);
  return afterFinding(task, decision, found, context, searchedAtMs);
}

async function conflictWith({ record, onConflict }: WriteTask, other: string, shared: string): Promise<WriteResult> {
  const message = sharedTargetMessage(shared, other, record.id);
  await onConflict(other, message);
  return { kind: 'conflict', message };
}

/** Overwrites the linked record unless the flow's rule keeps the target's values. */
async function updateLinked(task: UpdateTask, context: StepContext): Promise<WriteResult> {
  const { flow, target, record, decision } = task;
  const { targetItemId, alikeAtMs, fingerprint, restores } = decision;
  const current = await readCurrent(task, context);
  const linked = { targetItemId, targetChangedAtMs: alikeAtMs };
  const changedAtMs = current === null ? null : readChangedAt(target, current);
  const both = decideLinked({ flow, typeName: target.typeName, record, decision }, current, changedAtMs);
  if ('settled' in both) return both.settled.kind === 'failed' ? { ...both.settled, linked } : both.settled;
  const { fields, kept } = both;
  let overwritten = await overwrittenChange(task, current);
  const onRead = async (record: unknown) => {
    // An attempt after a lost response may read what this write wrote.
    overwritten ??= await overwrittenChange(task, record);
  };
  const result = await update(task, { targetItemId, fields, fingerprint, restores, current }, context, onRead);
  if (result.kind === 'failed') {
    // The next attempt also restores it.
    return { ...result, message: restores ? archivedThere(result.message) : result.message, linked };
  }
  return result.kind === 'written' ? { ...result, overwritten, kept } : result;
}

async function afterFinding(
  task: WriteTask,
  decision: Extract<Decision, { kind: 'find' }>,
  found: Found,
  context: StepContext,
  searchedAtMs: number,
): Promise<WriteResult> {
  switch (found.kind) {
    case 'failed':
      return found;
    case 'several':
      return { kind: 'failed', message: found.message, passes: false };
    case 'found': {
      const other = await task.ownerOf(found.targetItemId);
      if (other !== null) return conflictWith(task, other, `the ${found.title ?? found.by} of ${found.targetItemId}`);
      // An earlier creation may have been interrupted.
      const finished = await finishRecord(task, decision.fields, found.targetItemId, null, context);
      if (finished.kind === 'failed') return finished;
      // Created by an earlier attempt and now complete, so there is nothing to change.
      if (found.by === 'externalId' && !task.target.entity.update)
        return written(
          'created',
          found.targetItemId,
          decision.fingerprint,
          finished.changedAtMs ?? readChangedAt(task.target, found.record),
        );
      return update(task, await wholeFound(task, decision, found, context), context);
    }
    case 'none':
      if (!decision.mayCreate)
        // Without a fingerprint it's searched for again: stock may be read before its product exists.
        return { kind: 'skipped', reason: skipReasons.notThere, fingerprint: null, targetItemId: null };
      return createUnlessInDoubt(task, decision, context, searchedAtMs);
    default:
      return found satisfies never;
  }
}

/**
 * Creates nothing that the target may already have, or that another sync is creating right now.
 *
 * @param searchedAtMs start of the search that missed the record: time that has passed since can't have revealed it
 */
async function createUnlessInDoubt(
  task: WriteTask,
  decision: Extract<Decision, { kind: 'find' }>,
  context: StepContext,
  searchedAtMs: number,
): Promise<WriteResult> {
  const { fields, fingerprint } = decision;
  const { rival } = task.standing;
  if (rival?.kind === 'linked') {
    const found: Found = { kind: 'found', targetItemId: rival.targetItemId, by: 'record', record: null };
    return afterFinding(task, decision, found, context, searchedAtMs);
  }
  if (rival?.kind === 'origin') return linkToOrigin(task, rival.targetItemIds, fingerprint);
  if (rival) return waitForRival(Date.now());
  const doubt = standingDoubt(task);
  if (!doubt) return create(task, fields, fingerprint, context);
  if (await isRepeatable(task, doubt, fingerprint)) {
    return create({ ...task, idempotencyKey: doubt.idempotencyKey ?? task.idempotencyKey }, fields, fingerprint, context);
  }
  return inDoubt(task, doubt, searchedAtMs) ?? create(task, fields, fingerprint, context);
}

/** A record that came from the target isn't created there again. From now on its changes are carried over. */
async function linkToOrigin(task: WriteTask, targetItemIds: readonly string[], fingerprint: string): Promise<WriteResult> {
  const [targetItemId, another] = targetItemIds;
  const { typeName } = task.target;
  if (targetItemId === undefined || another !== undefined) {
    const message = `This record came from several records of ${typeName} through other syncs: ${targetItemIds.slice(0, 5).join(', ')}. Merge them there.`;
    return { kind: 'failed', message, passes: false };
  }
  const other = await task.ownerOf(targetItemId);
  if (other !== null) return conflictWith(task, other, `the origin ${targetItemId}`);
  const reason = `This record came from ${typeName} (${targetItemId}) through other syncs, so it isn’t created there again. Later changes are carried over.`;
  return { kind: 'skipped', reason, fingerprint, targetItemId };
}

async function create(task: WriteTask, fields: readonly MappedField[], fingerprint: string, context: StepContext): Promise<WriteResult> {
  const { target, idempotencyKey, keys } = task;
  const write = target.entity.create;
  if (!write)
    return {
      kind: 'skipped',
      reason: notAddedThere(target.typeName, target.entity.title),
      fingerprint: null,
      targetItemId: null,
    };
  const before = await lookUpFirst(task, write, fields, context);
  if (!before.ok) return before.result;
  const balanced = await balanceWrite(task, write, withoutCleared(fields), context);
  if (!balanced.ok) return balanced.result;
  const values = writeValues(write, balanced.fields, null, { ...recordFields(task, null), ...before.fields });
  const whole = async (id: string, answer: unknown, changedAtMs: number | null) => {
    const finished = await finishRecord(task, fields, id, answer, context);
    if (finished.kind === 'failed') return finished;
    const changes = [changedAtMs, finished.changedAtMs].filter((at) => at !== null);
    return written('created', id, fingerprint, changes.length > 0 ? Math.max(...changes) : null);
  };
  const lookAgain = async () => (keys.length > 0 ? foundAgain(await findRecord(target, keys, context, null)) : null);
  /** The record if it's found, or what is in doubt about it; null: the call may be repeated. */
  const afterLoss = async (failure: Extract<Called, { ok: false }>, isLast: boolean): Promise<WriteResult | null> => {
    if (!failure.isUnsure) return null;
    const again = await lookAgain();
    if (again) return whole(again.id, null, readChangedAt(target, again.record));
    // Repeating a call with its key creates no other record.
    if (!mayBeDone(failure) || (!isLast && (await takesIdempotencyKey(target, write)))) return null;
    return inDoubt(task, { sinceMs: Date.now(), idempotencyKey }, Date.now(), failure);
  };
  task.noteSent();
  const result = await callWithRetries(
    context,
    () => callEntity(context, target, write.operation, values, { idempotencyKey }),
    (failure) => afterLoss(failure, false),
  );
  if ('settled' in result) return result.settled;
  const { called } = result;
  if (called.ok) {
    const refused = refusalInside(called.body);
    const id = findWrittenId(write, called);
    if (id !== null) return whole(id, called.body ?? {}, changedAtIn(write, called));
    if (refused !== null)
      return { kind: 'failed', message: `${target.typeName} refused the record: ${refused}`, passes: false, call: called.call() };
    const again = await lookAgain();
    if (again) return whole(again.id, null, readChangedAt(target, again.record));
    const doubt = { sinceMs: Date.now(), idempotencyKey, isAccepted: true as const };
    return inDoubt(task, doubt, Date.now(), { message: withoutId(task, write), call: called.call() }) as WriteResult;
  }
  const lost = await afterLoss(called, true);
  if (lost) return lost;
  // The target knows the record although its search does not show it yet.
  if (called.status === 409 && keys.length > 0) {
    const again = await lookAgain();
    if (again)
      return afterFinding(
        task,
        findAgain(fields, fingerprint),
        { kind: 'found', by: 'record', targetItemId: again.id, record: again.record },
        context,
        Date.now(),
      );
    const since = task.standing.doubt ?? { sinceMs: Date.now(), idempotencyKey };
    const waits = inDoubt(task, since, Date.now(), called);
    if (waits) return waits;
  }
  return refusedBy(called);
}

function findAgain(fields: readonly MappedField[], fingerprint: string): Extract<Decision, { kind: 'find' }> {
  return { kind: 'find', fields, fingerprint, mayCreate: false };
}

function foundAgain(found: Found): { id: string; record: unknown } | null {
  return found.kind === 'found' ? { id: found.targetItemId, record: found.record } : null;
}

async function update(
  task: WriteTask,
  change: LinkedChange,
  context: StepContext,
  onRead?: (record: unknown) => Promise<void>,
): Promise<WriteResult> {
  const { target, known, idempotencyKey } = task;
  const { targetItemId, fields, fingerprint } = change;
  const write = target.entity.update;
  if (!write) return { kind: 'skipped', reason: skipReasons.addedOnly, fingerprint, targetItemId };
  const kept = findReadOnlyReason(write, targetItemId);
  if (kept !== null) return { kind: 'skipped', reason: kept, fingerprint, targetItemId };
  if (needsNoWrite(task, change, change.current)) return unchangedAt(targetItemId, fingerprint, readChangedAt(target, change.current));
  const before = await lookUpFirst(task, write, fields, context);
  if (!before.ok) return before.result;
  // A person asked for it (“Sync again”), so it's offered again.
  const comesBack = (record: unknown) => isAskedFor(known) && isArchivedIn(target.entity, record);
  let { restores = false } = change;
  let mayBeWritten = mayBeCreated(task);
  let unchanged: WriteResult | null = null;
  const attempt = async (): Promise<Called> => {
    const current = write.readFirst ? await readRecord(target, targetItemId, context) : null;
    if (current && !current.ok) return current.called;
    if (current) await onRead?.(current.record);
    restores ||= comesBack(current?.record);
    if (current && !mayBeWritten && needsNoWrite(task, change, current.record)) {
      unchanged = unchangedAt(targetItemId, fingerprint, readChangedAt(target, current.record));
      return current.called;
    }
    const values = writeValues(write, fields, targetItemId, {
      ...recordFields(task, targetItemId),
      ...before.fields,
      ...currentFields(write, current?.record ?? null),
    });
    const sent = await callEntity(context, target, write.operation, values, { idempotencyKey });
    if (!sent.ok) mayBeWritten ||= mayBeDone(sent);
    return sent;
  };
  const called = await readWithRetries(context, attempt);
  if (unchanged) return unchanged;
  if (called.ok) {
    const refused = refusalInside(called.body);
    if (refused !== null)
      return { kind: 'failed', message: `${target.typeName} refused the change: ${refused}`, passes: false, call: called.call() };
    const back = restores ? await restore(task, targetItemId, context) : null;
    if (back?.kind === 'failed') return back;
    return written('updated', targetItemId, fingerprint, back?.changedAtMs ?? changedAtIn(write, called));
  }
  if (!(await isGone(target, targetItemId, called, context))) {
    // A refused retry undoes no earlier attempt: the record that was found belongs to this one, and no other may be written over it.
    return { ...refusedBy(called), ...(mayBeWritten ? { linked: { targetItemId, targetChangedAtMs: null } } : {}) };
  }
  // A person asked for it (“Sync again”), so it's created again. A sync never restores a record by itself that was deleted there.
  if (isAskedFor(known)) return createAgain(task, change, context);
  return {
    ...refusedBy(called),
    message: `${target.typeName} no longer has the record ${targetItemId}. “Sync again” creates it again.`,
    passes: false,
  };
}

/** What is found while a creation is in doubt may be the record that it created. */
function mayBeCreated({ mayBeWritten, known, standing }: WriteTask): boolean {
  return mayBeWritten || known?.doubt?.sinceMs != null || standing.doubt?.sinceMs != null;
}

/** Whether the target's record already is as the update would make it. What a person asks for is written anyway. */
function needsNoWrite(task: WriteTask, change: LinkedChange, current: unknown): boolean {
  return comparedWith(task, change, current) === 'same';
}

function comparedWith(task: WriteTask, { fields, targetItemId, restores = false }: LinkedChange, current: unknown) {
  if (restores || isAskedFor(task.known) || mayBeCreated(task)) return 'different';
  return compareUpdate({ entity: task.target.entity, fields, places: recordFields(task, targetItemId), current });
}

/** The change to a record that was found. If the search doesn't show enough to see whether it differs, the record is read. */
async function wholeFound(
  task: WriteTask,
  { fields, fingerprint }: Extract<Decision, { kind: 'find' }>,
  { targetItemId, record }: Extract<Found, { kind: 'found' }>,
  context: StepContext,
): Promise<LinkedChange> {
  const { target } = task;
  const change = { targetItemId, fields, fingerprint, current: record };
  const isRead = target.entity.get && !target.entity.update?.readFirst && comparedWith(task, change, record) === 'unknown';
  const read = isRead ? await readRecord(target, targetItemId, context) : null;
  return read?.ok ? { ...change, current: read.record } : change;
}

/** The target may have the record under another id: it was created again by hand, or its ids have changed. */
async function createAgain(
  task: WriteTask,
  { targetItemId: goneId, fields, fingerprint }: LinkedChange,
  context: StepContext,
): Promise<WriteResult> {
  const searchedAtMs = Date.now();
  const found = await findRecord(task.target, task.keys, context, null);
  if (found.kind === 'found' && found.targetItemId === goneId) {
    return {
      kind: 'failed',
      message: `${task.target.typeName} finds the record ${goneId}, but doesn’t accept changes to it.`,
      passes: false,
    };
  }
  return afterFinding(task, { kind: 'find', fields, fingerprint, mayCreate: task.flow.createsRecords }, found, context, searchedAtMs);
}

async function archive(
  task: WriteTask,
  { targetItemId, reason }: Extract<Decision, { kind: 'archive' }>,
  context: StepContext,
): Promise<WriteResult> {
  const { target } = task;
  const call = target.entity.archive;
  if (!call) {
    return { kind: 'skipped', reason: noArchiveMessage(reason, target.typeName, target.entity.title), fingerprint: null, targetItemId };
  }
  const called = await writeLinked(task, call, targetItemId, context);
  const isDone = called.ok || (await isGone(target, targetItemId, called, context));
  if (!isDone) return refusedBy(called);
  // So that a later update doesn't take the archiving for a person's change.
  const targetChangedAtMs = called.ok ? changedAtIn(call, called) : null;
  return { kind: 'skipped', reason: archivedThere(reason), fingerprint: null, targetItemId, targetChangedAtMs, isArchived: true };
}

/** Restores a record that a sync archived. Null if the target has no such call. */
async function restore(task: WriteTask, targetItemId: string, context: StepContext) {
  const call = task.target.entity.restore;
  if (!call) return null;
  const called = await writeLinked({ ...task, idempotencyKey: `${task.idempotencyKey}-b` }, call, targetItemId, context);
  if (!called.ok) return refusedBy(called);
  return { kind: 'restored' as const, changedAtMs: changedAtIn(call, called) };
}

/** A call about an existing record, without any mapped value. */
function writeLinked(task: WriteTask, call: EntityWrite, targetItemId: string, context: StepContext): Promise<Called> {
  const { target, idempotencyKey } = task;
  return readWithRetries(context, async () => {
    const current = call.readFirst ? await readRecord(target, targetItemId, context) : null;
    if (current && !current.ok) return current.called;
    const values = writeValues(call, [], targetItemId, {
      ...recordFields(task, targetItemId),
      ...currentFields(call, current?.record ?? null),
    });
    return callEntity(context, target, call.operation, values, { idempotencyKey });
  });
}

/** The values of one record's write. @param id null: a new record. @param places see recordFields */
export function writeValues(write: EntityWrite, fields: readonly MappedField[], id: string | null, places: EntityFields): RequestValues {
  const sent = id === null ? withoutCleared(fields) : fields;
  const values = requestValues(entityWriteValues(write, sent, places));
  const cleared = clearedPaths(write, sent);
  return cleared.length === 0 ? values : { ...values, cleared };
}

/** A new record has nothing to clear: where mappings give no value, the entity's own value applies. */
function withoutCleared(fields: readonly MappedField[]): readonly MappedField[] {
  return fields.filter(({ value }) => value !== null);
}

interface RecordTask extends Pick<WriteTask, 'target' | 'record' | 'flow' | 'idempotencyKey'> {
  /** The time of a call for several records, ISO 8601; absent: the record's own. */
  now?: string;
}

/** Placeholders of one record. */
export function recordFields({ target, record, flow, idempotencyKey, now }: RecordTask, id: string | null): EntityFields {
  return {
    ...target.fields,
    ...(id === null ? {} : { id }),
    externalId: record.id,
    externalIdField: readPath(flow.externalIdFields[0] ?? '').at(-1),
    idempotencyKey,
    now: now ?? new Date().toISOString(),
  };
}

function findWrittenId({ idPath, idHeader }: EntityWrite, called: Extract<Called, { ok: true }>): string | null {
  if (idHeader !== undefined) return called.headers[idHeader.toLowerCase()]?.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? null;
  return idPath === undefined ? null : textAt(called.body, idPath);
}

/** By the target's clock: the time in its response, otherwise the time of the response at the latest. */
function changedAtIn({ changedAtPath }: EntityWrite, { body, headers }: Extract<Called, { ok: true }>): number | null {
  const changedAtMs = changedAtPath === undefined ? null : parseChangedAtMs(textAt(body, changedAtPath));
  return changedAtMs ?? endOfSecond(headers);
}

export function written(
  how: 'created' | 'updated',
  targetItemId: string,
  fingerprint: string,
  targetChangedAtMs: number | null,
): WriteResult {
  return { kind: 'written', how, targetItemId, fingerprint, targetChangedAtMs };
}
