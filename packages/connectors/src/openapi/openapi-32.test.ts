import { describe, expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { importDocument } from '../document/import-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import type { RequestValues } from '../requests/request-values.ts';

const responses = { '200': { description: 'ok' } };
const baseUrl = 'https://api.example.com';

function request(id: string, pathItem: object, values: RequestValues, more: object = {}) {
  const [, path = ''] = id.split(' ');
  const { operation, source } = openOperation({ openapi: '3.2.0', ...more, paths: { [path]: pathItem } }, id);
  return buildRequest(source, operation, values, { baseUrl });
}

describe('OpenAPI 3.2', () => {
  const body = { content: { 'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } } } } } };

  test('QUERY and additional operations are imported, and called as written', () => {
    const pathItem = {
      query: { requestBody: body, responses },
      additionalOperations: { COPY: { responses }, LOCK: { requestBody: body, responses } },
    };
    const imported = importDocument(JSON.stringify({ openapi: '3.2.0', info: {}, servers: [{ url: baseUrl }], paths: { '/a': pathItem } }));
    expect(imported.ok && [imported.summary.operations.map(({ id }) => id), imported.warnings]).toEqual([
      ['QUERY /a', 'COPY /a', 'LOCK /a'],
      [],
    ]);
    expect(request('QUERY /a', pathItem, { body: { n: '1' } })).toMatchObject({ method: 'QUERY', body: '{"n":1}' });
    expect(request('COPY /a', pathItem, {})).toMatchObject({ method: 'COPY', body: null });
    expect(request('LOCK /a', pathItem, { body: { n: '1' } })).toMatchObject({ method: 'LOCK', body: '{"n":1}' });
  });

  test('a method that can’t be called is omitted with a warning', () => {
    const paths = {
      '/a': { get: { responses }, additionalOperations: { CONNECT: { responses }, POST: { responses }, 'A B': { responses } } },
    };
    const imported = importDocument(JSON.stringify({ openapi: '3.2.0', info: {}, servers: [{ url: baseUrl }], paths }));
    expect(imported.ok && imported.summary.operations.map(({ id }) => id)).toEqual(['GET /a']);
    expect(imported.ok && imported.warnings.map(({ pointer }) => pointer)).toEqual([
      '#/paths/~1a/additionalOperations/CONNECT',
      '#/paths/~1a/additionalOperations/POST',
      '#/paths/~1a/additionalOperations/A B',
    ]);
  });

  const querystring = (type: string, schema: object, required = false) => ({
    get: { parameters: [{ name: 'q', in: 'querystring', required, content: { [type]: { schema } } }], responses },
  });
  const fields = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'array', items: { type: 'string' } } },
  };
  const form = 'application/x-www-form-urlencoded';

  test.each<[string, object, unknown, string]>([
    [form, fields, { a: 'x y&z', b: '2', c: ['1', '2'] }, '?a=x%20y%26z&b=2&c=1&c=2'],
    [form, { type: 'string' }, 'a=1&b=%20x#y', '?a=1&b=%20x%23y'],
    [form, { type: 'string' }, '?a=1', '?a=1'],
    ['application/json', fields, { a: 'x', b: '2' }, '?%7B%22a%22%3A%22x%22%2C%22b%22%3A2%7D'],
    ['text/plain', { type: 'string' }, '$.a[1:2]', '?%24.a%5B1%3A2%5D'],
  ])('a whole query string is sent as %s', (type, schema, value, expected) => {
    expect(request('GET /a', querystring(type, schema), { query: { q: value } }).url).toBe(`${baseUrl}/a${expected}`);
  });

  test('a missing required query string is an error', () => {
    expect(() => request('GET /a', querystring(form, fields, true), {})).toThrow('query.q is required.');
    expect(request('GET /a', querystring(form, fields), {}).url).toBe(`${baseUrl}/a`);
  });

  test('a cookie with the style "cookie" is sent unencoded, or refused', () => {
    const pathItem = { get: { parameters: [{ name: 'sid', in: 'cookie', style: 'cookie', schema: { type: 'string' } }], responses } };
    expect(request('GET /a', pathItem, { cookie: { sid: 'a/b=' } }).headers).toEqual({ Cookie: 'sid=a/b=' });
    expect(() => request('GET /a', pathItem, { cookie: { sid: 'a; admin=1' } })).toThrow(
      'cookie.sid contains characters that a cookie cannot carry.',
    );
  });

  test('media types by reference are those of the document', () => {
    const mediaTypes = { Plain: { schema: { type: 'object', properties: { n: { type: 'integer' } } } } };
    const pathItem = { post: { requestBody: { content: { 'application/json': { $ref: '#/components/mediaTypes/Plain' } } }, responses } };
    expect(request('POST /a', pathItem, { body: { n: '1' } }, { components: { mediaTypes } }).body).toBe('{"n":1}');
  });
});

describe('references by name', () => {
  const integer = { type: 'integer' };
  const Car = { $anchor: 'car', type: 'object', properties: { doors: integer } };
  test.each<[string, object, object]>([
    ['an anchor', { $ref: '#car' }, { Car }],
    ['a dynamic anchor', { $dynamicRef: '#car' }, { Car: { ...Car, $anchor: undefined, $dynamicAnchor: 'car' } }],
    ['an id', { $ref: 'https://cars.example/car' }, { Car: { ...Car, $id: 'https://cars.example/car' } }],
    ['an id, relative', { $ref: 'car.json' }, { Car: { ...Car, $id: 'car.json' } }],
    ['an id with an anchor', { $ref: 'https://cars.example/car#car' }, { Car: { ...Car, $id: 'https://cars.example/car' } }],
    ['an id that is a URN', { $ref: 'urn:cars:car' }, { Car: { ...Car, $id: 'urn:cars:car' } }],
    [
      'an id with a pointer',
      { $ref: 'https://cars.example/all#/$defs/car' },
      { All: { $id: 'https://cars.example/all', $defs: { car: Car } } },
    ],
    [
      'a pointer within an id',
      { $ref: '#/components/schemas/All' },
      { All: { $id: 'https://cars.example/all', $ref: '#/$defs/car', $defs: { car: Car } } },
    ],
    [
      'an id that is relative to an id',
      { $ref: 'https://cars.example/part' },
      { All: { $id: 'https://cars.example/all', $defs: { car: { ...Car, $id: 'part' } } } },
    ],
    [
      'a pointer to the document within an id',
      { $ref: '#/components/schemas/All' },
      { All: { $id: 'https://cars.example/all', $ref: '#/components/schemas/Car' }, Car },
    ],
  ])('%s', (_name, schema, schemas) => {
    const document = {
      openapi: '3.1.0',
      info: {},
      servers: [{ url: baseUrl }],
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses } } },
      components: { schemas },
    };
    const imported = importDocument(JSON.stringify(document));
    expect(imported.ok && imported.warnings).toEqual([]);
    const { operation, source } = openOperation(JSON.parse(JSON.stringify(document)), 'POST /a');
    expect(buildRequest(source, operation, { body: { doors: '4' } }, { baseUrl }).body).toBe('{"doors":4}');
  });

  test('the document’s own address means the document', () => {
    const document = {
      openapi: '3.2.0',
      $self: 'https://cars.example/api',
      paths: {
        '/a': {
          post: { requestBody: { content: { 'application/json': { schema: { $ref: 'api#/components/schemas/Car' } } } }, responses },
        },
      },
      components: { schemas: { Car } },
    };
    const { operation, source } = openOperation(document, 'POST /a');
    expect(buildRequest(source, operation, { body: { doors: '4' } }, { baseUrl }).body).toBe('{"doors":4}');
  });

  test('an anchor that no schema has is a warning', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#gone' } } };
    const paths = { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses } } };
    const imported = importDocument(JSON.stringify({ openapi: '3.1.0', info: {}, servers: [{ url: baseUrl }], paths }));
    expect(imported.ok && imported.warnings.map(({ code }) => code)).toEqual(['dangling-reference']);
  });
});
