import { describe, expect, test } from 'vitest';
import { api, signedInPerson } from '../../test/api.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });
const convert = async (call: string, body: unknown) => api(`POST /api/conversion/${call}`, { token: (await admin()).token, body });

describe('conversions', () => {
  test('API-110: a sample becomes a parameter and a schema, as a value or as its text', async () => {
    const sample = { id: 1, lines: [{ sku: 'a' }] };
    const { body } = await convert('json-to-schema', { json: sample });
    expect(body.requestParameter).toMatchObject({
      dataType: 'Object',
      properties: [
        { name: 'id', dataType: 'Int', options: [] },
        { name: 'lines', dataType: 'Array', arrayItemType: { dataType: 'Object', properties: [{ name: 'sku', dataType: 'String' }] } },
      ],
    });
    expect((await convert('json-to-schema', { json: JSON.stringify(sample) })).body).toEqual(body);
  });

  test.each([
    ['{ "a": ', /^This is not JSON/],
    ['', /^This is not JSON/],
  ])('API-110: %j is refused in words', async (json, message) => {
    expect(await convert('json-to-schema', { json })).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });

  test('HOSTILE 9: names of built-in members are plain names, and deep samples are refused', async () => {
    const { body } = await convert('json-to-schema', { json: '{"__proto__": {"admin": true}, "constructor": 1}' });
    expect(body.requestParameter.properties.map(({ name }: { name: string }) => name)).toEqual(['__proto__', 'constructor']);
    const deep = `${'['.repeat(600)}${']'.repeat(600)}`;
    expect(
      (
        await api('POST /api/conversion/json-to-schema', {
          token: (await admin()).token,
          rawBody: `{"json":${deep}}`,
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400);
  });

  test('API-109: documentation becomes descriptions', async () => {
    expect((await convert('text-to-descriptions', { text: 'id - The number\nname: The name' })).body).toEqual([
      { field: 'id', description: 'The number' },
      { field: 'name', description: 'The name' },
    ]);
    expect((await convert('text-to-descriptions', { text: '' })).body).toEqual([]);
    expect((await convert('text-to-descriptions', { text: 5 })).status).toBe(400);
  });

  test('API-108: a connector schema becomes a document that can be read again', async () => {
    const schema = {
      name: 'Orders',
      resources: [{ id: 'orders', name: 'orders', description: 'All orders' }],
      operations: [
        {
          id: 'addOrder',
          name: 'Add an order',
          resourceId: 'orders',
          httpMethod: 'Post',
          path: '/orders/{shop}',
          isHidden: true,
          requestSchema: {
            type: 'Object',
            properties: [
              { name: 'path', type: 'Object', properties: [{ name: 'shop', type: 'String', isRequired: true }] },
              {
                name: 'body',
                type: 'Object',
                isRequired: true,
                properties: [{ name: 'total', type: 'Number', isRequired: true, attributes: ['Advanced'] }],
              },
            ],
          },
          responseSchema: { type: 'Array', arrayItemType: { type: 'Integer' } },
        },
      ],
      events: [
        {
          id: 'orderAdded',
          name: 'Order added',
          resourceId: 'orders',
          payloadSchema: { type: 'Object', properties: [{ name: 'id', type: 'Integer' }] },
        },
      ],
    };
    const { body } = await convert('dto-to-yaml', { schema });
    expect(body.errors).toEqual([]);
    for (const part of ['operationId: addOrder', 'x-hidden: true', 'x-advanced: true', '/orders/{shop}:', 'orderAdded:', 'required:']) {
      expect(body.yaml).toContain(part);
    }
    const again = await convert('dto-to-yaml', { schema: { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} } });
    expect(again.body).toEqual({ yaml: "openapi: 3.1.0\ninfo:\n  title: A\n  version: '1'\npaths: {}\n", errors: [] });
  });

  test('API-108: operations without a URL, with an unknown method or with another operation’s call are errors', async () => {
    const errorsOf = async (...operations: object[]) => (await convert('dto-to-yaml', { schema: { operations } })).body.errors;
    expect(await errorsOf({ id: 'x' })).toEqual(['Operation "x" has no URL: it must begin with "/".']);
    expect(await errorsOf({ id: 'x', path: 'orders', httpMethod: 'Grab' })).toEqual([
      'Operation "x" has the URL "orders": it must begin with "/".',
      'Operation "x" has the unknown method "grab".',
    ]);
    expect(await errorsOf({ id: 'GET /a' }, { id: 'again', path: '/a' })).toEqual([
      'Operation "again" makes the same call as "GET /a": GET /a.',
    ]);
    expect(await errorsOf({ id: 'POST /a' }, { id: 'GET /a' })).toEqual([]);
  });

  test('CTYPE-22: a document’s errors come with it', async () => {
    const { body } = await convert('dto-to-yaml', { schema: { openapi: '9.9', paths: {} } });
    expect(body.errors[0]).toContain('OpenAPI 9.9 cannot be read');
    expect((await convert('dto-to-yaml', { schema: [] })).status).toBe(400);
  });
});
