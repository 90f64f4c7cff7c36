import { type ConnectorDocument, type DataRoles, loadOperation, loadRequestSchema } from '@portage/connectors/openapi';
import { syncStepFields } from '@portage/connectors/pairs';
import { type ConnectionKey, type SchemaNode, withoutFilled } from '@portage/connectors/schema';

interface RoleOperation {
  /** Products, Orders... */
  kind: string;
  operationId: string;
  requestSchema: SchemaNode;
}

/**
 * The inputs of a system's operations for data steps, by kind of data. The first operation of a document with a given kind
 * counts. Fields stay as the document has them; forms show those that aren't hidden.
 *
 * @param keys filled in by the connection, so no form asks for them
 */
export async function operationsOfRole(
  document: ConnectorDocument,
  role: keyof DataRoles,
  keys: readonly ConnectionKey[],
): Promise<RoleOperation[]> {
  const byKind = new Map<string, string>();
  for (const { id, dataRoles } of document.summary.operations) {
    for (const kind of dataRoles?.[role] ?? []) if (!byKind.has(kind)) byKind.set(kind, id);
  }
  const operations: RoleOperation[] = [];
  for (const [kind, operationId] of byKind) {
    operations.push({ kind, operationId, requestSchema: withoutFilled(await loadRequestSchema(document, operationId), keys) });
  }
  return operations;
}

const syncRoles = { source: 'syncSource', target: 'syncTarget' } as const;

/** Fields that a sync step needs from one side, by sync type: forms show them, and activation checks them. */
export async function syncOperations(
  document: ConnectorDocument,
  role: keyof typeof syncRoles,
  keys: readonly ConnectionKey[],
): Promise<RoleOperation[]> {
  const operations = await operationsOfRole(document, syncRoles[role], keys);
  return Promise.all(
    operations.map(async ({ kind, operationId, requestSchema }) => {
      const entity = document.summary.entities?.find(({ name }) => name === kind);
      const { paging } = await loadOperation(document, operationId);
      return { kind, operationId, requestSchema: syncStepFields(requestSchema, entity, role, paging) };
    }),
  );
}

/** @returns null if the document names no operation for this kind of data. */
export function operationIdOfRole({ summary }: ConnectorDocument, role: keyof DataRoles, kind: string): string | null {
  return summary.operations.find(({ dataRoles }) => dataRoles?.[role]?.includes(kind))?.id ?? null;
}
