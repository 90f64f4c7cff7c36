import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { fileLocationSchema, optionalText } from './connector-fields.ts';
import { connectionSettingsSchema, savedTypeSchema } from './connector-types.ts';
import { storableText } from './query-fields.ts';

/** What a person decides about their own API. Its connectors hold every secret, so it has none. */
const ownApiBody = z.strictObject({
  name: storableText(200, 'Please input Name').trim().min(1, 'Please input Name'),
  baseUrl: storableText(2_000),
  openApiDocument: fileLocationSchema,
  authorizationType: z.enum(['None', 'ApiKey', 'Basic', 'OAuth']),
  authUrl: optionalText(),
  tokenUrl: optionalText(),
  scope: optionalText(5_000),
  connection: connectionSettingsSchema
    .pick({ authParameters: true, allowedHosts: true, healthCheck: true, grantType: true, tokenAuthMethod: true })
    .optional(),
});

const variableSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** Empty: any value. */
  choices: z.array(z.string()),
  description: z.string().nullable(),
});

const signInSchema = z.object({
  authorizationType: z.enum(['None', 'ApiKey', 'Basic', 'OAuth']),
  /** Empty: the authorization type's usual position. */
  authParameters: z.array(z.object({ in: z.enum(['header', 'query']), name: z.string(), template: z.string() })),
  authUrl: z.string().nullable(),
  tokenUrl: z.string().nullable(),
  scopes: z.array(z.string()),
  grantType: z.enum(['authorization_code', 'client_credentials']),
});

/** What a document says about the connector type to make from it. */
const proposalSchema = z.object({
  title: z.string(),
  operationCount: z.number(),
  eventCount: z.number(),
  /** Addresses with their variables in braces; relative ones are completed by the address of the document, if it has one. */
  servers: z.array(z.object({ url: z.string(), description: z.string().nullable(), variables: z.array(variableSchema) })),
  /** The document's own choice first; never empty. */
  signIns: z.array(signInSchema),
  /** Paths, below the server, of reading calls without required parameters. */
  testPaths: z.array(z.string()),
});

/** Connector types of people who aren't admins: private until an admin shares them. */
export const ownApiCalls = defineCalls({
  'POST /api/own-apis/read': {
    summary: 'Reads an uploaded OpenAPI document, or one at an address, and proposes a connector type.',
    access: 'user',
    effect: 'write',
    body: z.union([z.strictObject({ openApiDocument: fileLocationSchema }), z.strictObject({ url: storableText(2_000) })]),
    response: z.object({
      openApiDocument: fileLocationSchema,
      /** Null: the document has errors. */
      proposal: proposalSchema.nullable(),
      errors: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
  },
  'POST /api/own-apis': {
    summary: 'Adds a private connector type of the caller.',
    access: 'user',
    effect: 'write',
    body: ownApiBody,
    response: savedTypeSchema,
  },
  'PUT /api/own-apis/{id}': {
    summary: 'Changes a private connector type of the caller.',
    access: 'user',
    effect: 'write',
    body: ownApiBody,
    response: savedTypeSchema,
  },
  'DELETE /api/own-apis/{id}': {
    summary: 'Deletes a private connector type of the caller that no connector uses.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
});
