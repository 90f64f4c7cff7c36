import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { fileLocationSchema } from './connector-fields.ts';
import { storableText } from './query-fields.ts';

/** The longest importable documents have 16 MB. */
const DOCUMENT_BYTES = 20_000_000;

const resourceSchema = z.looseObject({ id: z.string(), name: z.string(), description: z.string().nullish() });
const eventSchema = z.looseObject({ id: z.string(), name: z.string(), resourceId: z.string(), description: z.string().nullish() });
const operationSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  resourceId: z.string(),
  description: z.string().nullish(),
  supportsPaging: z.boolean(),
  isHidden: z.boolean(),
  isGraphQlOperation: z.boolean(),
  graphQlQuery: z.string().optional(),
  method: z.string(),
  httpMethod: z.string(),
  path: z.string(),
});
/** A schema node (spec STEP-106); if it has a `reference`, its members come from `schema-node`. */
const nodeSchema = z.looseObject({ name: z.string(), label: z.string().nullable(), type: z.string(), isRequired: z.boolean() });

/** Spec CTYPE-23; request, response and payload schemas are fetched one at a time. */
const listsSchema = z.object({
  resources: z.array(resourceSchema),
  operations: z.array(operationSchema),
  events: z.array(eventSchema),
  /** The document's `x-custom-data`. */
  customData: z.looseObject({ customForms: z.array(z.unknown()) }),
});
const idField = () => storableText(2_000).min(1);

/** Reads the OpenAPI documents of connector types. Schemas are fetched one operation at a time: all of them would fill the memory. */
export const connectorSchemaCalls = defineCalls({
  'POST /api/connector-types/validate': {
    summary: 'Reads an uploaded OpenAPI document and says what is wrong with it.',
    access: 'admin',
    effect: 'read',
    body: z.strictObject({ openApiDocument: fileLocationSchema }),
    response: z.object({ errors: z.array(z.string()), warnings: z.array(z.string()) }),
  },
  'GET /api/connector-types/{id}/edit-schema': {
    summary: 'The resources, operations (hidden ones, too) and events of a connector type’s document.',
    access: 'admin',
    effect: 'read',
    response: z.object({
      schema: listsSchema,
      /** Names the state of the document; a change names the state that it is based on. Null: no document. */
      revision: z.string().nullable(),
      openApiVersion: z.string(),
      title: z.string(),
      /** The document's member for events: `webhooks` of 3.1, otherwise `x-webhooks`. */
      eventsMember: z.string(),
    }),
  },
  'GET /api/connector-types/{id}/yaml': {
    summary: 'The text of a connector type’s OpenAPI document, with its problems.',
    access: 'admin',
    effect: 'read',
    response: z.object({
      yaml: z.string(),
      errors: z.array(z.string()),
      warnings: z.array(z.string()),
      revision: z.string().nullable(),
      format: z.enum(['json', 'yaml']),
    }),
  },
  'PUT /api/connector-types/{id}/yaml': {
    summary: 'Replaces a connector type’s OpenAPI document, unless the new one has errors.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({
      yaml: z.string().min(1),
      /** The edited document's; refused (409) if the document has changed since. Absent: any. */
      revision: z.string().max(200).nullish(),
    }),
    bodyLimitBytes: DOCUMENT_BYTES,
    response: z.object({ isSuccess: z.boolean(), errors: z.array(z.string()), revision: z.string().nullable() }),
  },
  'GET /api/connectors/{id}/api-schema': {
    summary: 'The resources, operations and events that a connector offers.',
    access: 'user',
    effect: 'read',
    response: z.object({ schema: listsSchema }),
  },
  'GET /api/connectors/{id}/resources': {
    summary: 'The resources of a connector.',
    access: 'user',
    effect: 'read',
    response: z.object({ resources: z.array(resourceSchema) }),
  },
  'GET /api/connectors/{id}/events': {
    summary: 'The events of a connector, or of one of its resources, with their payload schemas.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ resourceId: idField().optional() }),
    response: z.object({ events: z.array(eventSchema.extend({ payloadSchema: nodeSchema.nullish() })) }),
  },
  'GET /api/connectors/{id}/operation-schema': {
    summary: 'The parameters and responses of one operation; if it accepts several media types, the body in the named one.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ operationId: idField(), contentType: storableText(200).min(1).optional() }),
    response: z.object({ requestSchema: nodeSchema, responseSchema: nodeSchema.nullable() }),
  },
  'GET /api/connectors/{id}/operation-script': {
    summary: 'A starter script that returns the parameters of one operation.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ operationId: idField() }),
    response: z.object({ script: z.string() }),
  },
  'GET /api/connectors/{id}/event-schema': {
    summary: 'The parameters of a subscription to one event, and the event’s payload.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ eventId: idField() }),
    response: z.object({ requestSchema: nodeSchema, payloadSchema: nodeSchema.nullable() }),
  },
  'GET /api/connectors/{id}/schema-node': {
    summary: 'The members of a schema node that has a reference.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ reference: idField() }),
    response: z.object({ node: nodeSchema }),
  },
});
