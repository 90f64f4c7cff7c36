/** OpenAPI documents: reading, extracting, and conversion to schema nodes. */
export * from '../extracted/connector-document.ts';
export type * from '../extracted/extracted.ts';
export { type FlatSchema, flatSchema } from '../extracted/flat-schema.ts';
export { findResponseSchema, hasPath } from '../extracted/schema-paths.ts';
export { enumValues, resolveType } from '../extracted/schema-type.ts';
export { atPointer, below, follow, type Located, type SchemaSource } from '../json/json-pointer.ts';
export {
  connectorSchemas,
  type DocumentConnector,
  type DocumentSchemas,
  documentInMemory,
  documentSource,
} from './document-source.ts';
export { type ExtractedDocument, extractDocument } from './extract-document.ts';
export { operationMethods } from './extract-operation.ts';
export { type ProposedSignIn, type ProposedType, proposeType } from './propose-type.ts';
