import type { ConnectorChoice, ConnectorSchemaSource, LookupEntry } from '../schema/connector-schema-source.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { member } from './json.ts';
import { atPointer, below } from './json-pointer.ts';
import { eventsOf, operationsOf, resourcesOf } from './operations.ts';
import { requestSchema } from './request-schema.ts';
import { startConversion, toSchemaNode } from './to-schema-node.ts';

const NOTHING: SchemaNode = { name: '', label: null, type: 'Object', isRequired: true, properties: [] };

/** What an OpenAPI document tells of one connector; the part of ConnectorSchemaSource that needs no account. */
export interface DocumentSchemas
  extends Pick<
    ConnectorSchemaSource,
    'listResources' | 'listOperations' | 'listEvents' | 'loadOperationSchema' | 'loadEventSchema' | 'expandNode'
  > {}

/** Reads a parsed OpenAPI document (Swagger 2.0, 3.0, 3.1) as far as it is asked for. */
export function documentSchemas(document: unknown): DocumentSchemas {
  let operations: ReturnType<typeof operationsOf> | undefined;
  const known = () => {
    operations ??= operationsOf(document);
    return operations;
  };
  const events = eventsOf(document);
  return {
    listResources: async () => resourcesOf(document, [...known(), ...events]),
    listOperations: async () =>
      known().map(({ id, name, resourceId, description, supportsPaging }) => ({
        id,
        name,
        resourceId,
        description: description ?? null,
        supportsPaging,
      })),
    listEvents: async () => events.map(({ located: _located, ...event }) => event),
    async loadOperationSchema(_connectorId, operationId) {
      const operation = known().find(({ id }) => id === operationId);
      if (!operation) throw new Error(`There is no operation "${operationId}".`);
      return requestSchema(document, operation);
    },
    async loadEventSchema(_connectorId, eventId) {
      const event = events.find(({ id }) => id === eventId);
      if (!event) throw new Error(`There is no event "${eventId}".`);
      const parameters = member(event.located.value, 'x-subscription-schema');
      if (parameters === undefined) return NOTHING;
      const located = { value: parameters, pointer: below(event.located.pointer, 'x-subscription-schema') };
      const node = toSchemaNode(located, { name: 'body', isRequired: true }, startConversion(document));
      return { ...NOTHING, properties: [node] };
    },
    async expandNode(_connectorId, reference) {
      const value = atPointer(document, reference);
      if (value === undefined) throw new Error('The document does not say what this is.');
      return toSchemaNode({ value, pointer: reference }, { name: '', isRequired: false }, startConversion(document));
    },
  };
}

export interface ConnectorDocument {
  connector: ConnectorChoice;
  connectorTypeName: string;
  document: unknown;
  /** Choices of a lookup or an autocompletion, where the account would be asked. */
  findOptions?: (parameterPath: string, searchValue: string) => LookupEntry[];
}

/** A source of connectors that are nothing but documents: for pages that show forms without accounts, and for tests. */
export function documentSource(documents: readonly ConnectorDocument[]): ConnectorSchemaSource {
  const schemas = new Map(documents.map(({ connector, document }) => [connector.id, documentSchemas(document)]));
  const of = (connectorId: string): DocumentSchemas => {
    const found = schemas.get(connectorId);
    if (!found) throw new Error('This connector does not exist any more.');
    return found;
  };
  const options = async (connectorId: string, parameterPath: string, searchValue: string) =>
    documents.find(({ connector }) => connector.id === connectorId)?.findOptions?.(parameterPath, searchValue) ?? [];
  return {
    listConnectors: async () => documents.map(({ connector }) => connector),
    listConnectorTypes: async () =>
      [...new Map(documents.map((one) => [one.connector.connectorTypeId, one.connectorTypeName]))].map(([id, name]) => ({ id, name })),
    listResources: async (id) => of(id).listResources(id),
    listOperations: async (id) => of(id).listOperations(id),
    listEvents: async (id) => of(id).listEvents(id),
    loadOperationSchema: async (id, operationId) => of(id).loadOperationSchema(id, operationId),
    loadEventSchema: async (id, eventId) => of(id).loadEventSchema(id, eventId),
    expandNode: async (id, reference) => of(id).expandNode(id, reference),
    findLookupOptions: ({ connectorId, parameterPath }) => options(connectorId, parameterPath, ''),
    findAutocompleteOptions: ({ connectorId, parameterPath, searchValue }) => options(connectorId, parameterPath, searchValue),
    resyncCustomParameters: async () => ({ isSuccess: true }),
    loadOperationScript: async () => 'return {};',
    loadSyncOperations: async () => ({}),
    loadDataOperations: async () => [],
    listIntegrationDefinitions: async () => [],
  };
}
