import { makeRunId, shardNameOf } from '@portage/contracts';
import { type Calls, calls } from '@portage/contracts/calls';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Answer, api, DEPLOY_TOKEN, database, impersonate, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { makeAppType } from '../../test/app-types.ts';
import type { ConnectionObject } from '../../test/connection-object.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { CHOOSY_PETS, PETS } from '../../test/pets-document.ts';
import { routes } from '../app.ts';

/** Organisations and locations are asked only of applications that have them. */
const CHOOSING = {
  additionalData: {
    connection: {
      authParameters: ['tenantId', 'locationId'].map((name) => ({
        in: 'header' as const,
        name: `x-${name}`,
        template: `{customOptions.${name}}`,
      })),
    },
  },
};

/** What a stranger would like to get at. */
interface Belongings {
  owner: Person;
  workflowId: string;
  triggerCode: string;
  runId: string;
  giftCardId: string;
  sharedWorkflowCode: string;
  connectorId: string;
  /** For the owner alone. */
  connectorTypeId: string;
  /** The same, and no connector is of it. */
  unusedConnectorTypeId: string;
  /** For everybody. */
  commonConnectorTypeId: string;
  document: { fileName: string; fileStorageId: string; storageType: string };
  /** An active template that an admin made of the owner's workflow. */
  templateId: string;
  /** An event dashboard with one item. */
  dashboardId: string;
  dashboardItemId: string;
}

interface Ask {
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
type Rule =
  | { kind: 'public'; ask: Ask }
  | { kind: 'self' | 'list' | 'common' | 'shared' | 'impersonated'; ask: (of: Belongings) => Ask }
  /** `status`: what the admin gets, where it is no success. */
  | { kind: 'admin' | 'deploy'; ask: (of: Belongings) => Ask; status?: number }
  | { kind: 'thing'; ask: (of: Belongings) => Ask; adminMayRead?: true };

const workflowBody = { name: 'Mine', steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: null }] };
const at = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/${of.workflowId}${suffix}` });
const ofConnector = (suffix: string) => (of: Belongings) => ({ path: `/api/connectors/${of.connectorId}${suffix}` });
const LIST_PETS = encodeURIComponent('GET /pets');
const typeBody = { name: 'Taken over', baseUrl: 'https://api.example.com', authorizationType: 'ApiKey' };
const ofTemplate = (suffix: string) => (of: Belongings) => ({ path: `/api/workflow-templates/${of.templateId}${suffix}` });
const ofDashboard = (suffix: string) => (of: Belongings) => ({ path: `/api/dashboards/${of.dashboardId}${suffix}` });
const ofRun = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/instances/${of.runId}${suffix}` });
const ofStep = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/step-instances${suffix}?workflowInstanceId=${of.runId}` });

/** Every declared call; a call that is missing here fails the build and a test. */
const table: Record<keyof Calls, Rule> = {
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
const rawRoutes: Record<string, 'public' | 'user' | 'admin' | 'deploy'> = {
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

async function makeBelongings(): Promise<Belongings> {
  const owner = await signedInPerson({ showAIChat: true });
  const { token, row } = owner;
  const created = await api('POST /api/workflows', { token, body: workflowBody });
  expect(created.status).toBe(200);
  const { id: workflowId, triggerCode } = created.body.workflow;
  expect((await api(`POST /api/workflows/${workflowId}/activate`, { token })).status).toBe(200);
  const started = await api(`POST /api/webhooks/${triggerCode}`, { body: { secret: 'of the owner' } });
  expect(started.status).toBe(202);
  const giftCardId = crypto.randomUUID();
  const [db, now] = [database(), new Date()];
  await db
    .insert(schema.giftCards)
    .values({ id: giftCardId, userId: row.id, number: giftCardId, initialAmount: 50, balance: 20, createdAt: now });
  const document = { fileName: 'pets.yaml', fileStorageId: crypto.randomUUID(), storageType: 'R2' };
  await testEnv.FILES.put(`uploads/${document.fileStorageId}`, CHOOSY_PETS);
  await db.insert(schema.storedFiles).values({
    id: document.fileStorageId,
    ownerUserId: row.id,
    fileName: document.fileName,
    contentType: 'application/yaml',
    sizeBytes: CHOOSY_PETS.length,
    createdAt: now,
  });
  const [connectorId, connectorTypeId, unusedConnectorTypeId, commonConnectorTypeId] = [
    crypto.randomUUID(),
    await makeConnectorType({ userId: row.id, name: 'Type of the owner', openApiDocument: document, settings: CHOOSING }),
    await makeConnectorType({ userId: row.id, name: 'Other type of the owner' }),
    await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } }),
  ];
  await db.insert(schema.connectors).values({
    id: connectorId,
    userId: row.id,
    connectorTypeId,
    name: 'Shop of the owner',
    createdAt: now,
    lastUpdatedAt: now,
  });
  const connection = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(connectorId)) as unknown as ConnectionObject;
  await connection.willAnswer('https://api.example.com/connections', { body: [{ tenantId: 't', tenantName: 'T' }] });
  await connection.willAnswer('https://api.example.com/v4.1', { body: { Results: [{ ID: 10, BusinessName: 'Spa' }] } });
  await connection.willAnswer('/pets', { body: [{ name: 'Rex' }] });
  await connection.willAnswer('/vets', { body: { vets: [{ id: 1, name: 'Ada', town: 'Bern' }], fields: [] } });
  await makeAppType('system-shopify', 'Shopify', {});
  await makeAppType('system-plaid', 'Plaid', { authorizationType: 'ApiKey', sandboxBaseUrl: 'https://sandbox.plaid.com' });
  const dashboardId = crypto.randomUUID();
  await db.insert(schema.dashboards).values({ id: dashboardId, ownerUserId: row.id, dashboardType: 'Event', createdAt: now });
  const dashboardItemId = crypto.randomUUID();
  await db.insert(schema.dashboardItems).values({
    id: dashboardItemId,
    ownerUserId: row.id,
    dashboardId,
    type: 'Event',
    source: 'Salesforce',
    externalId: 'event of the owner',
    name: 'Event of the owner',
    object: { title: 'of the owner' },
    createdAt: now,
    lastUpdatedAt: now,
  });
  const runId = started.body.workflowInstanceId;
  await db.insert(schema.workflowInstances).values({
    id: runId,
    ownerUserId: row.id,
    workflowId,
    workflowVersionId: crypto.randomUUID(),
    name: 'Run of the owner',
    status: 'InProgress',
    createdAt: now,
    lastUpdatedAt: now,
  });
  const shared = await api(`POST /api/workflows/${workflowId}/share`, { token });
  const sharedWorkflowCode = new URL(shared.body.link).searchParams.get('sharedWorkflowCode') ?? '';
  expect(sharedWorkflowCode).toMatch(/^[\w-]{32}$/);
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const template = await api('POST /api/workflow-templates', {
    token: admin.token,
    body: { name: `Template ${crypto.randomUUID()}`, workflowId },
  });
  expect(template.status, template.message).toBe(200);
  return {
    owner,
    workflowId,
    triggerCode,
    runId,
    giftCardId,
    sharedWorkflowCode,
    connectorId,
    connectorTypeId,
    unusedConnectorTypeId,
    commonConnectorTypeId,
    document,
    templateId: template.body.templateId,
    dashboardId,
    dashboardItemId,
  };
}

/** Ids of the right form that nothing has. */
function nothing(of: Belongings): Belongings {
  const id = () => crypto.randomUUID();
  const runId = makeRunId(id(), Date.now(), 0, 'nosuchrun000');
  return {
    ...of,
    workflowId: id(),
    triggerCode: 'nosuchcode',
    runId,
    giftCardId: id(),
    connectorId: id(),
    connectorTypeId: id(),
    dashboardId: id(),
    dashboardItemId: id(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function call(key: string, ask: Ask, token?: string): Promise<Answer<any>> {
  const [method] = key.split(' ');
  return api(`${method} ${ask.path}`, { token, ...(ask.body === undefined ? {} : { body: ask.body }) });
}

const refused = { nobody: 401, stranger: 404, plainUser: 403 };
const isDone = (status: number) => status >= 200 && status < 300;

test('HOSTILE 25: the table of who may call names every call, with the access that it declares', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(calls).sort());
  for (const [key, rule] of Object.entries(table)) {
    const access = rule.kind === 'public' || rule.kind === 'admin' || rule.kind === 'deploy' ? rule.kind : 'user';
    expect(`${key}: ${calls[key as keyof Calls].access}`).toBe(`${key}: ${access}`);
  }
});

test('HOSTILE 25: every route is a declared call or one of the few that read in their own way', () => {
  const declared = new Set(Object.keys(calls).map((key) => key.split(' ')[1]));
  const others = routes.filter(({ path }) => !declared.has(path));
  expect(Object.fromEntries(others.map(({ path, access }) => [path, access]))).toEqual(rawRoutes);
  for (const key of Object.keys(calls)) {
    const [method, path] = key.split(' ');
    expect(
      routes.some((route) => route.path === path && route.methods.includes(method as 'GET')),
      key,
    ).toBe(true);
  }
});

describe.each(Object.entries(table))('%s', (key, rule) => {
  if (rule.kind === 'public') {
    test('HOSTILE 25: nobody needs a session, and no token is looked at', async () => {
      const [without, withJunk] = [await call(key, rule.ask), await call(key, rule.ask, 'junk')];
      expect(withJunk.status).toBe(without.status);
      // Refused tokens and passwords are these calls' own business; the gate's answer would be `unauthorized` for all of them.
      expect(without.status).not.toBe(401);
      expect(without.status).not.toBe(403);
    });
    return;
  }

  test('HOSTILE 25: nobody is refused before anything else is looked at', async () => {
    const of = await makeBelongings();
    const answer = await call(key, rule.ask(of));
    expect([answer.status, answer.code]).toEqual([refused.nobody, 'unauthorized']);
    const nonsense = await api(`${key.split(' ')[0]} ${rule.ask(of).path.split('?')[0]}?nonsense=1`, {
      ...(key.startsWith('GET') ? {} : { rawBody: 'nonsense' }),
    });
    expect(nonsense.status).toBe(refused.nobody);
  });

  if (rule.kind === 'deploy') {
    test('HOSTILE 25: a deploy token is as good as an admin; one that nobody gave out is nobody', async () => {
      const of = await makeBelongings();
      const { status } = await call(key, rule.ask(of), DEPLOY_TOKEN);
      if (rule.status === undefined) expect(isDone(status)).toBe(true);
      else expect(status).toBe(rule.status);
      const foreign = await call(key, rule.ask(of), `pdt_${'x'.repeat(43)}`);
      expect([foreign.status, foreign.code]).toEqual([refused.nobody, 'unauthorized']);
    });
  } else {
    test('HOSTILE 25: a deploy token is nobody here', async () => {
      expect((await call(key, rule.ask(await makeBelongings()), DEPLOY_TOKEN)).status).toBe(refused.nobody);
    });
  }

  if (rule.kind === 'admin' || rule.kind === 'deploy') {
    test('HOSTILE 25, HOSTILE 29: a plain user and an impersonator are refused, an admin is not', async () => {
      const of = await makeBelongings();
      const admin = await signedInPerson({ roles: ['ADMIN'] });
      const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
      expect((await call(key, rule.ask(of), of.owner.token)).status).toBe(refused.plainUser);
      expect((await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id))).status).toBe(refused.plainUser);
      expect((await call(key, rule.ask(of), await impersonate(admin.row.id, otherAdmin.row.id))).status).toBe(refused.plainUser);
      const { status } = await call(key, rule.ask(of), admin.token);
      if (rule.status === undefined) expect(isDone(status)).toBe(true);
      else expect(status).toBe(rule.status);
    });
    return;
  }

  if (rule.kind === 'impersonated') {
    test('HOSTILE 25: neither its owner nor an admin may, one who acts as the owner may, for the owner alone', async () => {
      const of = await makeBelongings();
      const [admin, stranger] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
      const before = await stateOf(of);
      for (const { token } of [of.owner, admin, stranger]) expect((await call(key, rule.ask(of), token)).status).toBe(refused.plainUser);
      const asStranger = await call(key, rule.ask(of), await impersonate(admin.row.id, stranger.row.id));
      expect(isDone(asStranger.status), JSON.stringify(asStranger.body)).toBe(true);
      expect(await stateOf(of)).toEqual(before);
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      expect(isDone(asOwner.status), JSON.stringify(asOwner.body)).toBe(true);
      expect(await stateOf(of)).not.toEqual(before);
    });
    return;
  }

  if (rule.kind === 'thing') {
    test('HOSTILE 25: another user gets the answer of a thing that does not exist, and nothing changes', async () => {
      const of = await makeBelongings();
      const stranger = await signedInPerson();
      const before = await stateOf(of);
      const answer = await call(key, rule.ask(of), stranger.token);
      const ofNothing = await call(key, rule.ask(nothing(of)), stranger.token);
      expect(answer.status).toBe(refused.stranger);
      expect([answer.status, answer.body]).toEqual([ofNothing.status, ofNothing.body]);
      expect(await stateOf(of)).toEqual(before);
    });

    test(`HOSTILE 25: an admin ${rule.adminMayRead ? 'may read it' : 'is a stranger, too'}; one who impersonates is the user`, async () => {
      const of = await makeBelongings();
      const admin = await signedInPerson({ roles: ['ADMIN'] });
      const asAdmin = await call(key, rule.ask(of), admin.token);
      if (rule.adminMayRead) expect(isDone(asAdmin.status)).toBe(true);
      else expect(asAdmin.status).toBe(refused.stranger);
      const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
      const impersonator = await impersonate(admin.row.id, otherAdmin.row.id);
      expect((await call(key, rule.ask(of), impersonator)).status).toBe(refused.stranger);
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      expect(isDone(asOwner.status), JSON.stringify(asOwner.body)).toBe(true);
    });
    return;
  }

  if (rule.kind === 'shared') {
    test('HOSTILE 25: whoever has the code may; with another code it is the answer of a thing that does not exist', async () => {
      const of = await makeBelongings();
      const stranger = await signedInPerson();
      const before = await stateOf(of);
      expect(isDone((await call(key, rule.ask(of), stranger.token)).status)).toBe(true);
      const withoutCode = { ...of, sharedWorkflowCode: 'x'.repeat(32) };
      const answer = await call(key, rule.ask(withoutCode), stranger.token);
      const ofNothing = await call(key, rule.ask(nothing(withoutCode)), stranger.token);
      expect(answer.status).toBe(refused.stranger);
      expect([answer.status, answer.body]).toEqual([ofNothing.status, ofNothing.body]);
      expect(await stateOf(of)).toEqual(before);
    });
    return;
  }

  test('HOSTILE 25: another user sees and changes only what is their own', async () => {
    const of = await makeBelongings();
    const stranger = await signedInPerson({ showAIChat: true });
    const before = await stateOf(of);
    const answer = await call(key, rule.ask(of), stranger.token);
    expect(isDone(answer.status) || answer.status === refused.stranger).toBe(true);
    const text = JSON.stringify(answer.body);
    for (const secret of [of.owner.row.id, of.owner.row.email, of.workflowId, of.runId, of.giftCardId, of.connectorId, 'of the owner']) {
      expect(text).not.toContain(secret);
    }
    expect(await stateOf(of)).toEqual(before);
    expect(isDone((await call(key, rule.ask(of), of.owner.token)).status)).toBe(true);
  });
});

test.each([
  '/api/workflows?isAdmin=true',
  '/api/workflows?userEmail=a',
  '/api/workflows/find-instances?isAdmin=true',
  '/api/workflows/find-instances?userEmail=a',
  '/api/workflow-templates?includeInactive=true',
])('HOSTILE 25: everyone’s list %s is for admins in their own name', async (path) => {
  const of = await makeBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
  expect((await call('GET', { path }, of.owner.token)).status).toBe(refused.plainUser);
  expect((await call('GET', { path }, await impersonate(admin.row.id, otherAdmin.row.id))).status).toBe(refused.plainUser);
  expect(isDone((await call('GET', { path }, admin.token)).status)).toBe(true);
});

/** Calls that let something happen: runs, tests, whole or in parts, and what makes a system answer. */
const runningCalls = [
  'POST /api/workflows/{id}/run',
  'POST /api/workflows/{id}/test-run',
  'POST /api/workflows/{id}/test-step',
  'POST /api/workflows/{id}/start-testing',
  'POST /api/workflows/{id}/stop-testing',
  'GET /api/workflows/{id}/schedule-preview',
  'GET /api/workflows/instances/{id}/re-run',
  'GET /api/workflows/instances/{id}/cancel',
  'POST /api/connectors/{id}/test',
  'POST /api/dashboards/{id}/run-workflows',
  'POST /api/connectors/find-lookup-options',
  'POST /api/connectors/find-autocomplete-options',
] as const satisfies (keyof Calls)[];

test('HOSTILE 26: every call that runs, tests or previews is one of those that need the right to run', () => {
  // A schedule that is handed in belongs to nobody.
  const own = ['POST /api/workflows/preview-schedule'];
  const found = Object.keys(calls).filter((key) => /\/(run|re-run|test|preview)(-|$)|-(testing|preview|options)$/.test(key));
  expect(found.sort()).toEqual([...runningCalls, ...own].filter((key) => !key.endsWith('/cancel')).sort());
});

test.each(runningCalls)(
  'HOSTILE 26: %s needs the right to run: who may only read, as an admin or by a link, starts nothing',
  async (key) => {
    const rule = table[key];
    if (rule.kind !== 'thing') throw new Error('A running call names what it runs');
    const of = await makeBelongings();
    const [admin, guest] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const before = await stateOf(of);
    // They may read: an admin the run and the list of workflows, the guest what was shared.
    expect((await api(`GET /api/workflows/instances/${of.runId}`, { token: admin.token })).status).toBe(200);
    const infoPath = `/api/workflows/${of.workflowId}/import-info?sharedWorkflowCode=${of.sharedWorkflowCode}`;
    expect((await api(`GET ${infoPath}`, { token: guest.token })).status).toBe(200);
    for (const { token } of [admin, guest]) {
      const answer = await call(key, rule.ask(of), token);
      expect([answer.status, answer.body.workflowInstanceId]).toEqual([refused.stranger, undefined]);
    }
    expect((await call(key, rule.ask(of))).status).toBe(refused.nobody);
    expect(await stateOf(of)).toEqual(before);
    expect(await openRunsOf(of.owner)).toBe(1);
  },
);

/** Calls by which somebody's own things change; what only reads is not logged. */
const changingCalls = (Object.keys(table) as (keyof Calls)[]).filter((key) => {
  // A schedule that is only looked at, and what a page tells of itself.
  const changesNothing = ['POST /api/workflows/preview-schedule', 'POST /api/deployments/reports'].includes(key);
  const isWrite = !key.startsWith('GET ') && !changesNothing;
  return ['self', 'list', 'thing', 'shared', 'impersonated'].includes(table[key].kind) && (isWrite || /\/(re-run|cancel)$/.test(key));
});

test.each(changingCalls)('HOSTILE 29: %s in somebody’s name stands in the audit log under both names', async (key) => {
  const rule = table[key];
  if (typeof rule.ask !== 'function') throw new Error('Nobody makes it in another’s name');
  const of = await makeBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const token = await impersonate(admin.row.id, of.owner.row.id);
  const linesOf = () => database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
  expect(await linesOf()).toEqual([]);
  const answer = await call(key, rule.ask(of), token);
  expect(isDone(answer.status), JSON.stringify(answer.body)).toBe(true);
  const lines = await linesOf();
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatchObject({ actorUserId: of.owner.row.id, subjectUserId: of.owner.row.id });
});

/** How many runs of a person go on; ends them. */
async function openRunsOf({ row }: Person): Promise<number> {
  const shardNames = [0, 1, 2, 3].map((lane) => shardNameOf(row.id, Date.now(), lane));
  const counts = await Promise.all(
    shardNames.map((name) => testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(name)).cancelOpenRuns() as Promise<number>),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** All that a stranger could have changed. */
async function stateOf({ owner, workflowId, runId }: Belongings): Promise<unknown> {
  const db = database();
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
  return {
    user: await db.select().from(schema.users).where(eq(schema.users.id, owner.row.id)),
    sessions: await db.select().from(schema.sessions).where(eq(schema.sessions.userId, owner.row.id)),
    workflow: await db.select().from(schema.workflows).where(eq(schema.workflows.ownerUserId, owner.row.id)),
    versions: await db.select().from(schema.workflowVersions).where(eq(schema.workflowVersions.workflowId, workflowId)),
    connectors: await db.select().from(schema.connectors).where(eq(schema.connectors.userId, owner.row.id)),
    connectorTypes: await db.select().from(schema.connectorTypes).where(eq(schema.connectorTypes.userId, owner.row.id)),
    dashboards: await db.select().from(schema.dashboards).where(eq(schema.dashboards.ownerUserId, owner.row.id)),
    dashboardItems: await db.select().from(schema.dashboardItems).where(eq(schema.dashboardItems.ownerUserId, owner.row.id)),
    run: JSON.stringify(await shard.getRun(runId)),
  };
}
