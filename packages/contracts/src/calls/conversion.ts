import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { storableText } from './query-fields.ts';

/** Text that people paste: a sample, a page of documentation. */
const PASTED_CHARS = 1_000_000;
/** A new document, sent member by member; existing ones are edited in place. */
const SCHEMA_BYTES = 8_000_000;

const anyObject = () => z.looseObject({});

export const conversionCalls = defineCalls({
  'POST /api/conversion/json-to-schema': {
    summary: 'The schema of a JSON sample, given as a value or as its text.',
    access: 'admin',
    effect: 'read',
    body: z.strictObject({ json: z.json() }),
    response: z.object({
      /** In the specification's form: name, dataType, properties... */
      requestParameter: anyObject(),
      /** The same as an OpenAPI schema. */
      schema: anyObject(),
    }),
  },
  'POST /api/conversion/text-to-descriptions': {
    summary: 'Descriptions of fields, extracted from a text: tables, lists or lines of documentation.',
    access: 'admin',
    effect: 'read',
    body: z.strictObject({ text: z.string().max(PASTED_CHARS) }),
    response: z.array(z.object({ field: z.string(), description: z.string() })),
  },
  'POST /api/conversion/dto-to-yaml': {
    summary: 'A connector schema (resources, operations, events) or an OpenAPI document as YAML, with its problems.',
    access: 'admin',
    effect: 'read',
    body: z.strictObject({ schema: anyObject() }),
    bodyLimitBytes: SCHEMA_BYTES,
    response: z.object({ yaml: z.string(), errors: z.array(z.string()) }),
  },
});

const revision = () => storableText(200).nullable();
/** The part of the document at one position, unchanged. */
const part = () => z.looseObject({});

/** The Api Editor works on single positions of a document: otherwise every word might transfer 19 MB (spec CTYPE-17). */
export const documentEditingCalls = defineCalls({
  'GET /api/connector-types/{id}/edit-operation': {
    summary: 'One operation as it is in the document, with the parameters of its path and everything it references.',
    access: 'admin',
    effect: 'read',
    query: z.strictObject({ operationId: storableText(2_000).min(1) }),
    response: z.object({
      method: z.string(),
      path: z.string(),
      operation: part(),
      pathParameters: z.array(z.unknown()),
      referenced: z.record(z.string(), z.unknown()),
      isSwagger2: z.boolean(),
      resource: z.string(),
      revision: revision(),
    }),
  },
  'GET /api/connector-types/{id}/edit-event': {
    summary: 'One event as it is in the document.',
    access: 'admin',
    effect: 'read',
    query: z.strictObject({ eventId: storableText(2_000).min(1) }),
    response: z.object({ id: z.string(), member: z.string(), item: part(), resource: z.string(), revision: revision() }),
  },
  'GET /api/connector-types/{id}/edit-entities': {
    summary: 'The entities (x-entities) as they are in the document; none if there is no document.',
    access: 'admin',
    effect: 'read',
    response: z.object({ entities: z.array(z.object({ name: z.string(), definition: part() })), revision: revision() }),
  },
  'GET /api/connector-types/{id}/edit-reference': {
    summary: 'Resolves a reference in the document.',
    access: 'admin',
    effect: 'read',
    query: z.strictObject({ reference: storableText(2_000).startsWith('#/') }),
    response: z.object({ value: z.unknown() }),
  },
  'PUT /api/connector-types/{id}/document-parts': {
    summary:
      'Changes parts of a connector type’s document; refused if another person has changed the document since (409) or if it would have errors.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({
      /** The document's that the changes are based on; null if there was none. */
      revision: revision(),
      edits: z
        .array(
          z.strictObject({
            path: z.array(storableText(2_000)).min(1).max(50),
            /** Absent: the position becomes empty. */
            value: z.json().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    response: z.object({ isSuccess: z.boolean(), errors: z.array(z.string()), revision: revision() }),
  },
});
