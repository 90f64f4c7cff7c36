import { describe, expect, test } from 'vitest';
import { authorizeRequest } from '../authorization/registry.ts';
import { loadOperation, loadRequestSchema } from '../extracted/connector-document.ts';
import { nextPage } from '../paging/next-page.ts';
import { buildRequest } from '../requests/build-request.ts';
import { openDocument } from '../stored/open-document.ts';
import { importDocument } from './import-document.ts';

/** Recursive schemas, in YAML with anchors. The benchmark shows that nothing needs eval: its workerd forbids it. */
const text = `openapi: 3.1.0
servers: [{ url: 'https://api.example.com/v1' }]
paths:
  /orders:
    get: &list
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: ids, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
      responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { 201: { description: made } }
  /invoices:
    get: *list
webhooks:
  orderPaid: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } } }
components:
  schemas:
    Order:
      type: object
      required: [email]
      properties:
        email: { type: string, pattern: '^.+@.+$' }
        total: { type: number }
        parent: { $ref: '#/components/schemas/Order' }
`;

describe('in workerd', () => {
  test('imports, stores, opens and calls a document, with WebCrypto signing', async () => {
    const imported = importDocument(text);
    if (!imported.ok) throw new Error(JSON.stringify(imported.problems));
    expect([imported.summary.operations.length, imported.summary.events.length, imported.warnings]).toEqual([3, 1, []]);
    const { index, parts } = imported.stored;
    const document = openDocument(index, async (part) => parts[part] ?? '');
    expect((await loadRequestSchema(document, 'POST /orders')).properties?.[0]?.properties?.[2]?.reference).toBe(
      '#/components/schemas/Order',
    );

    const list = await loadOperation(document, 'GET /invoices');
    const values = { query: { ids: ['1', 2] } };
    const request = await document.withSchemas((source) => buildRequest(source, list, values, { baseUrl: 'https://api.example.com/v1' }));
    expect(request.url).toBe('https://api.example.com/v1/invoices?ids=1%7C2');
    expect(nextPage(list, { values, url: request.url }, { headers: new Headers(), body: [{}], page: { entries: [{}] } })).toMatchObject({
      kind: 'values',
      values: { query: { ids: ['1', 2], page: 2 } },
    });
    const signed = await authorizeRequest(
      request,
      { kind: 'OAuth1', consumerKey: 'c', consumerSecret: 's', signatureMethod: 'HMAC-SHA256' },
      { nowMs: 0, randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)), subtle: crypto.subtle },
    );
    expect(signed.headers.Authorization).toMatch(/oauth_signature="[^"]{40,}"$/);
  });
});
