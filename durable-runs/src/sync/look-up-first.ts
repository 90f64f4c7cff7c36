import {
  beforeFields,
  type EntityFields,
  type EntityWrite,
  entityCallValues,
  entityText,
  isCallWhole,
  writeFields,
} from '@portage/connectors/entities';
import type { MappedField, WriteResult } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { callEntity, readWithRetries, refusedBy, requestValues } from './entity-calls.ts';
import type { WriteTask } from './write-task.ts';

type LookedUp = { ok: true; fields: EntityFields } | { ok: false; result: WriteResult };

/** What a write needs to read from the target first: `{before.<path>}`. */
export async function lookUpFirst(
  { target, record }: WriteTask,
  write: EntityWrite,
  mapped: readonly MappedField[],
  context: StepContext,
): Promise<LookedUp> {
  const { before } = write;
  if (!before) return { ok: true, fields: {} };
  const fields = { ...target.fields, externalId: record.id, ...writeFields(before, mapped, [before.message]) };
  if (!isCallWhole(before, fields)) return { ok: true, fields: {} };
  const values = requestValues(entityCallValues(before, fields));
  const called = await readWithRetries(context, () => callEntity(context, target, before.operation, values));
  if (!called.ok) return { ok: false, result: refusedBy(called) };
  const found = beforeFields(write, called.body);
  if (found) return { ok: true, fields: found };
  return { ok: false, result: { kind: 'failed', message: entityText(before.message, fields), passes: false, call: called.call() } };
}
