import { type ConnectorDocument, type DataRoles, loadRequestSchema } from '@portage/connectors/openapi';
import type { SchemaNode } from '@portage/connectors/schema';

interface RoleOperation {
  /** Products, Orders... */
  kind: string;
  operationId: string;
  requestSchema: SchemaNode;
}

/**
 * The inputs of a system's operations for data steps, by kind of data. The first operation of a document that says a kind is
 * the one; fields are left as the document has them, forms show those that are not hidden.
 */
export async function operationsOfRole(document: ConnectorDocument, role: keyof DataRoles): Promise<RoleOperation[]> {
  const byKind = new Map<string, string>();
  for (const { id, dataRoles } of document.summary.operations) {
    for (const kind of dataRoles?.[role] ?? []) if (!byKind.has(kind)) byKind.set(kind, id);
  }
  const operations: RoleOperation[] = [];
  for (const [kind, operationId] of byKind) {
    operations.push({ kind, operationId, requestSchema: await loadRequestSchema(document, operationId) });
  }
  return operations;
}
