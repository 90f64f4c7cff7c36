/** OpenAPI documents: reading, extracting, and conversion to schema nodes. */
export * from './connector-document.ts';
export {
  connectorSchemas,
  type DocumentConnector,
  type DocumentSchemas,
  documentInMemory,
  documentSource,
} from './document-source.ts';
export { type ExtractedDocument, extractDocument } from './extract-document.ts';
export { operationMethods } from './extract-operation.ts';
export type * from './extracted.ts';
export { type FlatSchema, flatSchema } from './flat-schema.ts';
export { atPointer, below, follow, type Located, type SchemaSource } from './json-pointer.ts';
export { findResponseSchema, hasPath } from './schema-paths.ts';
export { enumValues, resolveType } from './schema-type.ts';
