import { connectorChoiceCalls } from '@portage/contracts/calls';
import { findConnectorType, findWorkflow } from '@portage/database';
import { getTypeScope } from '../../connector-types/connector-type-routes.ts';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import { ApiProblem, notFound, workflowNotFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { implement } from '../../http/implement.ts';
import { operationsOfRole, syncOperations } from '../data-steps/data-operations.ts';
import { findAutocompleteOptions, findLookupOptions } from './find-choices.ts';
import { resyncCustomParameters } from './resync-custom-parameters.ts';

/** Choices that a form requests from the connected system (API-82, API-83, API-85, API-86, API-99, API-100, API-101). */
export const connectorChoiceRoutes = implement(connectorChoiceCalls, {
  async 'POST /api/connectors/find-lookup-options'({ body }, context) {
    const { choices, isCut } = await findLookupOptions(context, body);
    return { lookups: choices, ...(isCut ? { isCut } : {}) };
  },

  async 'POST /api/connectors/find-autocomplete-options'({ body }, context) {
    const { choices, isCut } = await findAutocompleteOptions(context, body, body.searchValue);
    return { options: choices, ...(isCut ? { isCut } : {}) };
  },

  async 'POST /api/connectors/{id}/resync-custom-parameters'({ params }, context) {
    const errorMessage = await resyncCustomParameters(context, params.id);
    return { isSuccess: errorMessage === null, errorMessage };
  },

  async 'GET /api/connector-types/sync-step/schema'({ query }, context) {
    const { sourceConnectorTypeId, targetConnectorTypeId, workflowId } = query;
    if (workflowId !== undefined && !(await findWorkflow(context.db, context.user.id, workflowId))) throw workflowNotFound();
    const sides = [
      { role: 'source', type: await visibleType(context, sourceConnectorTypeId) },
      { role: 'target', type: await visibleType(context, targetConnectorTypeId) },
    ] as const;
    try {
      const operationsByConnectorTypeId: Record<string, SyncOperation[]> = {};
      for (const { role, type } of sides) {
        const operations = await syncOperations(await openUploaded(context.env, type.openApiDocument), role, getConnectionKeys(type));
        const listed = operations.map(({ kind, operationId, requestSchema }) => ({
          syncType: kind,
          role,
          operationId,
          requestSchema: requestSchema as SyncOperation['requestSchema'],
        }));
        operationsByConnectorTypeId[type.id] = [...(operationsByConnectorTypeId[type.id] ?? []), ...listed];
      }
      return { isSuccess: true, error: null, schema: { operationsByConnectorTypeId }, operationsByConnectorTypeId };
    } catch (error) {
      // API-100: the error is part of the response.
      if (error instanceof ApiProblem) return { isSuccess: false, error: error.message, schema: null, operationsByConnectorTypeId: {} };
      throw error;
    }
  },

  async 'GET /api/connector-types/{id}/get-data/schema'({ params }, context) {
    const type = await visibleType(context, params.id);
    const operations = await operationsOfRole(await openUploaded(context.env, type.openApiDocument), 'getData', getConnectionKeys(type));
    return {
      operations: operations.map(({ kind, operationId, requestSchema }) => ({
        dataType: kind,
        operationId,
        requestSchema: requestSchema as SyncOperation['requestSchema'],
      })),
    };
  },
});

type SyncOperation = ReturnType<
  (typeof connectorChoiceCalls)['GET /api/connector-types/sync-step/schema']['response']['parse']
>['operationsByConnectorTypeId'][string][number];

function getConnectionKeys(type: Awaited<ReturnType<typeof visibleType>>) {
  return type.settings.additionalData.connection?.authParameters ?? [];
}

/** @throws ApiProblem 404 also for types that the caller may not see */
async function visibleType({ db, user }: UserContext, connectorTypeId: string) {
  const type = await findConnectorType(db, getTypeScope(user), connectorTypeId);
  if (!type) throw notFound('This connector type');
  return type;
}
