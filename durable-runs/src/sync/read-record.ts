import { entityCallValues } from '@portage/connectors/entities';
import { firstAt } from '@portage/connectors/events';
import type { StepContext } from '../steps/step-handler.ts';
import { type Called, callEntity, FlowProblem, type OpenSide, requestValues } from './entity-calls.ts';

export type ReadRecord = { ok: true; record: unknown; answer: unknown } | { ok: false; called: Extract<Called, { ok: false }> };

/** A record of a target as it is now. One that is gone is told by 404, whatever the system answers. */
export async function readRecord(target: OpenSide, targetItemId: string, context: StepContext): Promise<ReadRecord> {
  const { get } = target.entity;
  if (!get)
    throw new FlowProblem(
      `${target.entity.title} of ${target.typeName} cannot be read one by one, but its update needs that (x-entities).`,
    );
  const values = requestValues(entityCallValues(get, { ...target.fields, id: targetItemId }));
  const called = await callEntity(context, target, get.operation, values);
  if (!called.ok) return { ok: false, called };
  const record = get.recordPath === '' ? called.body : firstAt(called.body, get.recordPath);
  if (record === undefined || record === null) return { ok: false, called: goneOf(target, targetItemId) };
  return { ok: true, record, answer: called.body };
}

/** Whether the target refused because it no longer has the record. Many systems answer a change of such a record with words of their own. */
export async function isGone(
  target: OpenSide,
  targetItemId: string,
  { status, passes }: Extract<Called, { ok: false }>,
  context: StepContext,
): Promise<boolean> {
  if (saysGone(status)) return true;
  if (passes || !target.entity.get) return false;
  return isGoneFrom(target, targetItemId, context);
}

/** Whether a system says that it has no record with this id. @throws FlowProblem if it cannot be asked for one record */
export async function isGoneFrom(side: OpenSide, id: string, context: StepContext): Promise<boolean> {
  const read = await readRecord(side, id, context);
  return !read.ok && saysGone(read.called.status);
}

function saysGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

function goneOf({ typeName }: OpenSide, targetItemId: string): Extract<Called, { ok: false }> {
  return {
    ok: false,
    message: `${typeName} no longer has the record ${targetItemId}.`,
    passes: false,
    isSent: true,
    isUnsure: false,
    retryAfterMs: null,
    status: 404,
  };
}
