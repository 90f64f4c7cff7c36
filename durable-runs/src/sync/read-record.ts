import { entityCallValues } from '@portage/connectors/entities';
import { firstAt } from '@portage/connectors/events';
import type { StepContext } from '../steps/step-handler.ts';
import { type Called, callEntity, FlowProblem, type OpenSide, requestValues } from './entity-calls.ts';

export type ReadRecord = { ok: true; record: unknown; answer: unknown } | { ok: false; called: Extract<Called, { ok: false }> };

/** A record of a target as it is now. */
export async function readRecord(target: OpenSide, targetItemId: string, context: StepContext): Promise<ReadRecord> {
  const { get } = target.entity;
  if (!get)
    throw new FlowProblem(
      `${target.entity.title} of ${target.typeName} cannot be read one by one, but its update needs that (x-entities).`,
    );
  const values = requestValues(entityCallValues(get, { ...target.fields, id: targetItemId }));
  const called = await callEntity(context, target, get.operation, values);
  if (!called.ok) return { ok: false, called };
  return { ok: true, record: get.recordPath === '' ? called.body : firstAt(called.body, get.recordPath), answer: called.body };
}
