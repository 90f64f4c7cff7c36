import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface ConnectorServer {
  url: string;
  calls: ReceivedCall[];
  /** The calls of the shop's list, in order. */
  pages(): string[];
  /** The bodies posted to the crm. */
  posts(): ReceivedCall[];
  close(): Promise<void>;
}

const ORDERS = Array.from({ length: 30 }, (_, at) => ({ id: `o${at + 1}`, total: (at + 1) * 10 }));
const PAGE = 10;

/** Two systems: `/shop` lists 30 orders in three pages with a cursor, `/crm` accepts deals, each after `postMs`. */
export async function startConnectorServer(postMs: number): Promise<ConnectorServer> {
  const calls: ReceivedCall[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://system');
    const body = await readBody(request);
    calls.push({ method: request.method ?? '', path: url.pathname + url.search, headers: getHeaders(request), body });
    const answer = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/shop/orders') {
      const from = Number(url.searchParams.get('after') ?? 0);
      const next = from + PAGE < ORDERS.length ? String(from + PAGE) : null;
      answer({ orders: ORDERS.slice(from, from + PAGE), next_cursor: next });
    } else if (url.pathname === '/crm/deals') setTimeout(() => answer({ id: `d-${calls.length}` }, 201), postMs);
    else answer({ error: 'not here' }, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    pages: () => calls.filter(({ path }) => path.startsWith('/shop/')).map(({ path }) => path),
    posts: () => calls.filter(({ path }) => path === '/crm/deals'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The document that an admin uploads for the shop: YAML, with a list whose paging is detected from its names. */
export const SHOP_DOCUMENT = `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example' }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [Orders]
      parameters:
        - { name: after, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, maximum: 10 } }
        - { name: status, in: query, schema: { type: string, enum: [open, closed] } }
      x-paging: { style: cursor, parameter: query.after, responsePath: next_cursor, itemsPath: orders, sizeParameter: query.limit, maxSize: 10 }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  orders: { type: array, items: { $ref: '#/components/schemas/Order' } }
                  next_cursor: { type: string, nullable: true }
components:
  schemas:
    Order: { type: object, properties: { id: { type: string }, total: { type: integer } } }
`;

/** The document that an admin uploads for the crm: Swagger 2.0 in JSON. */
export const CRM_DOCUMENT = JSON.stringify({
  swagger: '2.0',
  info: { title: 'Crm', version: '1' },
  paths: {
    '/deals': {
      post: {
        parameters: [
          {
            name: 'deal',
            in: 'body',
            required: true,
            schema: {
              type: 'object',
              required: ['name', 'amount'],
              properties: { name: { type: 'string' }, amount: { type: 'number' }, source: { type: 'string', default: 'portage' } },
            },
          },
        ],
        responses: { 201: { description: 'made', schema: { type: 'object', properties: { id: { type: 'string' } } } } },
      },
    },
  },
});

function getHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
