import type { Calls } from '@portage/contracts/calls';
import { PETS } from '../pets-document.ts';
import type { Belongings } from './belongings.ts';
import type { Rule } from './rule.ts';

const ofConnector = (suffix: string) => (of: Belongings) => ({ path: `/api/connectors/${of.connectorId}${suffix}` });
const LIST_PETS = encodeURIComponent('GET /pets');
const typeBody = { name: 'Taken over', baseUrl: 'https://api.example.com', authorizationType: 'ApiKey' };

const ownApiBody = (of: Belongings) => ({
  ...{ name: 'Mine', baseUrl: 'https://api.example.com', openApiDocument: of.document },
  authorizationType: 'ApiKey',
});

export const connectorRules = {
  'GET /api/connectors': { kind: 'list', ask: () => ({ path: '/api/connectors' }) },
  'POST /api/connectors': {
    kind: 'list',
    ask: (of) => ({ path: '/api/connectors', body: { name: 'Mine', connectorTypeId: of.commonConnectorTypeId, apiKey: 'key' } }),
  },
  'POST /api/connectors/simulated': {
    kind: 'list',
    ask: () => ({ path: '/api/connectors/simulated', body: { connectorTypeId: 'system-simulated' } }),
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
  'GET /api/connector-types/{id}/edit-entities': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/edit-entities` }),
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
  'POST /api/connector-types/{id}/share': {
    kind: 'admin',
    ask: (of) => ({ path: `/api/connector-types/${of.unusedConnectorTypeId}/share` }),
  },
  'POST /api/own-apis/read': {
    kind: 'thing',
    ask: ({ document: openApiDocument }) => ({ path: '/api/own-apis/read', body: { openApiDocument } }),
  },
  // The owner's document is an old one, which nobody could upload today.
  'POST /api/own-apis': { kind: 'thing', ask: (of) => ({ path: '/api/own-apis', body: ownApiBody(of) }), ownerStatus: 400 },
  'PUT /api/own-apis/{id}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/own-apis/${of.ownApiId}`, body: ownApiBody(of) }),
  },
  'DELETE /api/own-apis/{id}': { kind: 'thing', ask: (of) => ({ path: `/api/own-apis/${of.ownApiId}` }) },
  'DELETE /api/connector-types/{id}': { kind: 'admin', ask: (of) => ({ path: `/api/connector-types/${of.unusedConnectorTypeId}` }) },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
