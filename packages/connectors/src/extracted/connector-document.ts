import type { SchemaSource } from '../json/json-pointer.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { payloadSchema, responseSchema, subscriptionSchema } from './answer-schemas.ts';
import type { DocumentSummary, ExtractedEvent, ExtractedOperation, OperationEntry } from './extracted.ts';
import { requestSchema } from './request-schema.ts';
import { startConversion, toSchemaNode } from './to-schema-node.ts';
import { eventKey, operationKey } from './units.ts';

/** An imported document, whether in memory or in stored parts. */
export interface ConnectorDocument {
  summary: DocumentSummary;
  /** Runs pure work over the schemas, again whenever a missing part was loaded, so its result must depend only on the schemas. */
  withSchemas<Result>(work: (source: SchemaSource) => Result): Promise<Result>;
}

export interface NamedOperations {
  operations: readonly Pick<OperationEntry, 'id' | 'operationId'>[];
}

/**
 * The id of an operation that is named by method and path, or by an `operationId` that is unique in the document, so that
 * correcting a path breaks nothing.
 *
 * @returns null if there is none
 */
export function findOperationId({ operations }: NamedOperations, wanted: string): string | null {
  if (operations.some(({ id }) => id === wanted)) return wanted;
  const named = operations.filter(({ operationId }) => operationId === wanted);
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

/** @throws Error naming the operation if the document has none with this id. */
export async function loadOperation(document: ConnectorDocument, operationId: string): Promise<ExtractedOperation> {
  const operation = await document.withSchemas((source) => source.at(operationKey(operationId)));
  if (!operation) throw new Error(`There is no operation "${operationId}".`);
  return operation as ExtractedOperation;
}

/** @throws Error naming the event if the document has none with this id. */
export async function loadEvent(document: ConnectorDocument, eventId: string): Promise<ExtractedEvent> {
  const event = await document.withSchemas((source) => source.at(eventKey(eventId)));
  if (!event) throw new Error(`There is no event "${eventId}".`);
  return event as ExtractedEvent;
}

/** The input of an operation: an Object with its groups (spec CTYPE-23, `requestSchema`). */
export async function loadRequestSchema(document: ConnectorDocument, operationId: string, contentType?: string): Promise<SchemaNode> {
  const operation = await loadOperation(document, operationId);
  return document.withSchemas((source) => requestSchema(source, operation, contentType));
}

/** The response of an operation (spec CTYPE-23, `responseSchema`). */
export async function loadResponseSchema(document: ConnectorDocument, operationId: string): Promise<SchemaNode | null> {
  const operation = await loadOperation(document, operationId);
  return document.withSchemas((source) => responseSchema(source, operation));
}

/** The payload of an event (spec CTYPE-23, `payloadSchema`). */
export async function loadPayloadSchema(document: ConnectorDocument, eventId: string): Promise<SchemaNode | null> {
  const event = await loadEvent(document, eventId);
  return document.withSchemas((source) => payloadSchema(source, event));
}

/** The input of a subscription to an event; an Object without properties if there is none. */
export async function loadSubscriptionSchema(document: ConnectorDocument, eventId: string): Promise<SchemaNode> {
  const event = await loadEvent(document, eventId);
  return document.withSchemas((source) => subscriptionSchema(source, event));
}

/** The members of a node that has a `reference`. @throws Error if the reference leads nowhere. */
export async function expandReference(document: ConnectorDocument, reference: string): Promise<SchemaNode> {
  return document.withSchemas((source) => {
    const value = source.at(reference);
    if (value === undefined) throw new Error('The document does not describe this.');
    return toSchemaNode({ value, pointer: reference }, { name: '', isRequired: false }, startConversion(source));
  });
}
