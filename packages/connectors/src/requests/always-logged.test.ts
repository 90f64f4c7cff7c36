import { expect, test } from 'vitest';
import { documentInMemory, loadOperation } from '../openapi/index.ts';
import { alwaysLogged } from './always-logged.ts';

test('ENG-24: finds only the values of parameters with x-always-log, wherever they are', async () => {
  const document = documentInMemory({
    openapi: '3.1.0',
    paths: {
      '/orders/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', 'x-always-log': true } },
            { name: 'note', in: 'query', 'x-always-log': true, schema: { type: 'string' } },
            { name: 'quiet', in: 'query', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        },
      },
    },
    components: {
      schemas: {
        Order: {
          type: 'object',
          properties: {
            lines: { type: 'array', items: { properties: { sku: { type: 'string', 'x-always-log': true }, price: { type: 'number' } } } },
            parent: { $ref: '#/components/schemas/Order' },
            buyer: { oneOf: [{ properties: { email: { type: 'string', 'x-always-log': true } } }, { type: 'string' }] },
          },
        },
      },
    },
  });
  const operation = await loadOperation(document, 'POST /orders/{id}');
  const values = {
    path: { id: 7 },
    query: { quiet: 'q' },
    body: { lines: [{ sku: 'a', price: 1 }, { sku: 'b' }], buyer: { email: 'e' }, parent: { lines: [{ sku: 'c' }] } },
  };
  expect(await document.withSchemas((source) => alwaysLogged(source, operation, values))).toEqual({
    'path.id': 7,
    'body.lines[0].sku': 'a',
    'body.lines[1].sku': 'b',
    'body.parent.lines[0].sku': 'c',
    'body.buyer.email': 'e',
  });
});
