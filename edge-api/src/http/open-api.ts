import type { CallDeclaration, CallDeclarations } from '@portage/contracts';
import { z } from 'zod';
import { jsonAnswer } from './answers.ts';
import { defaultParams, type Route, rawRoute } from './implement.ts';

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

const ERROR_RESPONSE = { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };

const components = {
  securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  schemas: {
    Error: {
      type: 'object',
      required: ['isSuccess', 'errors'],
      properties: {
        isSuccess: { const: false },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['userMessage', 'message', 'code'],
            properties: {
              userMessage: { type: 'string' },
              message: { type: 'string' },
              code: { type: 'string' },
              field: { type: 'string' },
            },
          },
        },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the declared calls. */
export function openApiDocument(calls: CallDeclarations): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, call] of Object.entries<CallDeclaration>(calls)) {
    const [method = '', path = ''] = key.split(' ');
    for (const one of [method, ...(call.alsoMethods ?? [])]) {
      paths[path] ??= {};
      paths[path][one.toLowerCase()] = operationOf(key.replace(method, one), path, call);
    }
  }
  return { openapi: '3.1.0', info: { title: 'Portage', version: '1' }, servers: [{ url: '/' }], paths, components };
}

/** `GET /api/openapi.json`; made once an isolate, at the first question. */
export function openApiRoute(calls: CallDeclarations): Route {
  let document: Record<string, unknown> | undefined;
  return rawRoute(['GET'], '/api/openapi.json', 'public', async () => {
    document ??= openApiDocument(calls);
    return jsonAnswer(document);
  });
}

function operationOf(key: string, path: string, call: CallDeclaration): Record<string, unknown> {
  return {
    operationId: key.replace(/\W+/g, '_').replace(/_$/, ''),
    summary: call.summary,
    tags: [path.split('/')[2] ?? 'portage'],
    security: call.access === 'public' ? [] : [{ accessToken: [] }],
    ...(call.access === 'admin' ? { 'x-access': 'admin' } : {}),
    parameters: [...parametersOf('path', call.params ?? defaultParams(path)), ...(call.query ? parametersOf('query', call.query) : [])],
    ...(call.body
      ? {
          requestBody: {
            required: !call.body.safeParse(undefined).success,
            content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [call.successStatus ?? 200]: { description: 'Done', content: { 'application/json': { schema: schemaOf(call.response, 'output') } } },
      default: ERROR_RESPONSE,
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject): Record<string, unknown>[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** What JSON Schema cannot say (a transformation, any value) is left open rather than refused. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
