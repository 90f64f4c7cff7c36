import type { ConnectorChoice, ConnectorSchemaSource } from '@portage/connectors/schema';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

const PAGE_SIZE = 100;

/**
 * What the API tells of connectors. So far that is who there are: operations, events and schemas come with the connectors
 * area, and until then asking for them fails with a message that says so.
 */
export function createApiConnectorSource(api: Client<Calls>): ConnectorSchemaSource {
  const notYet = () => Promise.reject(new Error('This version of Portage cannot read what a connector offers.'));
  return {
    async listConnectors() {
      const connectors: ConnectorChoice[] = [];
      for (let pageIndex = 0; ; pageIndex += 1) {
        const page = await api('GET /api/connectors', { query: { pageIndex, pageSize: PAGE_SIZE } });
        connectors.push(
          ...page.connectors.map(({ id, name, connectorTypeId, createdAt }) => ({
            id,
            name,
            connectorTypeId,
            createdAt,
            hasCustomParameters: false,
          })),
        );
        if (page.connectors.length < PAGE_SIZE || connectors.length >= page.totalCount) return connectors;
      }
    },
    listConnectorTypes: () => Promise.resolve([]),
    listIntegrationDefinitions: () => Promise.resolve([]),
    listResources: notYet,
    listOperations: notYet,
    listEvents: notYet,
    loadOperationSchema: notYet,
    loadEventSchema: notYet,
    expandNode: notYet,
    findLookupOptions: notYet,
    findAutocompleteOptions: notYet,
    resyncCustomParameters: notYet,
    loadOperationScript: notYet,
    loadSyncOperations: notYet,
    loadDataOperations: notYet,
  };
}
