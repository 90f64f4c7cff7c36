import {
  API_KEY_PREFIX,
  type CallDeclaration,
  type CallDeclarations,
  LIVE_CLOSE_CODES,
  LIVE_RUN_PROTOCOL,
  liveRunPath,
} from '@portage/contracts';
import { getApiKeyUse } from '@portage/contracts/calls';
import { type HttpMethodName, httpMethods } from '@portage/workflow';
import { z } from 'zod';
import { createJsonResponse } from './answers.ts';
import { defaultParams, type Route, rawRoute } from './implement.ts';

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

const ERROR_RESPONSE = { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };

const errorSchema = {
  type: 'object',
  required: ['isSuccess', 'errors'],
  properties: {
    isSuccess: { const: false },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['userMessage', 'message', 'code'],
        properties: { userMessage: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' }, field: { type: 'string' } },
      },
    },
  },
};

const textParameter = (name: string, place: 'path' | 'header', description: string) => ({
  name,
  in: place,
  required: place === 'path',
  description,
  schema: { type: 'string' },
});

const RUN_ID = {
  'application/json': {
    schema: { type: 'object', required: ['workflowInstanceId'], properties: { workflowInstanceId: { type: 'string' } } },
  },
};

/** A webhook call's body: senders send what they like. */
const webhookBody = {
  required: false,
  content: {
    'application/json': { schema: { description: 'The Payload.' } },
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', description: 'The fields; a name that appears several times becomes a list.' },
    },
    'multipart/form-data': {
      schema: { type: 'object', description: 'The fields. A file becomes {fileName, contentType, base64}.' },
    },
    '*/*': { schema: { description: 'Text as a string, otherwise {contentType, encoding: "base64", content}.' } },
  },
};

function webhookOperation(method: HttpMethodName): Record<string, unknown> {
  return {
    operationId: `${method}_api_webhooks_triggerCode`,
    summary:
      'Starts a run of the active workflow with this address (any method that its trigger allows); the call is the trigger’s Payload, Headers, Query and Method.',
    description:
      'Responds at once or, if the trigger’s webhookAnswer is WhenRunEnds, when the run ends within webhookAnswerSeconds (1 to 60, default 30). A delivery with the same key starts nothing; it gets the same response while the first may still be waiting.',
    tags: ['webhooks'],
    security: [],
    parameters: [
      textParameter('triggerCode', 'path', 'The last part of the workflow’s webhook address.'),
      textParameter(
        'Idempotency-Key',
        'header',
        'Deliveries with the same key within an hour or two are one run; fifteen senders’ own delivery ids count, too.',
      ),
    ],
    ...(method === 'GET' || method === 'HEAD' ? {} : { requestBody: webhookBody }),
    responses: {
      '2XX': {
        description: 'The run ended in time at an End step that sets a response: its status (200 to 599), headers and body.',
        content: { '*/*': {} },
      },
      200: { description: 'The run ended in time without setting a response.', content: RUN_ID },
      202: { description: 'The start of the run is stored. Sent at once, or after the time limit.', content: RUN_ID },
      405: {
        ...ERROR_RESPONSE,
        description: 'The trigger only allows other methods (method-not-allowed).',
        headers: { Allow: { description: 'The methods that it allows.', schema: { type: 'string' } } },
      },
      500: { ...ERROR_RESPONSE, description: 'The run failed or was cancelled (run-not-finished); the body says which run, not why.' },
      default: ERROR_RESPONSE,
    },
  };
}

/** Addresses that aren't declared as calls, because they aren't JSON in and JSON out. */
const otherPaths: Record<string, Record<string, unknown>> = {
  '/api/webhooks/{triggerCode}': Object.fromEntries(httpMethods.map((method) => [method.toLowerCase(), webhookOperation(method)])),
  [liveRunPath('{id}').replaceAll('%7B', '{').replaceAll('%7D', '}')]: {
    get: {
      operationId: 'GET_api_workflows_instances_id_live',
      summary: `A WebSocket that pushes a run’s progress, as JSON texts of type “run” and “steps”. Browsers offer the subprotocols “${LIVE_RUN_PROTOCOL}” and “portage.bearer.<access token>”. Closed with ${LIVE_CLOSE_CODES.tokenExpired} when the token expires (open it again with a fresh one), with ${LIVE_CLOSE_CODES.sessionEnded} when the session has ended, with 1003 when a message is sent to it.`,
      tags: ['workflows'],
      ...buildSecurity('GET /api/workflows/instances/{id}/live', { access: 'user', effect: 'read' }),
      parameters: [
        textParameter('id', 'path', 'The run.'),
        textParameter('Sec-WebSocket-Protocol', 'header', 'For clients that can’t send an Authorization header.'),
      ],
      responses: { 101: { description: 'The WebSocket is open.' }, 426: ERROR_RESPONSE, default: ERROR_RESPONSE },
    },
  },
  '/api/deployments/{name}/versions/{version}/files': {
    put: {
      operationId: 'PUT_api_deployments_name_versions_version_files',
      summary: 'Uploads one file of a version: 201 if it is new, 200 if the same file exists, 409 if a different one does. At most 25 MB.',
      tags: ['deployments'],
      ...buildSecurity('PUT /api/deployments/{name}/versions/{version}/files', { access: 'deploy', effect: 'write' }),
      parameters: [
        textParameter('name', 'path', 'The area.'),
        textParameter('version', 'path', 'The version.'),
        { name: 'path', in: 'query', required: true, description: 'Inside the version: static/js/app.js.', schema: { type: 'string' } },
        textParameter('x-content-sha256', 'header', 'SHA-256 of the file, 64 hexadecimal digits in lower case.'),
      ],
      requestBody: { required: true, content: { '*/*': { schema: {} } } },
      responses: { 200: { description: 'The same file exists' }, 201: { description: 'The file is stored' }, default: ERROR_RESPONSE },
    },
  },
  '/api/metrics': {
    get: {
      operationId: 'GET_api_metrics',
      summary: 'What the engine has counted, in the text format of Prometheus.',
      tags: ['metrics'],
      ...buildSecurity('GET /api/metrics', { access: 'admin', effect: 'read' }),
      parameters: [],
      responses: {
        200: { description: 'Done', content: { 'text/plain; version=0.0.4': { schema: { type: 'string' } } } },
        default: ERROR_RESPONSE,
      },
    },
  },
};

/** Who may call, and which scopes an API key needs. */
function buildSecurity(key: string, call: Parameters<typeof getApiKeyUse>[1]): Record<string, unknown> {
  const { access } = call;
  if (access === 'public') return { security: [] };
  const use = getApiKeyUse(key, call);
  const scopes = use === 'refused' ? null : use;
  return {
    security: [{ accessToken: [] }, ...(scopes ? [{ apiKey: scopes }] : []), ...(access === 'deploy' ? [{ deployToken: [] }] : [])],
    ...(scopes ? { 'x-scope': scopes.join(' ') } : {}),
    ...(access === 'user' ? {} : { 'x-access': access }),
  };
}

/** Schemas that others reference, by name; filled while the document is written. */
type SharedSchemas = Record<string, unknown>;

/** The OpenAPI 3.1 document of the declared calls. */
function openApiDocument(calls: CallDeclarations): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemas: SharedSchemas = { Error: errorSchema };
  for (const [key, call] of Object.entries<CallDeclaration>(calls)) {
    const [method = '', path = ''] = key.split(' ');
    for (const one of [method, ...(call.alsoMethods ?? [])]) {
      paths[path] ??= {};
      paths[path][one.toLowerCase()] = { ...buildOperation(key.replace(method, one), path, call, schemas), ...buildSecurity(key, call) };
    }
  }
  Object.assign(paths, otherPaths);
  const securitySchemes = {
    accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${API_KEY_PREFIX}…`,
      description:
        'A personal API key. It needs all the scopes in the roles next to it, also listed in x-scope. A call without this scheme refuses API keys.',
    },
    deployToken: { type: 'http', scheme: 'bearer', bearerFormat: 'pdt_…' },
  };
  const info = { title: 'Portage', version: '1' };
  return { openapi: '3.1.0', info, servers: [{ url: '/' }], paths, components: { securitySchemes, schemas } };
}

/** `GET /api/openapi.json`; built once per isolate, at the first request. */
export function openApiRoute(calls: CallDeclarations): Route {
  let document: Record<string, unknown> | undefined;
  return rawRoute(['GET'], '/api/openapi.json', { access: 'public', effect: 'read' }, async (context) => {
    document ??= openApiDocument(calls);
    return createJsonResponse(context, document);
  });
}

function buildOperation(key: string, path: string, call: CallDeclaration, shared: SharedSchemas): Record<string, unknown> {
  const operationId = key.replace(/\W+/g, '_').replace(/_$/, '');
  const jsonOf = (schema: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: buildSchema(schema, io, `${operationId}_${io}`, shared) },
  });
  const parametersOf = (place: 'path' | 'query', schema: z.ZodObject) => {
    const { properties = {}, required = [] } = buildSchema(schema, 'input', `${operationId}_${place}`, shared) as ObjectSchema;
    return Object.entries(properties).map(([name, property]) => {
      return { name, in: place, required: place === 'path' || required.includes(name), schema: property };
    });
  };
  return {
    operationId,
    summary: call.summary,
    tags: [path.split('/')[2] ?? 'portage'],
    parameters: [...parametersOf('path', call.params ?? defaultParams(path)), ...(call.query ? parametersOf('query', call.query) : [])],
    ...(call.body ? { requestBody: { required: !call.body.safeParse(undefined).success, content: jsonOf(call.body, 'input') } } : {}),
    responses: {
      [call.successStatus ?? 200]: { description: 'Done', content: jsonOf(call.response, 'output') },
      default: ERROR_RESPONSE,
    },
  };
}

/**
 * Parts that JSON Schema can't express (a transformation, any value) are left open rather than refused. Recursive schemas
 * move to the shared ones, since a reference is resolved from the root of the whole document.
 */
function buildSchema(schema: z.ZodType, io: 'input' | 'output', name: string, shared: SharedSchemas): unknown {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const pointTo = (reference: string) => `#/components/schemas/${reference === '#' ? name : `${name}_${reference.split('/').at(-1)}`}`;
  const moved = (part: unknown): unknown => JSON.parse(JSON.stringify(part), (key, value) => (key === '$ref' ? pointTo(value) : value));
  for (const [key, definition] of Object.entries($defs)) shared[`${name}_${key}`] = moved(definition);
  if (!JSON.stringify([root, $defs]).includes('"$ref":"#"')) return moved(root);
  shared[name] = moved(root);
  return { $ref: pointTo('#') };
}
