import { describe, expect, test } from 'vitest';
import { documentInMemory } from '../openapi/document-source.ts';
import { missingSourcePaths, missingTargetPaths } from './missing-fields.ts';

const text = { type: 'string' };
const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const json = (content: object) => ({ content: { 'application/json': { schema: content } } });
const line = schema({ sku: text });
const created = {
  name: text,
  lines: { type: 'array', items: line },
  metadata: { type: 'object', additionalProperties: text },
  own: schema({ known: text }),
  loose: schema({ known: text }, { additionalProperties: true }),
};

function opened(entity: object = {}) {
  const document = documentInMemory({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: {
          responses: {
            '200': {
              description: 'ok',
              ...json(schema({ items: { type: 'array', items: schema({ id: text, lines: { type: 'array', items: line } }) } })),
            },
          },
        },
        post: { parameters: [{ name: 'notify', in: 'query', schema: text }], requestBody: json(schema(created)), responses: {} },
        put: { requestBody: json(schema({ name: text, state: text })), responses: {} },
        patch: { requestBody: json({ type: 'object' }), responses: {} },
      },
    },
    'x-custom-parameters': { operation: 'GET /orders', into: 'POST /orders#/body/own' },
    'x-entities': {
      Orders: {
        idPath: 'id',
        list: { operation: 'GET /orders', itemsPath: 'items' },
        match: { login: { title: 'Login' } },
        create: { operation: 'POST /orders', idPath: 'id' },
        update: { operation: 'PUT /orders' },
        ...entity,
      },
    },
  });
  const [orders] = document.summary.entities ?? [];
  if (!orders) throw new Error('The document has no entity');
  return { document, orders };
}

const missing = async (paths: string[], entity?: object) => {
  const { document, orders } = opened(entity);
  return missingTargetPaths(document, orders, paths);
};

describe('a target’s fields', () => {
  test('are those that a creation or an update describes, even in lists', async () => {
    const there = [
      'body.name',
      'body.lines[]',
      'body.lines[].sku',
      'body.lines[0].sku',
      'body.lines[+]',
      'body.lines[+].sku',
      'body.state',
      'query.notify',
    ];
    expect(await missing(there)).toEqual([]);
    const gone = ['body.title', 'body.lines[].price', 'body.lines[+].price', 'query.other', 'header.other', 'body.name.first'];
    expect(await missing([...gone, ...there])).toEqual(gone);
  });

  test('include any name if the document allows it, or if the account has its own fields', async () => {
    expect(await missing(['body.metadata.anything', 'body.own.ofTheAccount', 'body.own.known'])).toEqual([]);
    expect(await missing(['body.loose.known', 'body.loose.other'])).toEqual(['body.loose.other']);
  });

  test('don’t include fields that only an update without description would allow', async () => {
    const update = { operation: 'PATCH /orders' };
    expect(await missing(['body.name', 'body.title'], { update })).toEqual(['body.title']);
    expect(await missing(['body.title'], { update, create: undefined })).toEqual([]);
  });

  test('include those that the entity compares, looks up or omits', async () => {
    const moves = { 'body.first': null, 'body.second': 'body.name', 'body.third': 'body.gone' };
    const write = { create: { operation: 'POST /orders', idPath: 'id', moves }, update: { operation: 'PUT /orders', moves } };
    expect(await missing(['match.login', 'match.leaveOut', 'match.other', 'body.first', 'body.second', 'body.third'], write)).toEqual([
      'match.other',
      'body.third',
    ]);
    const find = [{ operation: 'GET /orders', key: 'body.key', title: 'key', values: { 'query.q': '{write.body.group}' } }];
    expect(await missing(['body.key', 'body.group'], { find })).toEqual([]);
  });
});

test('a source’s fields are those of its records, and a document with little detail accepts every path', async () => {
  const { document, orders } = opened();
  expect(await missingSourcePaths(document, orders, ['id', 'lines[].sku', 'lines.sku', 'name', 'lines[].price'])).toEqual([
    'name',
    'lines[].price',
  ]);
  const { list: _, ...rest } = orders;
  expect(await missingSourcePaths(document, rest, ['name'])).toEqual([]);
});
