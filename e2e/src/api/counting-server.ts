import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface CountingServer {
  url: string;
  calls: ReceivedCall[];
  close(): Promise<void>;
}

/**
 * A system outside Portage that remembers every call. `/slow/{ms}` responds late, `/status/{code}` with that status,
 * `/flaky/{n}` with 503 to the first n calls.
 */
export async function startCountingServer(): Promise<CountingServer> {
  const calls: ReceivedCall[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const path = request.url ?? '/';
    calls.push({ method: request.method ?? '', path, headers: getHeaders(request), body: await readBody(request) });
    const delayMs = Number(/^\/slow\/(\d+)/.exec(path)?.[1] ?? 0);
    const times = Number(/^\/flaky\/(\d+)/.exec(path)?.[1] ?? 0);
    const isEarly = calls.filter((call) => call.path === path).length <= times;
    const status = isEarly ? 503 : Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 200);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ received: calls.length, path }));
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function getHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
