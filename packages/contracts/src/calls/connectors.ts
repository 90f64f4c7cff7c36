import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { authorizationTypeSchema, jsonObject, optionalText, secretField } from './connector-fields.ts';
import { pageFields, searchField, sortField, storableText } from './query-fields.ts';

/** A connector without its secrets. */
const connectorSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  connectorTypeId: z.string(),
  description: z.string().nullable(),
  slug: z.string().nullable(),
  useSandbox: z.boolean(),
  authorizationType: authorizationTypeSchema.nullable(),
  /** When the system last issued tokens; null if it issues none, or must do so again. */
  connectedAt: z.string().nullable(),
  /** The action that restores the connection. */
  connectionProblem: z.string().nullable(),
  /** When a test last succeeded; null: never, or the credentials have changed since. */
  testedAt: z.string().nullable(),
  isSimulated: z.boolean(),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});

/** Spec CONN-18. A stored secret is shown as 20 dots. */
const connectorSchema = connectorSummarySchema.extend({
  username: z.string().nullable(),
  password: z.string().nullable(),
  apiKey: z.string().nullable(),
  accessToken: z.string().nullable(),
  accessTokenSecret: z.string().nullable(),
  clientId: z.string().nullable(),
  clientSecret: z.string().nullable(),
  refreshToken: z.string().nullable(),
  realmId: z.string().nullable(),
  auxiliaryTokens: z.string().nullable(),
  customOptions: z.record(z.string(), z.json()),
  additionalData: z.record(z.string(), z.json()),
});

const connectorFields = {
  description: optionalText(5_000),
  slug: optionalText(500),
  username: optionalText(500),
  password: secretField(),
  apiKey: secretField(),
  accessToken: secretField(),
  accessTokenSecret: secretField(),
  clientId: optionalText(2_000),
  clientSecret: secretField(),
  refreshToken: secretField(),
  realmId: optionalText(500),
  auxiliaryTokens: secretField(),
  customOptions: jsonObject(100_000).nullish(),
  additionalData: jsonObject(100_000).nullish(),
  authorizationType: authorizationTypeSchema.nullish(),
  useSandbox: z.boolean().nullish(),
};

const savedSchema = z.object({ connector: connectorSchema, redirectUrl: z.string().optional() });

export const connectorCalls = defineCalls({
  'GET /api/connectors': {
    summary: 'Lists the caller’s connectors, newest first or sorted; sorting by type goes by the type’s name.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      name: searchField(),
      connectorTypeId: searchField(),
      sort: sortField(['name', 'type', 'lastUpdatedAt']),
      ...pageFields(),
    }),
    response: z.object({ connectors: z.array(connectorSummarySchema), totalCount: z.number() }),
  },
  'POST /api/connectors': {
    summary: 'Creates a connector. If the response has a `redirectUrl`, the person goes there to allow the connection.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ name: storableText(200), connectorTypeId: optionalText(200), ...connectorFields }),
    response: savedSchema,
  },
  'POST /api/connectors/simulated': {
    summary: 'Creates a connector to the simulated system of a type; it works at once. Only a local Portage has this call.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ connectorTypeId: storableText(200) }),
    response: z.object({ connector: connectorSchema }),
  },
  'GET /api/connectors/{id}': {
    summary: 'One of the caller’s connectors; secrets show as 20 dots.',
    access: 'user',
    effect: 'read',
    response: z.object({ connector: connectorSchema }),
  },
  'PUT /api/connectors/{id}': {
    summary:
      'Changes a connector; omitted fields are unchanged, and so are single customOptions. A secret that is null is unchanged, an empty one is removed; an open option that is null is removed.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ name: storableText(200).optional(), connectorTypeId: optionalText(200), ...connectorFields }),
    response: savedSchema,
  },
  'DELETE /api/connectors/{id}': {
    summary: 'Deletes a connector with its secrets; refused while active workflows use it.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema.extend({ redirectUrl: z.string().optional() }),
  },
  'POST /api/connectors/{id}/reconnect': {
    summary: 'Begins the authorization again; the person goes to `redirectUrl`, if there is one.',
    access: 'user',
    effect: 'write',
    response: z.object({ redirectUrl: z.string().nullable() }),
  },
  'POST /api/connectors/{id}/test': {
    summary: 'Makes one harmless call with the connector and reports what was found and what to do.',
    access: 'user',
    effect: 'write',
    response: z.object({ isSuccess: z.boolean(), message: z.string() }),
  },
});
