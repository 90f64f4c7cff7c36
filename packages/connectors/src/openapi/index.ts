/** OpenAPI documents as schema nodes. */
export { type ConnectorDocument, type DocumentSchemas, documentSchemas, documentSource } from './document-source.ts';
export { eventsOf, operationsOf, resourcesOf } from './operations.ts';
export { requestSchema } from './request-schema.ts';
