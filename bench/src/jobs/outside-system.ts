import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A system that workflows call: it lists its orders, refuses what comes to `/refused`, and remembers everything else. */
export interface OutsideSystem {
  url: string;
  received: { path: string; body: string }[];
  close(): void;
}

const ORDERS = Array.from({ length: 8 }, (_, at) => ({ id: `A-${1001 + at}`, status: at % 2 === 0 ? 'open' : 'paid', total: 100 + at }));

export async function startOutsideSystem(): Promise<OutsideSystem> {
  const received: OutsideSystem['received'] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const body = await text(request);
    if (request.method === 'POST') received.push({ path, body });
    response.writeHead(path === '/refused' ? 422 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(path === '/orders' ? ORDERS : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
