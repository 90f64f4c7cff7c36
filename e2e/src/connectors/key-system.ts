import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopServer } from './oauth1-system.ts';

type Check = (headers: IncomingMessage['headers'], query: URLSearchParams) => boolean;

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** The credentials that each path requires. */
const CHECKS: Record<string, Check> = {
  '/header': (headers) => headers['x-api-key'] === 'key-in-a-header',
  '/query': (_, query) => query.get('api_key') === 'key in a query & more',
  '/several': (headers) => headers['x-client-id'] === 'client-1' && headers['x-client-secret'] === 'Key client-secret-1',
  '/basic': ({ authorization }) => authorization === basic('ada', 'pass wörd'),
  '/bearer': ({ authorization }) => authorization === 'Bearer bearer-token-1',
};

/** A system that requires a key, elsewhere on each path: 200 with the right key, otherwise 401; `/fields` returns the account's own fields. */
export async function startKeySystem(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://system');
    if (pathname === '/fields') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([{ id: 'shoeSize', name: 'Shoe size' }]));
      return;
    }
    const check = CHECKS[pathname];
    const status = check ? (check(request.headers, searchParams) ? 200 : 401) : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => stopServer(server) };
}
