import type { Calls } from '@portage/contracts/calls';
import { PETS } from '../pets-document.ts';
import type { Belongings } from './belongings.ts';

export interface Ask {
  path: string;
  body?: unknown;
}

/**
 * - `public`: nobody needs to be signed in.
 * - `self`: touches only the caller's own account.
 * - `list`: shows the caller's own things; a stranger sees none of the owner's.
 * - `thing`: names one thing; a stranger gets the very answer of a thing that does not exist. `adminMayRead`: an admin, too, else.
 * - `shared`: names one thing and the code of its link; whoever has both may, without the code it is as if it did not exist.
 * - `impersonated`: touches only the caller's own things, and only while an admin acts as them.
 * - `common`: for everybody who is signed in, and tells nothing of whom it was made from.
 * - `admin`: for admins in their own name.
 * - `deploy`: as `admin`, and for holders of deploy tokens.
 */
export type Rule =
  | { kind: 'public'; ask: Ask }
  | { kind: 'self' | 'list' | 'common' | 'shared' | 'impersonated'; ask: (of: Belongings) => Ask }
  /** `status`: what the admin gets, where it is no success. */
  | { kind: 'admin' | 'deploy'; ask: (of: Belongings) => Ask; status?: number }
  | { kind: 'thing'; ask: (of: Belongings) => Ask; adminMayRead?: true };

export const workflowBody = { name: 'Mine', steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: null }] };
const at = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/${of.workflowId}${suffix}` });
const ofConnector = (suffix: string) => (of: Belongings) => ({ path: `/api/connectors/${of.connectorId}${suffix}` });
const LIST_PETS = encodeURIComponent('GET /pets');
const typeBody = { name: 'Taken over', baseUrl: 'https://api.example.com', authorizationType: 'ApiKey' };
const ofTemplate = (suffix: string) => (of: Belongings) => ({ path: `/api/workflow-templates/${of.templateId}${suffix}` });
const ofDashboard = (suffix: string) => (of: Belongings) => ({ path: `/api/dashboards/${of.dashboardId}${suffix}` });
const ofRun = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/instances/${of.runId}${suffix}` });
const ofStep = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/step-instances${suffix}?workflowInstanceId=${of.runId}` });

/** Every declared call; a call that is missing here fails the build and a test. */
export const table: Record<keyof Calls, Rule> = {
  'GET /api/health': { kind: 'public', ask: { path: '/api/health' } },
  'GET /api/configuration': { kind: 'public', ask: { path: '/api/configuration' } },
  'POST /api/users/signin': { kind: 'public', ask: { path: '/api/users/signin', body: {} } },
  'POST /api/users/signup': { kind: 'public', ask: { path: '/api/users/signup', body: {} } },
  'POST /api/users/refresh-token': { kind: 'public', ask: { path: '/api/users/refresh-token', body: {} } },
  'POST /api/users/forgot-password': { kind: 'public', ask: { path: '/api/users/forgot-password', body: {} } },
  'POST /api/users/reset-password': { kind: 'public', ask: { path: '/api/users/reset-password', body: {} } },
  'POST /api/users/signout': { kind: 'self', ask: () => ({ path: '/api/users/signout' }) },
  'PUT /api/users/info': { kind: 'self', ask: () => ({ path: '/api/users/info', body: { jobTitle: 'Intruder' } }) },
  'GET /api/users/has-valid-subscription': { kind: 'self', ask: () => ({ path: '/api/users/has-valid-subscription' }) },
  'GET /api/users': { kind: 'admin', ask: () => ({ path: '/api/users' }) },
  'POST /api/users/impersonate': {
    kind: 'admin',
    ask: ({ owner }) => ({ path: '/api/users/impersonate', body: { userId: owner.row.id } }),
  },
  'PUT /api/users/{id}': {
    kind: 'admin',
    ask: ({ owner }) => ({ path: `/api/users/${owner.row.id}`, body: { workflowQuotaSettings: { maxWorkflowInstancesPerDay: 7 } } }),
  },
  'DELETE /api/users/{id}': { kind: 'admin', ask: ({ owner }) => ({ path: `/api/users/${owner.row.id}` }) },
  'GET /api/audit': { kind: 'admin', ask: () => ({ path: '/api/audit' }) },
  'GET /api/audit/export': { kind: 'admin', ask: () => ({ path: '/api/audit/export' }) },
  'GET /api/workflows': { kind: 'list', ask: () => ({ path: '/api/workflows' }) },
  'POST /api/workflows': { kind: 'list', ask: () => ({ path: '/api/workflows', body: workflowBody }) },
  'GET /api/workflows/{id}': { kind: 'thing', ask: at('') },
  'PUT /api/workflows/{id}': { kind: 'thing', ask: (of) => ({ ...at('')(of), body: { name: 'Stolen' } }) },
  'DELETE /api/workflows/{id}': { kind: 'thing', ask: at('') },
  'POST /api/workflows/{id}/run': { kind: 'thing', ask: at('/run') },
  'POST /api/workflows/{id}/test-run': { kind: 'thing', ask: at('/test-run') },
  'POST /api/workflows/{id}/activate': { kind: 'thing', ask: at('/activate') },
  'POST /api/workflows/{id}/deactivate': { kind: 'thing', ask: at('/deactivate') },
  'POST /api/workflows/{id}/start-testing': { kind: 'thing', ask: at('/start-testing') },
  'POST /api/workflows/{id}/stop-testing': { kind: 'thing', ask: at('/stop-testing') },
  'GET /api/workflows/{id}/event-status': { kind: 'thing', ask: at('/event-status') },
  'GET /api/workflows/{id}/schedule-preview': { kind: 'thing', ask: at('/schedule-preview') },
  'POST /api/workflows/preview-schedule': {
    kind: 'self',
    ask: () => ({ path: '/api/workflows/preview-schedule', body: { schedule: { period: 'Day' } } }),
  },
  'GET /api/workflows/{id}/versions': { kind: 'thing', ask: at('/versions') },
  'GET /api/workflows/{id}/workflow-context-data': { kind: 'thing', ask: at('/workflow-context-data') },
  'GET /api/workflows/{id}/last-instance': { kind: 'thing', ask: at('/last-instance') },
  'GET /api/workflows/generate-webhook-url/{id}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/workflows/generate-webhook-url/${of.workflowId}` }),
  },
  'GET /api/workflows/webhook-url/{triggerCode}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/workflows/webhook-url/${of.triggerCode}` }),
  },
  'POST /api/workflows/{id}/share': { kind: 'thing', ask: at('/share') },
  'DELETE /api/workflows/{id}/share': { kind: 'thing', ask: at('/share') },
  'GET /api/workflows/{id}/import-info': {
    kind: 'shared',
    ask: (of) => at(`/import-info?sharedWorkflowCode=${of.sharedWorkflowCode}`)(of),
  },
  'POST /api/workflows/import': {
    kind: 'shared',
    ask: ({ workflowId, sharedWorkflowCode }) => ({
      path: '/api/workflows/import',
      body: { workflowIdToImport: workflowId, sharedWorkflowCode, workflowName: 'Imported' },
    }),
  },
  'POST /api/workflows/{id}/test-step': {
    kind: 'thing',
    ask: (of) => ({ ...at('/test-step')(of), body: { step: { stepId: 's', type: 'CustomScript', script: 'return 1' } } }),
  },
  'GET /api/workflows/instances': { kind: 'list', ask: (of) => ({ path: `/api/workflows/instances?WorkflowId=${of.workflowId}` }) },
  'GET /api/workflows/find-instances': {
    kind: 'list',
    ask: (of) => ({ path: `/api/workflows/find-instances?workflowId=${of.workflowId}` }),
  },
  'GET /api/workflows/instances/{id}': { kind: 'thing', ask: ofRun(''), adminMayRead: true },
  'GET /api/workflows/instances/{id}/overview': { kind: 'thing', ask: ofRun('/overview'), adminMayRead: true },
  'GET /api/workflows/instances/{id}/re-run': { kind: 'thing', ask: ofRun('/re-run?type=StartNew') },
  'GET /api/workflows/instances/{id}/cancel': { kind: 'thing', ask: ofRun('/cancel') },
  'GET /api/workflows/step-instances': { kind: 'thing', ask: ofStep(''), adminMayRead: true },
  'GET /api/workflows/step-instances/{id}': { kind: 'thing', ask: ofStep('/1'), adminMayRead: true },
  'GET /api/workflows/step-instances/{id}/context': { kind: 'thing', ask: ofStep('/1/context'), adminMayRead: true },
  'GET /api/workflow-templates': { kind: 'common', ask: () => ({ path: '/api/workflow-templates' }) },
  'GET /api/workflow-templates/{id}': { kind: 'common', ask: ofTemplate('') },
  'POST /api/workflow-templates': {
    kind: 'admin',
    ask: ({ workflowId }) => ({ path: '/api/workflow-templates', body: { name: `Template ${crypto.randomUUID()}`, workflowId } }),
  },
  'PUT /api/workflow-templates/{id}': {
    kind: 'admin',
    ask: (of) => ({ ...ofTemplate('')(of), body: { workflowId: of.workflowId } }),
  },
  'PATCH /api/workflow-templates/{id}': { kind: 'admin', ask: (of) => ({ ...ofTemplate('')(of), body: { description: 'Changed' } }) },
  'DELETE /api/workflow-templates/{id}': { kind: 'admin', ask: ofTemplate('') },
  'POST /api/workflow-templates/{id}/activate': { kind: 'admin', ask: ofTemplate('/activate') },
  'POST /api/workflow-templates/{id}/deactivate': { kind: 'admin', ask: ofTemplate('/deactivate') },
  'GET /api/gift-cards': { kind: 'list', ask: () => ({ path: '/api/gift-cards' }) },
  'GET /api/gift-cards/{id}': { kind: 'thing', ask: (of) => ({ path: `/api/gift-cards/${of.giftCardId}` }), adminMayRead: true },
  'GET /api/dashboards/stats': { kind: 'list', ask: () => ({ path: '/api/dashboards/stats' }) },
  'GET /api/dashboards': { kind: 'list', ask: () => ({ path: '/api/dashboards' }) },
  'POST /api/dashboards': { kind: 'impersonated', ask: () => ({ path: '/api/dashboards', body: { dashboardType: 'Ecommerce' } }) },
  'GET /api/dashboards/get-ecommerce-dashboard-id': {
    kind: 'list',
    ask: () => ({ path: '/api/dashboards/get-ecommerce-dashboard-id' }),
  },
  'GET /api/dashboards/{id}': { kind: 'thing', ask: ofDashboard('') },
  'POST /api/dashboards/{id}/run-workflows': { kind: 'thing', ask: ofDashboard('/run-workflows') },
  'GET /api/dashboards/{dashboardId}/items': { kind: 'thing', ask: ofDashboard('/items') },
  'GET /api/dashboards/{dashboardId}/orders': { kind: 'thing', ask: ofDashboard('/orders') },
  'GET /api/dashboards/{dashboardId}/products': { kind: 'thing', ask: ofDashboard('/products') },
  'GET /api/dashboards/{dashboardId}/integrationItems': { kind: 'thing', ask: ofDashboard('/integrationItems') },
  'GET /api/dashboards/{dashboardId}/items/{itemId}': {
    kind: 'thing',
    ask: (of) => ofDashboard(`/items/${of.dashboardItemId}`)(of),
  },
  'POST /api/dashboards/{dashboardId}/items/{itemId}/delete': {
    kind: 'thing',
    ask: (of) => ofDashboard(`/items/${of.dashboardItemId}/delete`)(of),
  },
  'GET /api/connectors': { kind: 'list', ask: () => ({ path: '/api/connectors' }) },
  'POST /api/connectors': {
    kind: 'list',
    ask: (of) => ({ path: '/api/connectors', body: { name: 'Mine', connectorTypeId: of.commonConnectorTypeId, apiKey: 'key' } }),
  },
  'GET /api/connectors/{id}': { kind: 'thing', ask: ofConnector('') },
  'PUT /api/connectors/{id}': { kind: 'thing', ask: (of) => ({ ...ofConnector('')(of), body: { name: 'Stolen' } }) },
  'DELETE /api/connectors/{id}': { kind: 'thing', ask: ofConnector('') },
  'POST /api/connectors/{id}/reconnect': { kind: 'thing', ask: ofConnector('/reconnect') },
  'POST /api/connectors/{id}/test': { kind: 'thing', ask: ofConnector('/test') },
  'GET /api/connector-types': { kind: 'list', ask: () => ({ path: '/api/connector-types?name=of%20the%20owner' }) },
  'POST /api/connector-types': { kind: 'admin', ask: () => ({ path: '/api/connector-types', body: typeBody }) },
  'GET /api/connector-types/{id}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}` }),
    adminMayRead: true,
  },
  'PUT /api/connector-types/{id}': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}`, body: typeBody }),
  },
  'POST /api/connector-types/validate': {
    kind: 'admin',
    ask: (of) => ({ path: '/api/connector-types/validate', body: { openApiDocument: of.document } }),
  },
  'GET /api/connector-types/{id}/edit-schema': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/edit-schema` }),
  },
  'GET /api/connector-types/{id}/yaml': { kind: 'admin', ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/yaml` }) },
  'PUT /api/connector-types/{id}/yaml': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/yaml`, body: { yaml: PETS } }),
  },
  'GET /api/connector-types/{id}/edit-operation': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/edit-operation?operationId=${LIST_PETS}` }),
  },
  'GET /api/connector-types/{id}/edit-event': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/edit-event?eventId=petBorn` }),
  },
  'GET /api/connector-types/{id}/edit-reference': {
    kind: 'admin',
    ask: (of) => ({
      path: `/api/connector-types/${of.connectorTypeId}/edit-reference?reference=${encodeURIComponent('#/components/schemas/Pet')}`,
    }),
  },
  'PUT /api/connector-types/{id}/document-parts': {
    kind: 'admin',
    ask: (of) => ({
      path: `/api/connector-types/${of.connectorTypeId}/document-parts`,
      body: { revision: of.document.fileStorageId, edits: [{ path: ['x-note'], value: 'seen' }] },
    }),
  },
  'POST /api/conversion/json-to-schema': {
    kind: 'admin',
    ask: () => ({ path: '/api/conversion/json-to-schema', body: { json: { a: 1 } } }),
  },
  'POST /api/conversion/text-to-descriptions': {
    kind: 'admin',
    ask: () => ({ path: '/api/conversion/text-to-descriptions', body: { text: 'a: b' } }),
  },
  'POST /api/conversion/dto-to-yaml': { kind: 'admin', ask: () => ({ path: '/api/conversion/dto-to-yaml', body: { schema: {} } }) },
  'GET /api/connectors/{id}/api-schema': { kind: 'thing', ask: ofConnector('/api-schema') },
  'GET /api/connectors/{id}/resources': { kind: 'thing', ask: ofConnector('/resources') },
  'GET /api/connectors/{id}/events': { kind: 'thing', ask: ofConnector('/events') },
  'GET /api/connectors/{id}/operation-schema': { kind: 'thing', ask: ofConnector(`/operation-schema?operationId=${LIST_PETS}`) },
  'GET /api/connectors/{id}/operation-script': { kind: 'thing', ask: ofConnector(`/operation-script?operationId=${LIST_PETS}`) },
  'GET /api/connectors/{id}/event-schema': { kind: 'thing', ask: ofConnector('/event-schema?eventId=petBorn') },
  'GET /api/connectors/{id}/schema-node': {
    kind: 'thing',
    ask: ofConnector(`/schema-node?reference=${encodeURIComponent('#/components/schemas/Pet')}`),
  },
  'POST /api/apps/shopify/signin': {
    kind: 'list',
    ask: () => ({ path: '/api/apps/shopify/signin', body: { storeHost: 'demo.myshopify.com' } }),
  },
  'GET /api/apps/xero/{id}/tenants': { kind: 'thing', ask: (of) => ({ path: `/api/apps/xero/${of.connectorId}/tenants` }) },
  'POST /api/apps/plaid/link-token': { kind: 'self', ask: () => ({ path: '/api/apps/plaid/link-token' }) },
  'POST /api/apps/plaid/connector/create': {
    kind: 'list',
    ask: () => ({ path: '/api/apps/plaid/connector/create', body: { publicToken: 'public', name: 'Bank' } }),
  },
  'GET /api/apps/booker/{id}/locations': { kind: 'thing', ask: (of) => ({ path: `/api/apps/booker/${of.connectorId}/locations` }) },
  'POST /api/apps/booker/{id}/location': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/apps/booker/${of.connectorId}/location`, body: { locationId: '10' } }),
  },
  'POST /api/apps/aggregation-services/create-link-token/{category}': {
    kind: 'self',
    ask: () => ({ path: '/api/apps/aggregation-services/create-link-token/accounting', body: {} }),
  },
  'POST /api/apps/aggregation-services/create-account-token/{category}': {
    kind: 'self',
    ask: () => ({ path: '/api/apps/aggregation-services/create-account-token/accounting', body: { publicToken: 'public' } }),
  },
  'GET /api/apps/aggregation-services/{category}/integrations-list': {
    kind: 'self',
    ask: () => ({ path: '/api/apps/aggregation-services/accounting/integrations-list' }),
  },
  'POST /api/connectors/find-lookup-options': {
    kind: 'thing',
    ask: ({ connectorId }) => ({
      path: '/api/connectors/find-lookup-options',
      body: { connectorId, operationId: 'POST /pets', parameterPath: 'body.friend' },
    }),
  },
  'POST /api/connectors/find-autocomplete-options': {
    kind: 'thing',
    ask: ({ connectorId }) => ({
      path: '/api/connectors/find-autocomplete-options',
      body: { connectorId, operationId: 'POST /pets', parameterPath: 'body.vet', searchField: 'name', searchValue: 'ada' },
    }),
  },
  'POST /api/connectors/{id}/resync-custom-parameters': { kind: 'thing', ask: ofConnector('/resync-custom-parameters') },
  'GET /api/connector-types/sync-step/schema': {
    kind: 'thing',
    ask: ({ connectorTypeId }) => ({
      path: `/api/connector-types/sync-step/schema?sourceConnectorTypeId=${connectorTypeId}&targetConnectorTypeId=${connectorTypeId}`,
    }),
    adminMayRead: true,
  },
  'GET /api/connector-types/{id}/get-data/schema': {
    kind: 'thing',
    ask: ({ connectorTypeId }) => ({ path: `/api/connector-types/${connectorTypeId}/get-data/schema` }),
    adminMayRead: true,
  },
  'DELETE /api/connector-types/{id}': { kind: 'admin', ask: (of) => ({ path: `/api/connector-types/${of.unusedConnectorTypeId}` }) },
  'POST /api/ai-custom-script/adjust-with-ai': {
    kind: 'self',
    ask: () => ({
      path: '/api/ai-custom-script/adjust-with-ai',
      body: { model: 'gpt-4o-mini', prompt: 'double it', content: 'return 1;' },
    }),
  },
  'GET /api/ai-custom-script/base-prompt': { kind: 'self', ask: () => ({ path: '/api/ai-custom-script/base-prompt' }) },
  'GET /api/maintenance/backend-exception': {
    kind: 'admin',
    ask: () => ({ path: '/api/maintenance/backend-exception' }),
    status: 500,
  },
  'GET /api/maintenance/log-message/{level}': { kind: 'admin', ask: () => ({ path: '/api/maintenance/log-message/error' }) },
  'GET /api/maintenance/health': { kind: 'admin', ask: () => ({ path: '/api/maintenance/health' }) },
  'GET /api/deployments': { kind: 'deploy', ask: () => ({ path: '/api/deployments' }) },
  // Let through as far as what they ask for, which is not there.
  'POST /api/deployments/{name}/versions/{version}': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/versions/none', body: { files: [], shared: {}, sizeBrotliBytes: 0 } }),
    status: 400,
  },
  'POST /api/deployments/{name}/live': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/live', body: { version: 'none' } }),
    status: 404,
  },
  'POST /api/deployments/{name}/rollback': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/rollback', body: { version: 'none' } }),
    status: 404,
  },
  'POST /api/deployments/{name}/canary': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/canary', body: { version: 'none', percent: 0 } }),
    status: 404,
  },
  'POST /api/deployments/{name}/hold': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/connectors/hold', body: { isHeld: true } }),
    status: 409,
  },
  'POST /api/deployments/reports': {
    kind: 'self',
    ask: () => ({ path: '/api/deployments/reports', body: { area: 'billing', version: 'none', outcome: 'LoadFailed' } }),
  },
};

/** Routes that are no declared calls, with who may use them; each has tests of its own beside its feature. */
export const rawRoutes: Record<string, 'public' | 'user' | 'admin' | 'deploy'> = {
  '/api/ai-custom-script/adjust-with-ai/stream': 'user',
  // A browser that comes back from elsewhere sends a cookie at most; what it brings is looked at by the connection itself.
  '/api/connectors/callback': 'public',
  // An image in a page brings no token along.
  '/api/connector-types/{id}/logo': 'public',
  '/api/apps/aggregation-services/{category}/{type}/logo': 'public',
  '/api/deployments/{name}/versions/{version}/files': 'deploy',
  '/api/files/download/{fileName}': 'user',
  '/api/files/upload': 'user',
  '/api/files/upload-text': 'user',
  '/api/metrics': 'admin',
  '/api/openapi.json': 'public',
  '/api/webhooks/{triggerCode}': 'public',
  // Checks its token itself: a browser's WebSocket sends no header.
  '/api/workflows/instances/{id}/live': 'public',
};
