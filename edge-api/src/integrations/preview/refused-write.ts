import { clearedPaths, type EntityField, type EntityWrite, entityWriteValues, refusedValues } from '@portage/connectors/entities';
import { loadOperation } from '@portage/connectors/openapi';
import { bodyWriter, RequestError, valuesFromMappings } from '@portage/connectors/requests';
import type { MappedField } from '@portage/sync';
import type { PreviewSide } from './open-side.ts';

interface PlannedWrite {
  write: EntityWrite;
  fields: readonly MappedField[];
  sourceItemId: string;
  /** Null: the record is new. */
  targetItemId: string | null;
}

/** Why a sync couldn't even send a record, in its own words: a required field has no value, or a value has the wrong type. Null: it would be sent. */
export async function refusedWrite(
  { document, fields: answers, typeName }: PreviewSide,
  { write, fields, sourceItemId, targetItemId }: PlannedWrite,
  targetFields: readonly EntityField[],
): Promise<string | null> {
  // Calls that precede the write aren't made here, so their results are unknown.
  if (write.before || write.readFirst || write.balance) return null;
  const id = targetItemId === null ? {} : { id: targetItemId };
  const sent = targetItemId === null ? fields.filter(({ value }) => value !== null) : fields;
  const places = { ...answers, ...id, externalId: sourceItemId, idempotencyKey: sourceItemId, now: new Date(0).toISOString() };
  try {
    const values = valuesFromMappings(entityWriteValues(write, sent, places));
    const operation = await loadOperation(document, write.operation);
    await document.withSchemas((source) => bodyWriter(source, operation)({ ...values, cleared: clearedPaths(write, sent) }));
    return null;
  } catch (error) {
    if (error instanceof RequestError) return refusedValues(error.problems, typeName, targetFields);
    throw error;
  }
}
