import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopServer } from './oauth1-system.ts';

const json = {
  description: 'Done',
  content: { 'application/json': { schema: { type: 'object', properties: { total: { type: 'integer' } } } } },
};

/** A document without a host: its server is below the address that it's loaded from. */
export const SHOP_DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Corner shop', version: '1' },
  servers: [{ url: '/v1' }],
  security: [{ key: [] }],
  paths: {
    '/orders': {
      get: { summary: 'List orders', responses: { 200: json } },
      post: {
        summary: 'Add an order',
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { sku: { type: 'string' } } } } } },
        responses: { 201: json },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Shop-Key' } } },
};

/** A shop with its document: `/v1/orders` needs the key in a header, `/open/orders` needs nothing. */
export async function startShop(key: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const isAllowed = pathname.startsWith('/open') || request.headers['x-shop-key'] === key;
    const orders = isAllowed ? [200, { total: 3 }] : [401, {}];
    const [status, body] = pathname === '/openapi.json' ? [200, SHOP_DOCUMENT] : pathname.endsWith('/orders') ? orders : [404, {}];
    response.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => stopServer(server) };
}
