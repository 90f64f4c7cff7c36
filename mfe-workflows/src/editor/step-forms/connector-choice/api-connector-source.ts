import type {
  ConnectorSchemaSource,
  ConnectorTypeChoice,
  EventChoice,
  OperationChoice,
  ResourceChoice,
  SchemaNode,
} from '@portage/connectors/schema';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { builtOptions } from './built-options.ts';

const PAGE_SIZE = 100;

/** Reads connectors and their schemas from the API (API-71, API-74, API-81..90, API-99, API-101). */
export function createApiConnectorSource(api: Client<Calls>): ConnectorSchemaSource {
  const types = () =>
    allPages(async (pageIndex) => {
      const page = await api('GET /api/connector-types', { query: { pageIndex, pageSize: PAGE_SIZE } });
      return { items: page.connectorTypes, totalCount: page.totalCount };
    });
  const connectors = () =>
    allPages(async (pageIndex) => {
      const page = await api('GET /api/connectors', { query: { pageIndex, pageSize: PAGE_SIZE } });
      return { items: page.connectors, totalCount: page.totalCount };
    });
  return {
    async listConnectors() {
      const [own, known] = await Promise.all([connectors(), types()]);
      const withCustom = new Set(known.filter((type) => type.hasCustomParameters).map(({ id }) => id));
      return builtOptions(own, ({ id, name, connectorTypeId, createdAt }) => ({
        id,
        name,
        connectorTypeId,
        createdAt,
        hasCustomParameters: withCustom.has(connectorTypeId),
      }));
    },

    async listConnectorTypes() {
      return builtOptions(
        await types(),
        ({ id, name, baseUrl, logo, additionalData, subscriptionRequired }): ConnectorTypeChoice => ({
          id,
          name,
          baseUrl,
          isSubscriptionRequired: subscriptionRequired,
          isAddressOfConnector: Boolean(additionalData?.connection?.baseUrlMember),
          // The file's id changes the address when the logo changes.
          logoUrl: logo && `/api/connector-types/${encodeURIComponent(id)}/logo?v=${encodeURIComponent(logo.fileStorageId)}`,
        }),
      );
    },

    async listResources(connectorId) {
      const { resources } = await api('GET /api/connectors/{id}/resources', { params: { id: connectorId } });
      return resources as ResourceChoice[];
    },

    async listOperations(connectorId) {
      const { schema } = await api('GET /api/connectors/{id}/api-schema', { params: { id: connectorId } });
      return schema.operations as OperationChoice[];
    },

    async listEvents(connectorId) {
      const { events } = await api('GET /api/connectors/{id}/events', { params: { id: connectorId }, query: {} });
      return events as EventChoice[];
    },

    async loadOperationSchema(connectorId, operationId, contentType) {
      const query = { operationId, contentType };
      const answer = await api('GET /api/connectors/{id}/operation-schema', { params: { id: connectorId }, query });
      return asNode(answer.requestSchema);
    },

    async loadEventSchema(connectorId, eventId) {
      const answer = await api('GET /api/connectors/{id}/event-schema', { params: { id: connectorId }, query: { eventId } });
      return asNode(answer.requestSchema);
    },

    async expandNode(connectorId, reference) {
      const { node } = await api('GET /api/connectors/{id}/schema-node', { params: { id: connectorId }, query: { reference } });
      return asNode(node);
    },

    async findLookupOptions(request) {
      const { lookups, isCut = false } = await api('POST /api/connectors/find-lookup-options', { body: withoutUndefined(request) });
      return { choices: lookups, isCut };
    },

    async findAutocompleteOptions(request) {
      const { options, isCut = false } = await api('POST /api/connectors/find-autocomplete-options', { body: withoutUndefined(request) });
      return { choices: options, isCut };
    },

    resyncCustomParameters: (id) => api('POST /api/connectors/{id}/resync-custom-parameters', { params: { id } }),

    async loadOperationScript(connectorId, operationId) {
      const query = { operationId };
      return (await api('GET /api/connectors/{id}/operation-script', { params: { id: connectorId }, query })).script;
    },

    async loadSyncOperations({ sourceConnectorTypeId, targetConnectorTypeId, workflowId }) {
      const query = { sourceConnectorTypeId, targetConnectorTypeId, workflowId };
      const answer = await api('GET /api/connector-types/sync-step/schema', { query });
      if (!answer.isSuccess) throw new Error(answer.error ?? 'The fields of this synchronisation could not be read.');
      return Object.fromEntries(
        Object.entries(answer.operationsByConnectorTypeId).map(([typeId, operations]) => [
          typeId,
          operations.map(({ syncType, role, operationId, requestSchema }) => ({
            dataType: syncType,
            role,
            operationId,
            requestSchema: asNode(requestSchema),
          })),
        ]),
      );
    },

    async loadDataOperations(connectorTypeId) {
      const { operations } = await api('GET /api/connector-types/{id}/get-data/schema', { params: { id: connectorTypeId } });
      return operations.map(({ dataType, operationId, requestSchema }) => ({
        dataType,
        operationId,
        requestSchema: asNode(requestSchema),
      }));
    },

    async listIntegrationDefinitions() {
      const { definitions } = await api('GET /api/integrations/steps');
      return definitions.map(({ implementationType, name, fields }) => ({ implementationType, displayName: name, fields }));
    },
  };
}

/** The contract describes the members that every node has; packages/connectors adds the others. */
function asNode(node: { name: string; type: string }): SchemaNode {
  return node as unknown as SchemaNode;
}

async function allPages<Item>(read: (pageIndex: number) => Promise<{ items: Item[]; totalCount: number }>): Promise<Item[]> {
  const all: Item[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const { items, totalCount } = await read(pageIndex);
    all.push(...items);
    if (items.length < PAGE_SIZE || all.length >= totalCount) return all;
  }
}
