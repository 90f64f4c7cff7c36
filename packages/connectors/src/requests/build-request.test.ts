import { describe, expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { buildRequest, type ConnectorRequest, type RequestSettings } from './build-request.ts';
import { RequestError } from './request-error.ts';
import type { RequestValues } from './request-values.ts';

const baseUrl = 'https://api.example.com/v1';

function buildTestRequest(
  path: string,
  method: string,
  operation: object,
  values: RequestValues,
  settings: Partial<RequestSettings> = {},
): ConnectorRequest {
  const made = openOperation({ openapi: '3.1.0', paths: { [path]: { [method]: operation } } }, `${method.toUpperCase()} ${path}`);
  return buildRequest(made.source, made.operation, values, { baseUrl, ...settings });
}

function collectProblems(work: () => unknown): Record<string, string> {
  try {
    work();
  } catch (error) {
    if (error instanceof RequestError) return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
    throw error;
  }
  return {};
}

const color = { string: 'blue', array: ['blue', 'black', 'brown'], object: { R: 100, G: 200, B: 150 } };

describe('writing parameters (OpenAPI 3.1, "Style Examples")', () => {
  const parameter = (place: string, style: string, explode: boolean) => ({
    name: 'color',
    in: place,
    required: true,
    style,
    explode,
    schema: {},
  });

  test.each<[string, boolean, keyof typeof color, string]>([
    ['matrix', false, 'string', ';color=blue'],
    ['matrix', false, 'array', ';color=blue,black,brown'],
    ['matrix', false, 'object', ';color=R,100,G,200,B,150'],
    ['matrix', true, 'array', ';color=blue;color=black;color=brown'],
    ['matrix', true, 'object', ';R=100;G=200;B=150'],
    ['label', false, 'string', '.blue'],
    ['label', false, 'array', '.blue,black,brown'],
    ['label', false, 'object', '.R,100,G,200,B,150'],
    ['label', true, 'array', '.blue.black.brown'],
    ['label', true, 'object', '.R=100.G=200.B=150'],
    ['simple', false, 'array', 'blue,black,brown'],
    ['simple', false, 'object', 'R,100,G,200,B,150'],
    ['simple', true, 'object', 'R=100,G=200,B=150'],
  ])('path: %s, explode %s, %s', (style, explode, kind, expected) => {
    const { url } = buildTestRequest(
      '/c/{color}/x',
      'get',
      { parameters: [parameter('path', style, explode)] },
      { path: { color: color[kind] } },
    );
    expect(url).toBe(`${baseUrl}/c/${expected}/x`);
  });

  test.each<[string, boolean, keyof typeof color, string]>([
    ['form', true, 'string', 'color=blue'],
    ['form', false, 'array', 'color=blue,black,brown'],
    ['form', false, 'object', 'color=R,100,G,200,B,150'],
    ['form', true, 'array', 'color=blue&color=black&color=brown'],
    ['form', true, 'object', 'R=100&G=200&B=150'],
    ['spaceDelimited', false, 'array', 'color=blue%20black%20brown'],
    ['pipeDelimited', false, 'array', 'color=blue%7Cblack%7Cbrown'],
    ['deepObject', true, 'object', 'color[R]=100&color[G]=200&color[B]=150'],
  ])('query: %s, explode %s, %s', (style, explode, kind, expected) => {
    const { url } = buildTestRequest('/c', 'get', { parameters: [parameter('query', style, explode)] }, { query: { color: color[kind] } });
    expect(url).toBe(`${baseUrl}/c?${expected}`);
  });

  test('writes deepObject to any depth, and nothing for an empty list', () => {
    const parameters = [parameter('query', 'deepObject', true)];
    const value = { created: { gte: 5, 'a&b': [1, { c: 'x y' }] }, none: null };
    expect(buildTestRequest('/c', 'get', { parameters }, { query: { color: value } }).url).toBe(
      `${baseUrl}/c?color[created][gte]=5&color[created][a%26b][0]=1&color[created][a%26b][1][c]=x%20y`,
    );
    expect(buildTestRequest('/c', 'get', { parameters: [parameter('query', 'form', true)] }, { query: { color: [] } }).url).toBe(
      `${baseUrl}/c`,
    );
  });

  test('writes headers and cookies as simple and form, and JSON if the document says so', () => {
    const asJson = { name: 'X-Json', in: 'header', content: { 'application/json': { schema: {} } } };
    const parameters = [parameter('header', 'simple', false), parameter('cookie', 'form', false), asJson];
    const { headers } = buildTestRequest(
      '/c',
      'get',
      { parameters },
      { header: { color: color.array, 'X-Json': { a: 1 } }, cookie: { color: color.array } },
    );
    expect(headers).toEqual({ color: 'blue,black,brown', Cookie: 'color=blue,black,brown', 'X-Json': '{"a":1}' });
  });

  test('escapes non-ASCII letters of a header in JSON, and refuses invalid characters in any other header', () => {
    const parameters = [
      { name: 'X-Json', in: 'header', content: { 'application/json': { schema: {} } } },
      { name: 'X-Text', in: 'header', schema: {} },
    ];
    const { headers } = buildTestRequest('/c', 'get', { parameters }, { header: { 'X-Json': { a: 'ü日😀' } } });
    expect(headers['X-Json']).toBe('{"a":"\\u00fc\\u65e5\\ud83d\\ude00"}');
    for (const text of ['Zürich', 'łódź', '日本']) {
      expect(collectProblems(() => buildTestRequest('/c', 'get', { parameters }, { header: { 'X-Text': text } }))).toEqual({
        'header.X-Text': 'contains characters that a header cannot carry.',
      });
    }
  });

  test.each(['Cookie', 'cookie', 'COOKIE'])('sends a declared header %s along with cookies from parameters', (name) => {
    const parameters = [
      { name, in: 'header', required: true, schema: {} },
      { name: 'sid', in: 'cookie', schema: {} },
    ];
    const cookie = (values: RequestValues) => buildTestRequest('/c', 'get', { parameters }, values).headers.Cookie;
    expect(cookie({ header: { [name]: 'a=1; b=2' } })).toBe('a=1; b=2');
    expect(cookie({ header: { [name]: 'a=1' }, cookie: { sid: 'x' } })).toBe('a=1; sid=x');
    expect(cookie({})).toBeUndefined();
  });

  test.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'TE', 'Expect'])(
    'refuses a value for a declared header %s, which the connection sets',
    (name) => {
      const parameters = [{ name, in: 'header', required: true, schema: {} }];
      expect(collectProblems(() => buildTestRequest('/c', 'get', { parameters }, { header: { [name]: 'x' } }))).toEqual({
        [`header.${name}`]: 'is not a parameter of this operation: remove its value.',
      });
    },
  );

  test.each([
    ['csv', 'ids=1,2'],
    ['ssv', 'ids=1%202'],
    ['tsv', 'ids=1%092'],
    ['pipes', 'ids=1%7C2'],
    ['multi', 'ids=1&ids=2'],
  ])('supports collectionFormat %s of Swagger 2.0', (collectionFormat, expected) => {
    const parameters = [{ name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat }];
    const { operation, source } = openOperation({ swagger: '2.0', paths: { '/c': { get: { parameters } } } }, 'GET /c');
    expect(buildRequest(source, operation, { query: { ids: ['1', 2] } }, { baseUrl }).url).toBe(`${baseUrl}/c?${expected}`);
  });

  test.each([
    ['pipes', 'csv', 'ids=1%2C2%7C3'],
    ['csv', 'pipes', 'ids=1%7C2,3'],
    ['multi', 'csv', 'ids=1%2C2&ids=3'],
    ['ssv', 'tsv', 'ids=1%092%203'],
    ['multi', undefined, 'ids=1%2C2&ids=3'],
  ])('supports collectionFormat %s of lists in %s', (collectionFormat, inner, expected) => {
    const items = { type: 'array', items: { type: 'integer' }, ...(inner ? { collectionFormat: inner } : {}) };
    const list = { name: 'ids', type: 'array', items, collectionFormat };
    const paths = {
      '/c': { get: { parameters: [{ ...list, in: 'query' }] }, post: { parameters: [{ ...list, in: 'formData' }] } },
      '/d/{ids}': { get: { parameters: [{ ...list, in: 'path', collectionFormat: 'csv' }] } },
    };
    const ids = [['1', 2, null], [3]];
    const sent = (id: string, values: RequestValues) => {
      const { operation, source } = openOperation({ swagger: '2.0', paths }, id);
      return buildRequest(source, operation, values, { baseUrl });
    };
    expect(sent('GET /c', { query: { ids } }).url).toBe(`${baseUrl}/c?${expected}`);
    expect(sent('POST /c', { body: { ids } }).body).toBe(expected);
    expect(new URL(sent('GET /d/{ids}', { path: { ids } }).url).pathname).not.toMatch(/[[\]]|%5B/);
    expect(sent('GET /c', { query: { ids: [1, [2]] } }).url).not.toMatch(/%5B/);
  });

  test('keeps reserved characters if the document allows them, but lets them begin nothing new', () => {
    const parameters = [{ name: 'q', in: 'query', allowReserved: true, schema: {} }];
    expect(buildTestRequest('/c', 'get', { parameters }, { query: { q: 'a/b?c=1&d#e+f' } }).url).toBe(
      `${baseUrl}/c?q=a/b?c%3D1%26d%23e%2Bf`,
    );
  });
});

describe('building URLs', () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const withId = (id: unknown) => buildTestRequest('/things/{id}/parts', 'get', { parameters }, { path: { id } });

  test('keeps a value within its path segment', () => {
    expect(withId('a/b?c=d#e f%2F').url).toBe(`${baseUrl}/things/a%2Fb%3Fc%3Dd%23e%20f%252F/parts`);
    expect(withId('..hidden').url).toBe(`${baseUrl}/things/..hidden/parts`);
  });

  test.each(['..', '.', '../admin', 'a/../../b', '..\\x', '%2e%2e', '%2E%2E%2fadmin', '%252e%252e', ' .. '])(
    'HOSTILE 21: refuses %j in a path parameter',
    (id) => {
      expect(collectProblems(() => withId(id))).toEqual({ 'path.id': 'must not lead to another path ("." and ".." are not allowed).' });
    },
  );

  test('HOSTILE 21: refuses line breaks in paths and headers, and an empty value', () => {
    expect(collectProblems(() => withId('a\r\nX-Evil: 1'))).toEqual({ 'path.id': 'must not contain line breaks or control characters.' });
    expect(collectProblems(() => withId(''))).toEqual({ 'path.id': 'must not be empty: it is part of the address.' });
    const header = [{ name: 'X-Note', in: 'header', schema: { type: 'string' } }];
    expect(
      collectProblems(() => buildTestRequest('/a', 'get', { parameters: header }, { header: { 'X-Note': 'a\r\nAuthorization: x' } })),
    ).toEqual({
      'header.X-Note': 'must not contain line breaks or control characters.',
    });
    expect(collectProblems(() => buildTestRequest('/a', 'get', { parameters: header }, { header: { 'X-Note': '日本' } }))).toEqual({
      'header.X-Note': 'contains characters that a header cannot carry.',
    });
  });

  test('HOSTILE 22: keeps a document’s path below the base URL', () => {
    const urlOf = (path: string, base: string) => buildTestRequest(path, 'get', {}, {}, { baseUrl: base }).url;
    expect(() => urlOf('/../admin', 'https://api.example.com/v1')).toThrow('The path leads outside the base URL.');
    expect(urlOf('//evil.example/x', 'https://api.example.com')).toBe('https://api.example.com//evil.example/x');
    expect(urlOf('@evil.example/x', 'https://api.example.com')).toBe('https://api.example.com/@evil.example/x');
    expect(() => urlOf('/x', 'file:///etc')).toThrow('The base URL is not one that can be called.');
  });

  test('keeps the query of a base URL and of a path, and uses a fragment only to name the operation', () => {
    const page = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
    const { url } = buildTestRequest(
      '/list?kind=a#second',
      'get',
      { parameters: page },
      { query: { page: '2' } },
      { baseUrl: 'https://x.example/api/?key=1' },
    );
    expect(url).toBe('https://x.example/api/list?key=1&kind=a&page=2');
  });
});

describe('converting values', () => {
  const body = (schema: object, type = 'application/json') => ({ requestBody: { required: true, content: { [type]: { schema } } } });
  const sent = (schema: object, value: unknown) => JSON.parse(String(buildTestRequest('/a', 'post', body(schema), { body: value }).body));

  test('converts text to the document’s types', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        price: { type: 'number' },
        isOpen: { type: 'boolean' },
        code: { type: 'string' },
        tags: { type: 'array', items: { type: 'integer' } },
        address: { type: 'object', properties: { zip: { type: 'string' } } },
        any: {},
        either: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
      },
    };
    const value = {
      count: ' 5 ',
      price: '1.50',
      isOpen: 'True',
      code: 7,
      tags: '["1", 2]',
      address: '{"zip": 123}',
      any: [1],
      either: 'x1',
      more: 'kept',
    };
    expect(sent(schema, value)).toEqual({
      count: 5,
      price: 1.5,
      isOpen: true,
      code: '7',
      tags: [1, 2],
      address: { zip: '123' },
      any: [1],
      either: 'x1',
      more: 'kept',
    });
    expect(sent({ type: 'array', items: { type: 'string' } }, 'one')).toEqual(['one']);
  });

  test('sends ids unchanged that are too long for a number', () => {
    expect(
      buildTestRequest('/a', 'post', body({ type: 'object', properties: { id: { type: 'integer' } } }), {
        body: { id: '12345678901234567890' },
      }).body,
    ).toBe('{"id":12345678901234567890}');
  });

  test('sends null if it’s allowed, and omits it otherwise', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'string', nullable: true },
        c: { type: ['string', 'null'] },
        d: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    };
    expect(sent(schema, { a: null, b: null, c: null, d: null })).toEqual({ b: null, c: null, d: null });
  });

  test('reports all missing and invalid fields at once', () => {
    const operation = {
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'shop', in: 'query', required: true, schema: { type: 'string' } },
      ],
      ...body({
        type: 'object',
        required: ['email', 'id'],
        properties: {
          id: { type: 'string', readOnly: true },
          email: { type: 'string' },
          paid: { type: 'boolean' },
          lines: {
            type: 'array',
            items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' }, quantity: { type: 'integer' } } },
          },
        },
      }),
    };
    const values = { query: { limit: 'ten' }, body: { paid: 'maybe', lines: [{ sku: 'a', quantity: 1.5 }, {}, { sku: ['x'] }] } };
    expect(collectProblems(() => buildTestRequest('/a', 'post', operation, values))).toEqual({
      'query.limit': 'must be a whole number, but is "ten".',
      'query.shop': 'is required.',
      'body.email': 'is required.',
      'body.paid': 'must be true or false, but is "maybe".',
      'body.lines[0].quantity': 'must be a whole number, but is 1.5.',
      'body.lines[1].sku': 'is required.',
      'body.lines[2].sku': 'must be text, but is a list.',
    });
    expect(() => buildTestRequest('/a', 'post', body({}), {})).toThrow('body is required.');
  });

  test('fills in a body if all its required members have defaults', () => {
    const token = { access_token: { type: 'string', default: '' } };
    const required = { type: 'object', required: ['access_token'], properties: { ...token, note: { type: 'string' } } };
    expect(buildTestRequest('/a', 'post', body(required), {}).body).toBe('{"access_token":""}');
    const more = { ...required, required: ['access_token', 'note'] };
    expect(() => buildTestRequest('/a', 'post', body(more), {})).toThrow('body is required.');
  });

  test('HOSTILE 21: tries nested variants that all fail in bounded time', () => {
    const node = (index: number) => ({
      type: 'object',
      required: [`gone${index}`],
      properties: {
        [`gone${index}`]: { type: 'string' },
        next: { oneOf: [1, 2, 3].map((at) => ({ $ref: `#/components/schemas/N${at}` })) },
      },
    });
    const schemas = { N1: node(1), N2: node(2), N3: node(3) };
    let value: object = {};
    for (let level = 0; level < 50; level += 1) value = { next: value };
    const document = { openapi: '3.1.0', paths: { '/a': { post: body({ $ref: '#/components/schemas/N1' }) } }, components: { schemas } };
    const { operation, source } = openOperation(document, 'POST /a');
    expect(() => buildRequest(source, operation, { body: value }, { baseUrl })).toThrow('body.gone1 is required.');
  });

  test('fills in required values with a single value or a default', () => {
    const parameters = [{ name: 'version', in: 'path', required: true, schema: { type: 'string', default: '6' } }];
    const operation = { parameters, ...body({ type: 'object', required: ['kind'], properties: { kind: { const: 'order' } } }) };
    const { url, body: written } = buildTestRequest('/v{version}/a', 'post', operation, { body: {} });
    expect([url, written]).toEqual([`${baseUrl}/v6/a`, '{"kind":"order"}']);
  });
});

describe('building bodies', () => {
  const operation = (type: string, schema: object, encoding?: object) => ({
    requestBody: { content: { [type]: { schema, ...(encoding ? { encoding } : {}) } } },
  });
  const send = (type: string, schema: object, value: unknown, encoding?: object) =>
    buildTestRequest('/a', 'post', operation(type, schema, encoding), { body: value });

  test('writes a form with repeated lists and JSON objects, or in their encoding', () => {
    const value = { a: 'x y&z', list: [1, 2], object: { k: 'ü' } };
    expect(send('application/x-www-form-urlencoded', {}, value)).toMatchObject({
      body: 'a=x%20y%26z&list=1&list=2&object=%7B%22k%22%3A%22%C3%BC%22%7D',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const encoding = { list: { style: 'form', explode: false }, object: { style: 'deepObject', explode: true } };
    expect(send('application/x-www-form-urlencoded', {}, value, encoding).body).toBe('a=x%20y%26z&list=1,2&object[k]=%C3%BC');
  });

  test('writes a form in the charset that the document declares, and sends its name', () => {
    const type = 'application/x-www-form-urlencoded; charset=windows-1252';
    const { body, headers } = send(type, {}, { name: 'Jürgen & €' });
    expect(new TextDecoder().decode(body as Uint8Array)).toBe('name=J%FCrgen+%26+%80');
    expect(headers['Content-Type']).toBe(type);
    expect(collectProblems(() => send(type, {}, { name: '日本' }))).toEqual({ body: expect.stringContaining('which windows-1252 lacks') });
    const utf8 = 'application/x-www-form-urlencoded; charset=UTF-8';
    expect(send(utf8, {}, { name: 'ü' })).toMatchObject({ body: 'name=%C3%BC', headers: { 'Content-Type': utf8 } });
  });

  test('writes multipart fields, files as bytes and objects as JSON, with a boundary that occurs nowhere in them', async () => {
    const value = {
      note: 'portage-07c878860eed5464',
      meta: { a: 1 },
      file: { fileName: 'a"b\r\n.txt', contentType: 'text/plain', base64: 'aMOkbGxv' },
    };
    const { body, headers } = send(
      'multipart/form-data',
      { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
      value,
    );
    expect(headers['Content-Type']).toMatch(/^multipart\/form-data; boundary=portage-(?!07c878860eed5464)/);
    const form = await new Response(body, { headers }).formData();
    expect(form.get('note')).toBe('portage-07c878860eed5464');
    const file = form.get('file') as File;
    expect([file.type, await file.text()]).toEqual(['text/plain', 'hällo']);
    expect(new TextDecoder().decode(body as Uint8Array)).toContain('filename="a%22b%0D%0A.txt"');
  });

  test('sends text unchanged and bytes from base64, and reports invalid base64', () => {
    expect(send('text/csv', { type: 'string' }, 'a,b')).toMatchObject({ body: 'a,b', headers: { 'Content-Type': 'text/csv' } });
    expect(send('application/octet-stream', { type: 'string', format: 'binary' }, 'aGk=').body).toEqual(new Uint8Array([104, 105]));
    expect(() => send('application/pdf', { type: 'string', format: 'binary' }, '%%%')).toThrow('body must be base64: it is sent as bytes.');
  });

  test('sends JSON if the document offers several types, unless another is wanted', () => {
    const both = { requestBody: { content: { 'application/xml': {}, 'application/json': { schema: {} } } } };
    expect(buildTestRequest('/a', 'post', both, { body: { a: 1 } }).headers['Content-Type']).toBe('application/json');
    expect(buildTestRequest('/a', 'post', both, { body: '<a/>' }, { contentType: 'application/xml' })).toMatchObject({
      body: '<a/>',
      headers: { 'Content-Type': 'application/xml' },
    });
  });

  test.for([
    ['get', "body can't be sent: a GET request can't carry one. Remove its values or choose another operation."],
    ['head', "body can't be sent: a HEAD request can't carry one. Remove its values or choose another operation."],
  ] as const)('refuses a body for a %s that the document declares, and doesn’t require it', ([method, message]) => {
    const withBody = { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } };
    expect(buildTestRequest('/a', method, withBody, {}).body).toBeNull();
    expect(buildTestRequest('/a', method, withBody, { body: { a: null, b: [{}] } }).body).toBeNull();
    for (const body of [{ a: 1 }, [0], 'text', false, { a: { b: '' } }]) {
      expect(() => buildTestRequest('/a', method, withBody, { body })).toThrow(message);
    }
  });

  test.for(['post', 'put', 'patch', 'delete', 'options'] as const)('refuses a body for a %s without one', (method) => {
    expect(() => buildTestRequest('/a', method, {}, { body: { a: 1 } })).toThrow("body can't be sent: this operation has none.");
    expect(buildTestRequest('/a', method, {}, { body: {} }).body).toBeNull();
  });

  test.for([
    ['query', 'page', 'query.page is not a parameter of this operation: remove its value.'],
    ['header', 'X-Key', 'header.X-Key is not a parameter of this operation: remove its value.'],
    ['header', 'Authorization', 'header.Authorization is not a parameter of this operation: remove its value.'],
    ['cookie', 'a.b', 'cookie["a.b"] is not a parameter of this operation: remove its value.'],
    ['path', 'id', 'path.id is not a parameter of this operation: remove its value.'],
  ] as const)('refuses a value in %s for %s if the operation doesn’t have it', ([place, name, message]) => {
    expect(() => buildTestRequest('/a', 'get', {}, { [place]: { [name]: 'x' } })).toThrow(message);
    expect(buildTestRequest('/a', 'get', {}, { [place]: { [name]: null } }).url).toBe(`${baseUrl}/a`);
  });

  test('ignores path and query values of other operations, but refuses their headers and body', () => {
    const settings = { isOneOfSeveral: true };
    expect(buildTestRequest('/a', 'get', {}, { path: { id: 1 }, query: { notify: true } }, settings).url).toBe(`${baseUrl}/a`);
    expect(() => buildTestRequest('/a', 'get', {}, { header: { 'X-Key': 'a' }, body: { a: 1 } }, settings)).toThrow(
      /header.X-Key .* body can't/s,
    );
  });

  test('finds a header in any case, and sends it as the document writes it', () => {
    const parameters = [{ name: 'X-Site-Id', in: 'header', required: true, schema: { type: 'string' } }];
    expect(buildTestRequest('/a', 'get', { parameters }, { header: { 'x-site-id': '7' } }).headers).toMatchObject({ 'X-Site-Id': '7' });
  });

  test('sends a GraphQL query with variables, or the query that overrides it (STEP-35)', () => {
    const graphQl = {
      'x-graphql': { query: 'query P($first: Int!) { products(first: $first) { id } }', operationName: 'P' },
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', required: ['first'], properties: { first: { type: 'integer', default: 50 } } } },
        },
      },
    };
    const made = (settings: Partial<RequestSettings>, values: RequestValues) =>
      JSON.parse(String(buildTestRequest('/graphql#products', 'post', graphQl, values, settings).body));
    expect(made({}, {})).toEqual({
      query: 'query P($first: Int!) { products(first: $first) { id } }',
      variables: { first: 50 },
      operationName: 'P',
    });
    expect(made({ graphQlQuery: ' { shop { name } } ' }, { body: { own: 1 } })).toEqual({
      query: '{ shop { name } }',
      variables: { own: 1 },
    });
    // Values of variables with a known type are converted to it; others are sent unchanged.
    const query = 'query($first: Int!, $ids: [Int], $all: Boolean = true) { a }';
    expect(made({ graphQlQuery: query }, { body: { first: '5', ids: ['1'], all: 'true', other: '2' } }).variables).toEqual({
      first: 5,
      ids: ['1'],
      all: true,
      other: '2',
    });
    expect(made({ graphQlQuery: '{ a }' }, { body: { first: '7' } }).variables).toEqual({ first: 7 });
    expect(made({ graphQlQuery: '{ a }' }, {}).variables).toEqual({});
    expect(buildTestRequest('/graphql#products', 'post', graphQl, {}).url).toBe(`${baseUrl}/graphql`);
  });
});

describe('cleared fields', () => {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      nullable: { type: ['string', 'null'] },
      day: { type: 'string', format: 'date' },
      kind: { type: 'string', enum: ['a', 'b'] },
      amount: { type: 'number' },
      count: { type: 'integer' },
      isOpen: { type: 'boolean' },
      owner: { type: 'object', properties: { id: { type: 'string' } } },
      tags: { type: 'array', items: { type: 'string' } },
      said: { type: 'number', 'x-cleared-value': 0 },
      'a.b': { type: 'string' },
      lines: { type: 'array', items: { type: 'object', properties: { note: { type: 'string' }, price: { type: 'number' } } } },
    },
  };
  const names = ['text', 'nullable', 'day', 'kind', 'amount', 'count', 'isOpen', 'owner', 'tags', 'said'];
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  const sent = (type: string, body: unknown, cleared: string[]) =>
    buildTestRequest('/c', 'put', { requestBody: { content: { [type]: { schema } } } }, { body, cleared }).body;

  test('are sent with the empty value of their schema, or the document’s own', () => {
    const cleared = names.map((name) => `body.${name}`);
    expect(JSON.parse(String(sent('application/json', nothing, cleared)))).toEqual({ ...nothing, text: '', tags: [], said: 0 });
    // A null that clears nothing is omitted if the schema doesn't allow it.
    expect(JSON.parse(String(sent('application/json', nothing, [])))).toEqual({ nullable: null });
  });

  test('may be in lists, and have names that paths quote', () => {
    const body = { 'a.b': null, lines: [{ note: null, price: null }, { note: null }] };
    const cleared = ['body["a.b"]', 'body.lines[0].note', 'body.lines[0].price'];
    expect(JSON.parse(String(sent('application/json', body, cleared)))).toEqual({ 'a.b': '', lines: [{ note: '', price: null }, {}] });
  });

  test('are empty in a form, which has no null', () => {
    const cleared = ['body.text', 'body.day', 'body.amount'];
    expect(sent('application/x-www-form-urlencoded', { text: null, day: null, amount: null, kind: null }, cleared)).toBe(
      'text=&day=&amount=',
    );
  });
});

test.each([
  ['application/*+json', { n: '1' }, 'application/json', '{"n":1}'],
  ['application/*', { n: '1' }, 'application/json', '{"n":1}'],
  ['*/*', { n: '1' }, 'application/json', '{"n":1}'],
  ['application/*+xml', { n: '1' }, 'application/xml', expect.stringContaining('<row><n>1</n></row>')],
  ['text/*', 'plain', 'text/plain', 'plain'],
])('sends a range of media types as one of them: %s', (type, value, contentType, expected) => {
  const schema = typeof value === 'string' ? {} : { type: 'object', xml: { name: 'row' }, properties: { n: { type: 'integer' } } };
  const { body, headers } = buildTestRequest('/a', 'post', { requestBody: { content: { [type]: { schema } } } }, { body: value });
  expect([headers['Content-Type'], body]).toEqual([contentType, expected]);
});
