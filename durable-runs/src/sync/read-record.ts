import { entityCallValues, isGoneByCode } from '@portage/connectors/entities';
import { firstAt } from '@portage/connectors/events';
import { readPath } from '@portage/primitives/paths';
import type { StepContext } from '../step-context/step-handler.ts';
import { type Called, callEntity, FlowProblem, type OpenSide, requestValues } from './entity-calls.ts';

export type ReadRecord =
  | { ok: true; record: unknown; answer: unknown; called: Extract<Called, { ok: true }> }
  | { ok: false; called: Extract<Called, { ok: false }> };

/**
 * Reads one record. A deleted record has the status 404, whatever the system sent. A response with neither the record nor an empty value
 * in its place fails for now, because it may be an error page.
 */
export async function readRecord(target: OpenSide, targetItemId: string, context: StepContext): Promise<ReadRecord> {
  const { get } = target.entity;
  if (!get)
    throw new FlowProblem(
      `${target.entity.title} of ${target.typeName} cannot be read one by one, but its update needs that (x-entities).`,
    );
  const values = requestValues(entityCallValues(get, { ...target.fields, id: targetItemId }));
  const called = await callEntity(context, target, get.operation, values);
  if (!called.ok) return { ok: false, called: isGoneByCode(get, called.call?.response) ? buildGoneFailure(target, targetItemId) : called };
  const record = get.recordPath === '' ? called.body : firstAt(called.body, get.recordPath);
  if (record === undefined || record === null) {
    return {
      ok: false,
      called: showsNone(called.body, get.recordPath) ? buildGoneFailure(target, targetItemId) : buildOddFailure(target, get.recordPath),
    };
  }
  return { ok: true, record, answer: called.body, called };
}

/**
 * Whether the target refused because it no longer has the record. Many systems refuse a change to such a record
 * in their own words.
 */
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

export function saysGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

function buildGoneFailure({ typeName }: OpenSide, targetItemId: string): Extract<Called, { ok: false }> {
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

/** Whether a response says that there is no record: null or an empty list, at the record's path or on the way to it. */
export function showsNone(body: unknown, recordPath: string): boolean {
  if (body === null) return false;
  let value: unknown = body;
  for (const segment of readPath(recordPath)) {
    if (Array.isArray(value) && value.length === 0) return /^\d+$/.test(segment);
    if (typeof value !== 'object' || value === null) break;
    value = (value as Record<string, unknown>)[segment];
  }
  return value === null;
}

function buildOddFailure({ typeName }: OpenSide, recordPath: string): Extract<Called, { ok: false }> {
  const message = `${typeName} sent a response without the record that its document promises at “${recordPath}”.`;
  return { ok: false, message, passes: true, isSent: true, isUnsure: false, retryAfterMs: null, status: 200 };
}
