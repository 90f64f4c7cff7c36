import type { ConnectorSchemaSource } from '@portage/connectors/schema';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

const PAGE_SIZE = 100;

/**
 * What the API tells of connectors. So far that is who there are, and of which types: operations, events and schemas come
 * with their calls (API-81..88), and until then asking for them fails with a message that says so.
 */
export function createApiConnectorSource(api: Client<Calls>): ConnectorSchemaSource {
  const notYet = () => Promise.reject(new Error('This version of Portage cannot read what a connector offers.'));
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
      return own.map(({ id, name, connectorTypeId, createdAt }) => ({
        id,
        name,
        connectorTypeId,
        createdAt,
        hasCustomParameters: withCustom.has(connectorTypeId),
      }));
    },
    listConnectorTypes: async () => (await types()).map(({ id, name, label }) => ({ id, name: label?.trim() || name })),
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

/** Everything of a list that comes in pages. */
async function allPages<Item>(read: (pageIndex: number) => Promise<{ items: Item[]; totalCount: number }>): Promise<Item[]> {
  const all: Item[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const { items, totalCount } = await read(pageIndex);
    all.push(...items);
    if (items.length < PAGE_SIZE || all.length >= totalCount) return all;
  }
}
