import { describe, expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { buildRequest, type ConnectorRequest } from './build-request.ts';
import { RequestError } from './request-error.ts';
import type { RequestValues } from './request-values.ts';

const baseUrl = 'https://api.example.com';

function buildTestRequest(path: string, operation: object, values: RequestValues): ConnectorRequest {
  const made = openOperation({ openapi: '3.1.0', paths: { [path]: { post: operation } } }, `POST ${path}`);
  return buildRequest(made.source, made.operation, values, { baseUrl });
}

function refusal(work: () => ConnectorRequest): string {
  try {
    return `sent ${work().url}`;
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

const styles = ['simple', 'label', 'matrix'].flatMap((style) => [true, false].map((explode) => [style, explode] as const));
const nothing = [[], {}, [null], { a: null }];

describe('HOSTILE 21: a path parameter without a value can’t change the address', () => {
  test.each(styles)('style %s, explode %s', (style, explode) => {
    const parameters = [{ name: 'id', in: 'path', required: true, style, explode, schema: {} }];
    for (const id of nothing) {
      const sent = refusal(() => buildTestRequest('/orders/{id}/lines', { parameters }, { path: { id } }));
      // A matrix parameter without a value still has its name.
      if (style === 'matrix' && !explode) expect(sent).toBe(`sent ${baseUrl}/orders/;id=/lines`);
      else expect(sent).toBe('path.id must not be empty: it is part of the address.');
    }
  });

  test.each([
    ['simple', ['']],
    ['label', ['']],
    ['label', ['', '']],
  ])('style %s with empty texts in a list', (style, id) => {
    const parameters = [{ name: 'id', in: 'path', required: true, style, explode: true, schema: {} }];
    expect(refusal(() => buildTestRequest('/orders/{id}', { parameters }, { path: { id } }))).toMatch(/^path\.id must not/);
  });
});

describe('null within a list is omitted', () => {
  const list = ['a', null, 'b'];

  test.each([
    ['form', true, 'k=a&k=b'],
    ['form', false, 'k=a,b'],
    ['spaceDelimited', false, 'k=a%20b'],
    ['pipeDelimited', false, 'k=a%7Cb'],
    ['deepObject', true, 'k[0]=a&k[1]=b'],
  ])('in a query: %s, explode %s', (style, explode, expected) => {
    const parameters = [{ name: 'k', in: 'query', style, explode, schema: {} }];
    expect(buildTestRequest('/a', { parameters }, { query: { k: list } }).url).toBe(`${baseUrl}/a?${expected}`);
    expect(buildTestRequest('/a', { parameters }, { query: { k: [null] } }).url).toBe(`${baseUrl}/a`);
  });

  test('in paths, headers, cookies, forms and multipart bodies', () => {
    const parameters = ['path', 'header', 'cookie'].map((place) => ({ name: 'k', in: place, required: true, schema: {} }));
    const schema = { type: 'object', properties: { l: {} } };
    const bodyIn = (type: string) =>
      buildTestRequest(
        '/a/{k}',
        { parameters, requestBody: { content: { [type]: { schema } } } },
        { path: { k: list }, header: { k: list }, cookie: { k: list }, body: { l: list } },
      );
    const form = bodyIn('application/x-www-form-urlencoded');
    expect(form).toMatchObject({ url: `${baseUrl}/a/a,b`, headers: { k: 'a,b', Cookie: 'k=a; k=b' }, body: 'l=a&l=b' });
    const parts = new TextDecoder().decode(bodyIn('multipart/form-data').body as Uint8Array);
    expect(parts.match(/name="l"/g)).toHaveLength(2);
    expect(parts).not.toContain('null');
  });
});

describe('a parameter with a media type', () => {
  const xml = { type: 'object', xml: { name: 'q' }, properties: { a: { type: 'integer' } } };
  test.each<[string, object, unknown, string]>([
    ['text/plain', {}, 'a b', 'a b'],
    ['application/json', {}, 'a', '"a"'],
    ['application/vnd.api+json', {}, { a: 'x;y' }, '{"a":"x;y"}'],
    ['application/x-www-form-urlencoded', {}, { a: 'b', c: 'd e' }, 'a=b&c=d%20e'],
    ['application/xml', xml, { a: '1' }, '<?xml version="1.0" encoding="UTF-8"?>\n<q><a>1</a></q>'],
    ['application/xml', {}, '<q/>', '<q/>'],
  ])('is written as %s in every part of a request', (type, schema, value, expected) => {
    const parameter = (place: string) => ({ name: 'k', in: place, required: true, content: { [type]: { schema } } });
    // Paths and headers can't contain line breaks.
    const places = expected.includes('\n') ? ['query', 'cookie'] : ['path', 'query', 'header', 'cookie'];
    const path = places.includes('path') ? '/a/{k}' : '/a';
    const values = Object.fromEntries(places.map((place) => [place, { k: value }]));
    const { url, headers } = buildTestRequest(path, { parameters: places.map(parameter) }, values);
    expect(new URL(url).searchParams.get('k')).toBe(expected);
    expect(decodeURIComponent(headers.Cookie?.slice(2) ?? '')).toBe(expected);
    if (!places.includes('path')) return;
    expect(decodeURIComponent(new URL(url).pathname)).toBe(`/a/${expected}`);
    expect(headers.k).toBe(expected);
  });

  test('escapes characters that headers can’t contain in JSON', () => {
    const parameters = [{ name: 'X-Arg', in: 'header', content: { 'application/json': { schema: {} } } }];
    const { headers } = buildTestRequest('/a', { parameters }, { header: { 'X-Arg': { path: '/Jürgen/😀\n' } } });
    expect(headers['X-Arg']).toBe('{"path":"/J\\u00fcrgen/\\ud83d\\ude00\\n"}');
    expect(JSON.parse(headers['X-Arg'] ?? '')).toEqual({ path: '/Jürgen/😀\n' });
  });
});

describe('parts of a multipart body', () => {
  const partsOf = (properties: object, encoding: object, body: object) => {
    const content = { 'multipart/form-data': { schema: { type: 'object', properties }, encoding } };
    const { body: bytes } = buildTestRequest('/a', { requestBody: { content } }, { body });
    return new TextDecoder()
      .decode(bytes as Uint8Array)
      .split(/--portage-\w+(?:--)?\r\n/)
      .slice(1, -1)
      .map((part) => part.replace('Content-Disposition: form-data; ', '').trim().replaceAll('\r\n', '|'));
  };
  const text = { type: 'string' };
  const file = { fileName: 'a.txt', contentType: 'text/plain', text: 'hi' };

  test.each<[string, object, object, unknown, string[]]>([
    ['deepObject', {}, { style: 'deepObject', explode: true }, { a: 1, b: { c: [2] } }, ['name="k[a]"||1', 'name="k[b][c][0]"||2']],
    ['deepObject of a list', {}, { style: 'deepObject', explode: true }, ['x', 'y z'], ['name="k[0]"||x', 'name="k[1]"||y z']],
    ['pipes', {}, { style: 'pipeDelimited', explode: false }, ['a', 'b'], ['name="k"||a|b']],
    ['form, exploded', {}, { style: 'form', explode: true }, { a: 1, b: 2 }, ['name="a"||1', 'name="b"||2']],
    ['several media types', text, { contentType: 'text/csv, text/plain' }, 'a', ['name="k"|Content-Type: text/csv||a']],
    ['a range of media types', text, { contentType: 'text/*' }, 'a', ['name="k"|Content-Type: text/plain||a']],
    ['any media type', text, { contentType: '*/*' }, 'a', ['name="k"||a']],
    ['a style beside a file', {}, { style: 'form' }, file, ['name="k"; filename="a.txt"|Content-Type: text/plain||hi']],
  ])('%s', (_name, schema, encoding, value, expected) => {
    expect(partsOf({ k: schema }, { k: encoding }, { k: value })).toEqual(expected);
  });

  const header = (schema: object, required = true) => ({ required, schema });
  test.each<[string, object, string]>([
    ['with one value', { 'X-Kind': header({ const: 'draft' }) }, 'X-Kind: draft'],
    ['with one value in a list', { 'X-Kind': header({ enum: ['draft'] }, false) }, 'X-Kind: draft'],
    ['with a default that is a number', { 'X-Version': header({ type: 'integer', default: 2 }) }, 'X-Version: 2'],
    ['several', { 'X-A': header({ const: true }), 'X-B': header({ const: 'b' }) }, 'X-A: true|X-B: b'],
    ['an encoding that changes nothing', { 'Content-Transfer-Encoding': header({ const: '8bit' }) }, 'Content-Transfer-Encoding: 8bit'],
  ])('headers of a part are sent: %s', (_name, headers, expected) => {
    const more = {
      'Content-Type': header({ const: 'image/png' }),
      'content-disposition': header({ const: 'x' }),
      'X-Open': header({}, false),
    };
    expect(partsOf({ k: text }, { k: { headers: { ...headers, ...more } } }, { k: 'v' })).toEqual([`name="k"|${expected}||v`]);
    const list = { type: 'array', items: text };
    expect(partsOf({ k: list }, { k: { headers } }, { k: ['a', 'b'] })).toEqual([`name="k"|${expected}||a`, `name="k"|${expected}||b`]);
  });

  test('a part is Base64 if its header says so', () => {
    const headers = { 'Content-Transfer-Encoding': header({ enum: ['base64'] }) };
    expect(partsOf({ k: {} }, { k: { headers } }, { k: file })).toEqual([
      'name="k"; filename="a.txt"|Content-Type: text/plain|Content-Transfer-Encoding: base64||aGk=',
    ]);
    expect(partsOf({ k: text }, { k: { headers } }, { k: 'ü' })).toEqual(['name="k"|Content-Transfer-Encoding: base64||w7w=']);
  });

  test.each<[object, string]>([
    [{ 'X-Kind': header({ type: 'string' }) }, 'body.k needs the header "X-Kind", whose value the document does not give.'],
    [{ 'X-Kind': header({ enum: ['a', 'b'] }) }, 'body.k needs the header "X-Kind", whose value the document does not give.'],
    [{ 'X-Kind': header({ const: 'a\r\nX-Evil: b' }) }, 'body.k needs the header "X-Kind", which no header can carry.'],
    [{ 'X Kind': header({ const: 'a' }) }, 'body.k needs the header "X Kind", which no header can carry.'],
    [
      { 'Content-Transfer-Encoding': header({ const: 'quoted-printable' }) },
      'body.k cannot be written with the transfer encoding "quoted-printable".',
    ],
  ])('a part without its header is refused: %j', (headers, message) => {
    const content = { 'multipart/form-data': { schema: { type: 'object', properties: { k: text } }, encoding: { k: { headers } } } };
    expect(refusal(() => buildTestRequest('/a', { requestBody: { content } }, { body: { k: 'v' } }))).toBe(message);
    expect(refusal(() => buildTestRequest('/a', { requestBody: { content } }, { body: {} }))).toMatch(/^sent/);
  });

  test('bytes without a type, as in OpenAPI 3.1, are a file', () => {
    const [part] = partsOf(
      { k: { contentMediaType: 'image/png' } },
      {},
      { k: { fileName: 'a.png', contentType: 'image/png', base64: 'YWI=' } },
    );
    expect(part).toBe('name="k"; filename="a.png"|Content-Type: image/png||ab');
    expect(partsOf({ k: { contentMediaType: 'image/png' } }, {}, { k: 'data:image/png;base64,YWI=' })[0]).toMatch(/filename=/);
  });

  test.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
    '%s: members in XML are refused, but text in it isn’t',
    (type) => {
      const content = {
        [type]: { schema: { type: 'object', properties: { k: {} } }, encoding: { k: { contentType: 'application/xml' } } },
      };
      const send = (k: unknown) => buildTestRequest('/a', { requestBody: { content } }, { body: { k } });
      expect(refusal(() => send({ a: 1 }))).toBe('body.k cannot be written as application/xml: provide it as text.');
      expect(refusal(() => send('<a>1</a>'))).toMatch(/^sent/);
    },
  );
});

test('null in a merge patch removes a member, whatever its schema says', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'integer' } } } } };
  const bodyIn = (type: string) =>
    buildTestRequest('/a', { requestBody: { content: { [type]: { schema } } } }, { body: { a: null, b: { c: null } } }).body;
  expect(bodyIn('application/merge-patch+json')).toBe('{"a":null,"b":{"c":null}}');
  expect(bodyIn('application/json')).toBe('{"b":{}}');
});
