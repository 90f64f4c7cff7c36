import type { SchemaNode } from '../schema/schema-node.ts';
import type { ExtractedEvent, ExtractedOperation } from './extracted.ts';
import { below, type SchemaSource } from './json-pointer.ts';
import { startConversion, toSchemaNode } from './to-schema-node.ts';
import { eventKey, operationKey } from './units.ts';

const NOTHING: SchemaNode = { name: '', label: null, type: 'Object', isRequired: true, properties: [] };

/** What an operation answers (spec CTYPE-23), with what is only read; null where the document does not say. */
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

/** What arrives with an event (spec CTYPE-23); null where the document does not say. */
export function payloadSchema(source: SchemaSource, { id, payloadSchema: schema }: ExtractedEvent): SchemaNode | null {
  if (schema === undefined) return null;
  const located = { value: schema, pointer: below(eventKey(id), 'payloadSchema') };
  return toSchemaNode(located, { name: 'payload', isRequired: true }, startConversion(source, { isAnswer: true }));
}

/** What a subscription to an event takes; an Object without properties where that is nothing. */
export function subscriptionSchema(source: SchemaSource, { id, subscriptionSchema: schema }: ExtractedEvent): SchemaNode {
  if (schema === undefined) return NOTHING;
  const located = { value: schema, pointer: below(eventKey(id), 'subscriptionSchema') };
  return { ...NOTHING, properties: [toSchemaNode(located, { name: 'body', isRequired: true }, startConversion(source))] };
}
