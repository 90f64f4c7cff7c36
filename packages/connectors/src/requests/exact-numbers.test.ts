import { parseExactJson } from '@portage/primitives/exact-json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { readDocument } from '../document/read-document.ts';
import { bodyWriter, buildRequest } from './build-request.ts';
import type { RequestValues } from './request-values.ts';

const baseUrl = 'https://api.example.com';

function request(operation: object, values: RequestValues) {
  const made = openOperation({ openapi: '3.1.0', paths: { '/a': { post: operation } } }, 'POST /a');
  return buildRequest(made.source, made.operation, values, { baseUrl });
}

const inBody = (type: string, schema: object) => ({ requestBody: { content: { [type]: { schema } } } });
const numbers = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64' },
    amount: { type: 'number' },
    either: { type: ['integer', 'null'] },
    ids: { type: 'array', items: { type: 'integer' } },
    inner: { type: 'object', properties: { id: { type: 'integer' } } },
    other: {},
    name: { type: 'string' },
  },
};

test('long numbers are sent as digits if the schema has numbers, and as text otherwise', () => {
  const [id, amount] = ['9007199254740993', '12345678901234567.89'];
  const body = { id, amount, either: id, ids: [id, '5'], inner: { id }, other: id, name: id };
  expect(request(inBody('application/json', numbers), { body }).body).toBe(
    `{"id":${id},"amount":${amount},"either":${id},"ids":[${id},5],"inner":{"id":${id}},"other":"${id}","name":"${id}"}`,
  );
  expect(request(inBody('application/vnd.api+json', numbers), { body: { id } }).body).toBe(`{"id":${id}}`);
});

test('long numbers are sent as digits in variants, in lists of types and as the body itself', () => {
  const id = '-9007199254740993';
  const variants = { oneOf: [{ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }, { type: 'boolean' }] };
  expect(request(inBody('application/json', variants), { body: { id } }).body).toBe(`{"id":${id}}`);
  expect(request(inBody('application/json', { type: 'integer' }), { body: id }).body).toBe(id);
  expect(request(inBody('application/json', { type: ['boolean', 'integer'] }), { body: id }).body).toBe(id);
  expect(request(inBody('application/json', { type: ['string', 'integer'] }), { body: id }).body).toBe(`"${id}"`);
});

test('long numbers are plain digits in forms, multipart parts and parameters', () => {
  const id = '9007199254740993';
  const body = { id, ids: [id], inner: { id } };
  expect(request(inBody('application/x-www-form-urlencoded', numbers), { body }).body).toBe(
    `id=${id}&ids=${id}&inner=${encodeURIComponent(`{"id":${id}}`)}`,
  );
  const multipart = new TextDecoder().decode(request(inBody('multipart/form-data', numbers), { body }).body as Uint8Array);
  expect(multipart).toContain(`name="id"\r\n\r\n${id}\r\n`);
  expect(multipart).toContain(`\r\n\r\n{"id":${id}}\r\n`);
  const place = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'integer' }, ...more });
  const deep = place('deep', { style: 'deepObject', schema: numbers });
  const parameters = [place('id'), { ...place('X-Id'), in: 'header' }, { ...place('sid'), in: 'cookie' }, deep];
  const made = request({ parameters }, { query: { id, deep: { inner: { id } } }, header: { 'X-Id': id }, cookie: { sid: id } });
  expect([made.url, made.headers]).toEqual([`${baseUrl}/a?id=${id}&deep[inner][id]=${id}`, { 'X-Id': id, Cookie: `sid=${id}` }]);
});

test('long numbers are sent as digits in GraphQL variables, even of a query that overrides the operation’s', () => {
  const id = '9007199254740993';
  const operation = { 'x-graphql': { query: 'query q($id: Int) { a }' }, ...inBody('application/json', numbers) };
  const made = openOperation({ openapi: '3.1.0', paths: { '/a': { post: operation } } }, 'POST /a');
  for (const graphQlQuery of ['', 'query p($id: Int) { b }']) {
    const { body } = buildRequest(made.source, made.operation, { body: { id } }, { baseUrl, graphQlQuery });
    expect(body).toContain(`"variables":{"id":${id}}`);
  }
});

test('long numbers in a JSON text for an object or a list keep their digits', () => {
  const properties = { order: numbers, ids: { type: 'array', items: { type: 'integer' } } };
  const body = { order: '{"id": 9007199254740993}', ids: '[9007199254740993]' };
  const made = request(inBody('application/json', { type: 'object', properties }), { body });
  expect(made.body).toBe('{"order":{"id":9007199254740993},"ids":[9007199254740993]}');
});

test('a record’s body keeps its digits in a call for several records', () => {
  const made = openOperation({ openapi: '3.1.0', paths: { '/a': { post: inBody('application/json', numbers) } } }, 'POST /a');
  const body = bodyWriter(made.source, made.operation)({ body: { id: '9007199254740993' } });
  expect(request(inBody('application/json', {}), { body: { records: [body] } }).body).toBe('{"records":[{"id":9007199254740993}]}');
});

test('long numbers in a document’s enum, const and limits are compared and sent digit by digit', () => {
  const [id, limit] = ['9007199254740993', '9223372036854775807'];
  const text = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"post":{"responses":{"200":{"description":"ok"}},
    "requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{
      "listed":{"type":"integer","enum":[9007199254740992,${id}]},
      "fixed":{"type":["integer","null"],"const":${id}},
      "limited":{"type":"integer","maximum":${limit}},
      "either":{"oneOf":[
        {"type":"object","properties":{"kind":{"type":"integer","const":${id}},"a":{"type":"integer"}}},
        {"type":"object","properties":{"kind":{"type":"integer","const":${limit}},"a":{"type":"boolean"}}}
      ]}}}}}}}}}}`;
  const read = readDocument(text);
  const { source, operation } = openOperation(read.ok ? read.document : {}, 'POST /a');
  const body = { listed: id, fixed: id, limited: '5', either: { kind: limit, a: 'true' } };
  expect(buildRequest(source, operation, { body }, { baseUrl }).body).toBe(
    `{"listed":${id},"fixed":${id},"limited":5,"either":{"kind":${limit},"a":true}}`,
  );
});

test.each([
  ['1e3', 1000],
  ['-0', 0],
  ['19.90', 19.9],
  ['1e30', 1e30],
])('a number written as %s is sent with the same value', (written, number) => {
  const { body } = request(inBody('application/json', numbers), { body: { amount: written } });
  expect(JSON.parse(String(body))).toEqual({ amount: number === 0 ? 0 : number });
});

test.each(['0x10', 'Infinity', '12a', '1.5'])('%s is refused as a whole number', (written) => {
  expect(() => request(inBody('application/json', numbers), { body: { id: written } })).toThrow('body.id must be a whole number');
});

test('a JSON number keeps its value in a request', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), fc.nat(25), (whole, places) => {
      const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, '0');
      const amount = `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
      const body = parseExactJson(`{"id":${whole},"amount":${amount}}`);
      const written = String(request(inBody('application/json', numbers), { body }).body);
      const [, id, sentAmount] = /^\{"id":([^,]+),"amount":([^}]+)\}$/.exec(written) ?? [];
      expect(id).toBe(String(whole));
      // Fraction digits beyond those of a double are only lost if a double wrote them.
      expect(parseExactJson(`[${sentAmount}]`)).toEqual(parseExactJson(`[${amount}]`));
    }),
  );
});
