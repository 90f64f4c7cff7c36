import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { IntegrationRow, StoredOperation } from '@portage/database';

type Integration = HandlerResult<Calls, 'GET /api/integration/integrations/{id}'>['integration'];
type Operation = NonNullable<Integration['operations']['Source']>;

/** An integration as its settings show it (spec INT-02). */
export function presentIntegration(row: IntegrationRow): Integration {
  const { Source, Target } = row.operations;
  return {
    id: row.id,
    workflowId: row.workflowId,
    integrationType: row.integrationType,
    directionType: row.directionType,
    lastSyncDate: row.lastSyncDate?.toISOString() ?? null,
    operations: { ...(Source && { Source: asSent(Source) }), ...(Target && { Target: asSent(Target) }) },
    conflictRule: row.conflictRule,
    carriesDeletions: row.carriesDeletions,
    targetExternalIdFields: row.targetExternalIdFields,
    createdAt: row.createdAt.toISOString(),
    lastUpdatedAt: row.lastUpdatedAt.toISOString(),
  };
}

/** The stored operation came in as JSON. */
function asSent(operation: StoredOperation): Operation {
  return operation as Operation;
}
