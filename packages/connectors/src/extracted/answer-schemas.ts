import { below, type SchemaSource } from '../json/json-pointer.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { ExtractedEvent, ExtractedOperation } from './extracted.ts';
import { startConversion, toSchemaNode } from './to-schema-node.ts';
import { eventKey, operationKey } from './units.ts';

const NOTHING: SchemaNode = { name: '', label: null, type: 'Object', isRequired: true, properties: [] };

/** The response of an operation (spec CTYPE-23), including read-only members; null if the document doesn't describe it. */
export function responseSchema(source: SchemaSource, { id, responses }: ExtractedOperation): SchemaNode | null {
  const index = responses.findIndex(({ schema }) => schema !== undefined);
  const response = responses[index];
  if (!response) return null;
  const located = { value: response.schema, pointer: below(operationKey(id), 'responses', index, 'schema') };
  return toSchemaNode(
    located,
    { name: 'response', isRequired: true, description: response.description },
    startConversion(source, { isAnswer: true }),
  );
}

/** The payload of an event (spec CTYPE-23); null if the document doesn't describe it. */
export function payloadSchema(source: SchemaSource, { id, payloadSchema: schema }: ExtractedEvent): SchemaNode | null {
  if (schema === undefined) return null;
  const located = { value: schema, pointer: below(eventKey(id), 'payloadSchema') };
  return toSchemaNode(located, { name: 'payload', isRequired: true }, startConversion(source, { isAnswer: true }));
}

/** The input of a subscription to an event; an Object without properties if there is none. */
export function subscriptionSchema(source: SchemaSource, { id, subscriptionSchema: schema }: ExtractedEvent): SchemaNode {
  if (schema === undefined) return NOTHING;
  const located = { value: schema, pointer: below(eventKey(id), 'subscriptionSchema') };
  const node = toSchemaNode(located, { name: 'body', isRequired: true }, startConversion(source));
  return { ...NOTHING, properties: [{ ...node, label: node.label ?? 'Parameters' }] };
}
