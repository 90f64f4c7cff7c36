import type { StepContext } from '../step-context/step-handler.ts';

/**
 * The operation by which a system lists records of a kind (`x-get-data`) and the entity that it lists, or why
 * the system has no such records.
 */
export async function operationOfData(
  connectorId: string,
  dataType: string,
  context: StepContext,
): Promise<{ ok: true; operationId: string; typeName: string; entityName: string | null } | { ok: false; message: string }> {
  const leased = await context.connection(connectorId).lease({});
  if (leased.outcome === 'refused') return { ok: false, message: leased.message };
  const { documentId, typeName } = leased.lease;
  const document = documentId === null ? null : await context.document(documentId);
  if (!document) return { ok: false, message: `${typeName} has no OpenAPI document, so it provides no data.` };
  const operation = document.summary.operations.find(({ dataRoles }) => dataRoles?.getData?.includes(dataType));
  if (!operation)
    return { ok: false, message: `${typeName} provides no ${dataType}: its document names no operation for them (x-get-data).` };
  const entity = document.summary.entities?.find(({ list }) => list?.operation === operation.id);
  return { ok: true, operationId: operation.id, typeName, entityName: entity?.name ?? null };
}
