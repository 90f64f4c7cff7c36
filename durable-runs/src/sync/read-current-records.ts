import { entityCallValues, entityKeys } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import type { Decision } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { callEntity, type OpenSide, readWithRetries, recordsAt, requestValues } from './entity-calls.ts';

/** Records of the target by their ids, as they were before a chunk was written. */
export type CurrentRecords = ReadonlyMap<string, unknown>;

/** A linked record is read first if a change in the target may be overwritten. A rule that compares both sides reads the record itself. */
export function isReadFirst(decision: Decision): decision is Extract<Decision, { kind: 'update' }> {
  return decision.kind === 'update' && decision.tellsOverwritten && !decision.checksTarget;
}

/** Reads the linked records of a chunk with one call for many. Records that can't be read are left out, and the write continues. */
export async function readCurrentRecords(target: OpenSide, decisions: readonly Decision[], context: StepContext): Promise<CurrentRecords> {
  const current = new Map<string, unknown>();
  const { getMany, idPath, update, changedAtPath } = target.entity;
  const ids = [...new Set(decisions.filter(isReadFirst).map(({ targetItemId }) => targetItemId))];
  if (!getMany || ids.length < 2 || update?.readFirst || changedAtPath === undefined) return current;
  for (let from = 0; from < ids.length; from += getMany.most) {
    const keys = entityKeys(getMany, ids.slice(from, from + getMany.most));
    const values = requestValues(entityCallValues(getMany, { ...target.fields, keys }));
    const called = await readWithRetries(context, () =>
      callEntity(context, target, getMany.operation, values, { list: recordsAt(getMany) }),
    );
    if (!called.ok) break;
    for (const record of called.page.items) {
      const id = textAt(record, idPath);
      if (id !== null) current.set(id, record);
    }
  }
  return current;
}
