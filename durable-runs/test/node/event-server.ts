import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OddResponse, respondOddly } from './odd-answer.ts';
import { inWireForm, type WireForm } from './wire-form.ts';

interface Space {
  hooks: { id: string; url?: string; secret?: string; topic?: string }[];
  items: { id: string; at: string }[];
  /** Received calls, as `METHOD path`. */
  calls: string[];
  /** Responses by `METHOD /first-part`: a status, or `cut` for a connection that breaks once the work is done. */
  mood: Record<string, number | 'cut'>;
  /** Sent instead of the response to a GET. */
  odd?: OddResponse | null;
  /** How the response to a GET is written. */
  wire?: WireForm | null;
  /** How far the system's clock is ahead. */
  aheadMs?: number;
}

const PAGE = 5;

/**
 * A system with webhooks and a list of changes. Each test has its own space, `/k/{key}`; `/state/{key}` shows it, and changes
 * posted there are applied.
 */
export async function startEventServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const spaces = new Map<string, Space>();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handleRequest(request, response, spaces).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(request: IncomingMessage, response: ServerResponse, spaces: Map<string, Space>): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, kind = '', key = '', part = '', id = ''] = url.pathname.split('/');
  const space = spaces.get(key) ?? { hooks: [], items: [], calls: [], mood: {} };
  spaces.set(key, space);
  const json = (value: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : JSON.stringify(value));
  if (kind === 'state') {
    if (text) Object.assign(space, JSON.parse(text));
    return json(space);
  }
  const method = request.method ?? '';
  if (space.aheadMs !== undefined) response.setHeader('date', new Date(Date.now() + space.aheadMs).toUTCString());
  space.calls.push(`${method} ${url.pathname.replace(`/k/${key}`, '')}`);
  const mood = space.mood[`${method} /${part}`];
  if (method === 'GET' && respondOddly(space.odd, response)) return;
  if (typeof mood === 'number') return json({ message: `The system says ${mood}` }, mood);
  const done = work(space, method, part, id, text, url);
  if (mood === 'cut') {
    delete space.mood[`${method} /${part}`];
    return void response.destroy();
  }
  if (method === 'GET' && space.wire && done !== null) {
    const { headers, bytes } = inWireForm(JSON.stringify(done), space.wire);
    return void response.writeHead(200, headers).end(bytes);
  }
  return json(done ?? { message: 'Nothing here' }, done === null ? 404 : 200);
}

function work(space: Space, method: string, part: string, id: string, text: string, url: URL): unknown {
  if (part === 'items') {
    const since = Date.parse(url.searchParams.get('since') ?? '');
    const page = Number(url.searchParams.get('page') ?? '1');
    return { items: space.items.filter(({ at }) => Date.parse(at) >= since).slice((page - 1) * PAGE, page * PAGE) };
  }
  if (part !== 'hooks') return null;
  if (method === 'GET') return { hooks: space.hooks };
  if (method === 'POST' && id) return space.hooks.some((hook) => hook.id === id) ? { expires: 'later' } : null;
  if (method === 'POST') {
    const hook = { id: `hook-${space.calls.length}`, ...(JSON.parse(text) as object) };
    space.hooks.push(hook);
    return { id: hook.id, macSecret: `made by the system for ${hook.id}` };
  }
  const known = space.hooks.length;
  space.hooks = space.hooks.filter((hook) => hook.id !== id);
  return space.hooks.length < known ? {} : null;
}
