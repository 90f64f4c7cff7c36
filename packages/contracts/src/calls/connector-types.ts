import { HEADER_NAME } from '@portage/primitives/http';
import { z } from 'zod';
import { connectorForms } from '../connectors/connector-form.ts';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { authorizationTypeSchema, fileLocationSchema, optionalText, secretField } from './connector-fields.ts';
import { pageFields, searchField, storableText } from './query-fields.ts';

const signSchema = z.strictObject({
  status: z.number().int().min(100).max(599).optional(),
  path: storableText(500).optional(),
  equals: storableText(1_000).optional(),
  contains: storableText(1_000).optional(),
  isText: z.literal(true).optional(),
});

const headerName = storableText(200).regex(HEADER_NAME, 'This cannot be the name of a parameter');

/** How calls to the system are authorised, tested and paced, where the specification has no field for it. */
export const connectionSettingsSchema = z.strictObject({
  form: z.enum(connectorForms).optional(),
  authParameters: z
    .array(
      z.strictObject({
        in: z.enum(['header', 'query', 'body', 'path']),
        name: headerName,
        template: storableText(2_000).regex(/^[^\r\n]*$/, 'Line breaks cannot be sent'),
      }),
    )
    .max(20)
    .optional(),
  allowedHosts: z
    .array(storableText(300).regex(/^(\*\.)?[\w-]+(\.[\w-]+)+(:\d+)?$/, 'This is not the name of a host'))
    .max(50)
    .optional(),
  healthCheck: z
    .strictObject({
      method: z.enum(['GET', 'POST', 'HEAD']),
      path: storableText(2_000).regex(/^\//, 'The path must start with /'),
      body: storableText(10_000).optional(),
      failureSigns: z.array(signSchema).max(20).optional(),
    })
    .optional(),
  expirySigns: z.array(signSchema).max(20).optional(),
  rateLimitSigns: z.array(signSchema).max(20).optional(),
  grantType: z.enum(['authorization_code', 'client_credentials']).optional(),
  tokenParameters: z.record(storableText(100), storableText(2_000)).optional(),
  tokenHeaders: z.record(headerName, storableText(2_000).regex(/^[^\r\n]*$/, 'Line breaks cannot be sent')).optional(),
  login: z
    .strictObject({
      path: storableText(2_000).regex(/^\//, 'The path must start with /'),
      body: z.record(storableText(100), storableText(2_000)),
      tokenPath: storableText(200).optional(),
      expiresInPath: storableText(200).optional(),
    })
    .optional(),
  tokenExchange: z
    .strictObject({
      path: storableText(2_000).regex(/^\//, 'The path must start with /'),
      query: z.record(storableText(100), storableText(2_000)),
      tokenPath: storableText(200).optional(),
    })
    .optional(),
  authorizationParameters: z.record(storableText(100), storableText(2_000)).optional(),
  tokenAuthMethod: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  baseUrlMember: storableText(100).optional(),
  authorizationTypes: z.array(authorizationTypeSchema).max(authorizationTypeSchema.options.length).optional(),
  /** A connector type's settings for its authorization scheme, by name: the signed text, the position of the signature. */
  authorizationSettings: z.record(storableText(100), z.string().max(10_000)).optional(),
  realmIdParameter: storableText(100).optional(),
  signatureMethod: z.enum(['HMAC-SHA1', 'HMAC-SHA256']).optional(),
  disconnectUrl: storableText(2_000)
    .regex(/^https:\/\/[^/?#]/, 'This is not a web address')
    .optional(),
});

const additionalDataSchema = z.strictObject({
  /** The group under which the type is listed (spec CTYPE-06). */
  Category: storableText(100).optional(),
  connection: connectionSettingsSchema.optional(),
});

const connectorTypeFields = {
  name: z.string(),
  label: z.string().nullable(),
  openApiDocument: fileLocationSchema.nullable(),
  logo: fileLocationSchema.nullable(),
  requestTokenUrl: z.string().nullable(),
  authUrl: z.string().nullable(),
  tokenUrl: z.string().nullable(),
  clientId: z.string().nullable(),
  webhookType: z.string().nullable(),
  baseUrl: z.string().nullable(),
  authorizationType: authorizationTypeSchema,
  tokenRequestContentType: z.string().nullable(),
  sandboxRequestTokenUrl: z.string().nullable(),
  sandboxAuthUrl: z.string().nullable(),
  sandboxTokenUrl: z.string().nullable(),
  sandboxClientId: z.string().nullable(),
  sandboxBaseUrl: z.string().nullable(),
  needSlug: z.boolean(),
  hasCustomParameters: z.boolean(),
  hasSandboxOption: z.boolean(),
  scope: z.string().nullable(),
  visibility: z.enum(['User', 'AllUsers']),
  callbackUrlRoot: z.string().nullable(),
  isHiddenForNewConnectors: z.boolean(),
  subscriptionRequired: z.boolean(),
};

/** Spec CTYPE-05, CTYPE-06. Secrets are shown as 20 dots, and what admins enter for the authorization only to admins. */
const connectorTypeSchema = z.object({
  id: z.string(),
  isSystem: z.boolean(),
  userId: z.string().nullable(),
  ...connectorTypeFields,
  additionalData: additionalDataSchema,
  clientSecret: z.string().nullable(),
  sandboxClientSecret: z.string().nullable(),
  webhookVerificationToken: z.string().nullable(),
  createdAt: z.string(),
});

const url = () => optionalText(2_000);

/** The handler checks required fields with the specification's messages: a form shows them unchanged (CTYPE-08, CTYPE-09). */
const connectorTypeBody = z.strictObject({
  name: storableText(200, 'Please input Name'),
  label: optionalText(200),
  /** Absent: the document stays; the same holds for the logo. Null removes it. */
  openApiDocument: fileLocationSchema.nullish(),
  logo: fileLocationSchema.nullish(),
  requestTokenUrl: url(),
  authUrl: url(),
  tokenUrl: url(),
  clientId: optionalText(2_000),
  clientSecret: secretField(),
  webhookType: optionalText(100),
  baseUrl: url(),
  authorizationType: authorizationTypeSchema,
  tokenRequestContentType: optionalText(100),
  sandboxRequestTokenUrl: url(),
  sandboxAuthUrl: url(),
  sandboxTokenUrl: url(),
  sandboxClientId: optionalText(2_000),
  sandboxClientSecret: secretField(),
  sandboxBaseUrl: url(),
  needSlug: z.boolean().default(false),
  hasCustomParameters: z.boolean().default(false),
  hasSandboxOption: z.boolean().default(false),
  scope: optionalText(5_000),
  visibility: z.enum(['User', 'AllUsers']).default('User'),
  callbackUrlRoot: url(),
  isHiddenForNewConnectors: z.boolean().default(false),
  additionalData: additionalDataSchema.nullish(),
  webhookVerificationToken: secretField(),
  userId: optionalText(100),
  subscriptionRequired: z.boolean().default(false),
});

export const savedTypeSchema = z.object({ connectorType: connectorTypeSchema });

export const connectorTypeCalls = defineCalls({
  'GET /api/connector-types': {
    summary: 'Lists the connector types that the caller may use, by name; an admin sees all.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ name: searchField(), ...pageFields() }),
    response: z.object({ connectorTypes: z.array(connectorTypeSchema), totalCount: z.number() }),
  },
  'POST /api/connector-types': {
    summary: 'Creates a connector type.',
    access: 'admin',
    effect: 'write',
    body: connectorTypeBody,
    response: savedTypeSchema,
  },
  'GET /api/connector-types/{id}': {
    summary: 'One connector type.',
    access: 'user',
    effect: 'read',
    response: savedTypeSchema,
  },
  'PUT /api/connector-types/{id}': {
    summary: 'Changes a connector type that did not come with Portage; a secret that is null or omitted is unchanged.',
    access: 'admin',
    effect: 'write',
    body: connectorTypeBody,
    response: savedTypeSchema,
  },
  'POST /api/connector-types/{id}/share': {
    summary: 'Offers a private connector type to everyone; from then on only admins change it.',
    access: 'admin',
    effect: 'write',
    response: savedTypeSchema,
  },
  'DELETE /api/connector-types/{id}': {
    summary: 'Deletes a connector type that did not come with Portage and that no connector uses.',
    access: 'admin',
    effect: 'write',
    response: changeResultSchema,
  },
});
