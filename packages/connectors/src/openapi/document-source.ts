import { type ConnectorDocument, expandReference, loadRequestSchema, loadSubscriptionSchema } from '../extracted/connector-document.ts';
import { unitSource } from '../extracted/units.ts';
import type { ConnectorChoice, ConnectorSchemaSource, LookupEntry } from '../schema/connector-schema-source.ts';
import { extractDocument } from './extract-document.ts';

/** What a document says about one connector: the part of ConnectorSchemaSource that needs no account. */
export interface DocumentSchemas
  extends Pick<
    ConnectorSchemaSource,
    'listResources' | 'listOperations' | 'listEvents' | 'loadOperationSchema' | 'loadEventSchema' | 'expandNode'
  > {}

/** Schemas of a document. Hidden operations are not offered (spec CTYPE-27). */
export function connectorSchemas(document: ConnectorDocument): DocumentSchemas {
  const { resources, operations, events } = document.summary;
  return {
    listResources: async () => resources,
    listOperations: async () => operations.filter(({ isHidden }) => !isHidden),
    listEvents: async () => events,
    loadOperationSchema: (_connectorId, operationId, contentType) => loadRequestSchema(document, operationId, contentType),
    loadEventSchema: (_connectorId, eventId) => loadSubscriptionSchema(document, eventId),
    expandNode: (_connectorId, reference) => expandReference(document, reference),
  };
}

/** Extracts a parsed document and holds it in memory. */
export function documentInMemory(parsed: unknown): ConnectorDocument {
  const { summary, units } = extractDocument(parsed);
  const source = unitSource(units);
  return { summary, withSchemas: async (work) => work(source) };
}

/** Schemas of a document that has only been parsed. */
export function documentSchemas(parsed: unknown): DocumentSchemas {
  return connectorSchemas(documentInMemory(parsed));
}

/** A connector that consists only of its document. */
export interface DocumentConnector {
  connector: ConnectorChoice;
  connectorTypeName: string;
  document: unknown;
  /** Choices of a lookup or an autocompletion, in place of the account's. */
  findOptions?: (parameterPath: string, searchValue: string) => LookupEntry[];
}

/** A source of connectors that consist only of documents, for tests and for pages that show forms without accounts. */
export function documentSource(documents: readonly DocumentConnector[]): ConnectorSchemaSource {
  const schemas = new Map(documents.map(({ connector, document }) => [connector.id, documentSchemas(document)]));
  const of = (connectorId: string): DocumentSchemas => {
    const found = schemas.get(connectorId);
    if (!found) throw new Error('This connector no longer exists.');
    return found;
  };
  const options = async (connectorId: string, parameterPath: string, searchValue: string) => {
    const choices = documents.find(({ connector }) => connector.id === connectorId)?.findOptions?.(parameterPath, searchValue) ?? [];
    return { choices, isCut: false };
  };
  return {
    listConnectors: async () => documents.map(({ connector }) => connector),
    listConnectorTypes: async () =>
      [...new Map(documents.map((one) => [one.connector.connectorTypeId, one.connectorTypeName]))].map(([id, name]) => ({ id, name })),
    listResources: async (id) => of(id).listResources(id),
    listOperations: async (id) => of(id).listOperations(id),
    listEvents: async (id) => of(id).listEvents(id),
    loadOperationSchema: async (id, operationId, contentType) => of(id).loadOperationSchema(id, operationId, contentType),
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
