import { collectResponseFields, type EntityNextCall, entityCallValues, writeFields } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import type { MappedField, WriteResult } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { endOfSecond } from './end-of-second.ts';
import { callEntity, callWithRetries, type OpenSide, refusedBy, requestValues } from './entity-calls.ts';
import { readRecord } from './read-record.ts';
import type { WriteTask } from './write-task.ts';

type Finished = Extract<WriteResult, { kind: 'failed' }> | { kind: 'done'; changedAtMs: number | null };

/**
 * Makes the calls that follow a creation: an order is paid, then placed. A record that was found again is finished if the entity says how
 * to see which calls were made (`doneWhen`).
 *
 * @param answer the response to the creation; null: the record already existed, and the response of its `get` is used instead
 * @returns `changedAtMs`: of the last call
 */
export async function finishRecord(
  { target, record, idempotencyKey }: WriteTask,
  mapped: readonly MappedField[],
  id: string,
  answer: unknown,
  context: StepContext,
): Promise<Finished> {
  const { create } = target.entity;
  const next = create?.next ?? [];
  const isNew = answer !== null;
  const nothing: Finished = { kind: 'done', changedAtMs: null };
  if (!create || next.length === 0) return nothing;
  // Nothing shows which calls were made, so the record stays as it was found.
  if (!isNew && !next.every(({ doneWhen }) => doneWhen)) return nothing;
  let known = answer;
  let current: unknown = null;
  if (!isNew) {
    const read = await readRecord(target, id, context);
    if (!read.ok) return refusedBy(read.called);
    [known, current] = [read.answer, read.record];
  }
  let changedAtMs: number | null = null;
  for (const [at, call] of next.entries()) {
    if (current !== null && isDone(call, current)) continue;
    const key = `${idempotencyKey}-${at + 1}`;
    const values = requestValues(
      entityCallValues(call, {
        ...target.fields,
        id,
        externalId: record.id,
        idempotencyKey: key,
        ...collectResponseFields(create, known),
        ...writeFields(call, mapped),
      }),
    );
    const result = await callWithRetries(
      context,
      () => callEntity(context, target, call.operation, values, { idempotencyKey: key }),
      // The call may have been carried out and its response lost.
      async ({ isUnsure }) => (isUnsure && (await wasMade(target, call, id, context)) ? true : null),
    );
    if ('settled' in result) continue;
    const { called } = result;
    if (called.ok) {
      changedAtMs = endOfSecond(called.headers);
      continue;
    }
    if (called.isUnsure && (await wasMade(target, call, id, context))) continue;
    const message = `${target.typeName} has the record now (${id}), but a call that finishes it failed: ${called.message}`;
    // With `doneWhen` a later attempt finds the record and continues here. Without it, the record would silently stay unfinished.
    if (call.doneWhen) return { ...refusedBy(called), message };
    return { ...refusedBy(called), message: `${message} Finish it there.`, passes: false };
  }
  return { kind: 'done', changedAtMs };
}

async function wasMade(target: OpenSide, call: EntityNextCall, id: string, context: StepContext): Promise<boolean> {
  if (!call.doneWhen) return false;
  const read = await readRecord(target, id, context);
  return read.ok && isDone(call, read.record);
}

function isDone({ doneWhen }: EntityNextCall, record: unknown): boolean {
  if (!doneWhen) return false;
  const text = textAt(record, doneWhen.path);
  return text !== null && (doneWhen.equals === undefined || doneWhen.equals.includes(text));
}
