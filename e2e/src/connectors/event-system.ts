import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Hook {
  id: string;
  url: string;
  topic: string;
  secret: string;
}

/** An order in the format of the system's list. */
export interface Order {
  id: string;
  changedAt: string;
}

/** A system outside Portage with webhooks, a list of changes and a feed with a cursor. It remembers its calls. */
export interface EventSystem {
  url: string;
  hooks: Map<string, Hook>;
  /** Requested registrations, including refused ones. */
  asked: { method: string; path: string; idempotencyKey: string | null }[];
  orders: Order[];
  feed: { id: string; n: number }[];
  /** How many times the list of orders was read. */
  reads: number;
  mood: {
    /** Everything fails: the system is down. */
    isDown: boolean;
    /** Registrations are refused with these words. */
    refusal: string | null;
    /** Registrations are made, but the connection breaks before the response. */
    breaksOnce: boolean;
  };
  /** @param laterMs how far the system's clock is ahead when the order is made */
  addOrder(laterMs?: number): Order;
  close(): Promise<void>;
}

const PAGE = 3;
export const API_KEY = 'key-of-the-fake-system';

export async function startEventSystem(): Promise<EventSystem> {
  const hooks = new Map<string, Hook>();
  const asked: EventSystem['asked'] = [];
  const system: EventSystem = {
    url: '',
    hooks,
    asked,
    orders: [],
    feed: [],
    reads: 0,
    mood: { isDown: false, refusal: null, breaksOnce: false },
    addOrder(laterMs = 0) {
      const order = { id: `order-${system.orders.length + 1}`, changedAt: new Date(Date.now() + laterMs).toISOString() };
      system.orders.push(order);
      return order;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handleRequest(system, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  system.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return system;
}

async function handleRequest(system: EventSystem, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', system.url);
  const method = request.method ?? 'GET';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  };
  if (url.pathname.startsWith('/hooks')) {
    system.asked.push({ method, path: url.pathname, idempotencyKey: getHeader(request, 'idempotency-key') });
  }
  if (request.headers.authorization !== `Bearer ${API_KEY}`) return send(401, { message: 'Who are you?' });
  if (system.mood.isDown) return send(503, { message: 'Down for maintenance' });
  if (url.pathname === '/hooks' && method === 'GET') return send(200, { hooks: [...system.hooks.values()] });
  if (url.pathname === '/hooks' && method === 'POST') {
    if (system.mood.refusal) return send(422, { message: system.mood.refusal });
    const hook = { id: randomUUID(), ...(JSON.parse(text) as Omit<Hook, 'id'>) };
    system.hooks.set(hook.id, hook);
    if (system.mood.breaksOnce) {
      system.mood.breaksOnce = false;
      response.destroy();
      return undefined;
    }
    return send(201, { hook: { id: hook.id } });
  }
  const [, id = ''] = /^\/hooks\/([^/]+)$/.exec(url.pathname) ?? [];
  if (id && method === 'DELETE') return system.hooks.delete(id) ? send(204, null) : send(404, { message: 'No such hook' });
  if (url.pathname === '/orders') {
    system.reads += 1;
    const since = Date.parse(url.searchParams.get('since') ?? '');
    const page = Number(url.searchParams.get('page') ?? '1');
    const found = system.orders
      .filter(({ changedAt }) => Date.parse(changedAt) >= since)
      .sort((a, b) => a.changedAt.localeCompare(b.changedAt));
    return send(200, { orders: found.slice((page - 1) * PAGE, page * PAGE) });
  }
  if (url.pathname === '/feed') {
    const after = Number(url.searchParams.get('cursor') ?? '0');
    const items = system.feed.slice(after, after + PAGE);
    return send(200, { items, cursor: after + items.length, more: after + items.length < system.feed.length });
  }
  return send(404, { message: 'Nothing here' });
}

function getHeader(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const ok = (schema: object) => ({ 200: { description: 'ok', ...json(schema) } });
const order = { type: 'object', properties: { id: text, changedAt: { type: 'string', format: 'date-time' } } };

const registered = (topic: string) => ({
  subscribe: {
    operation: 'POST /hooks',
    values: { 'body.url': '{webhookUrl}', 'body.topic': `${topic}{body.suffix}`, 'body.secret': '{secret}' },
    idPath: 'hook.id',
  },
  unsubscribe: { operation: 'DELETE /hooks/{id}', values: { 'path.id': '{subscriptionId}' } },
  find: { operation: 'GET /hooks', itemsPath: 'hooks', urlPath: 'url', idPath: 'id' },
});

/** The system's OpenAPI document, with every kind of event. */
export const eventSystemDocument = {
  openapi: '3.1.0',
  info: { title: 'Fake orders', version: '1' },
  paths: {
    '/hooks': {
      get: { summary: 'List hooks', responses: ok({ type: 'object' }) },
      post: {
        summary: 'Register a hook',
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['url', 'topic'], properties: { url: text, topic: text, secret: text } }),
        },
        responses: { 201: { description: 'ok', ...json({ type: 'object' }) } },
      },
    },
    '/hooks/{id}': {
      delete: {
        summary: 'Remove a hook',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 204: { description: 'gone' } },
      },
    },
    '/orders': {
      get: {
        summary: 'List orders',
        parameters: [
          { name: 'since', in: 'query', schema: text },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        'x-paging': { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'orders' },
        responses: ok({ type: 'object', properties: { orders: { type: 'array', items: order } } }),
      },
    },
    '/feed': {
      get: { summary: 'Read the feed', parameters: [{ name: 'cursor', in: 'query', schema: text }], responses: ok({ type: 'object' }) },
    },
  },
  webhooks: {
    'order.sold': {
      post: {
        summary: 'Order sold',
        tags: ['Orders'],
        'x-subscription-schema': { type: 'object', required: ['suffix'], properties: { suffix: { type: 'string', 'x-label': 'Suffix' } } },
        requestBody: json(order),
        'x-event': {
          ...registered('sold'),
          match: { in: 'body', name: 'type', equals: 'sold' },
          deliveryId: { in: 'body', name: 'delivery' },
        },
      },
    },
    'order.changed': {
      post: {
        summary: 'Order changed',
        tags: ['Orders'],
        requestBody: json(order),
        'x-event': {
          poll: {
            operation: 'GET /orders',
            values: { 'query.since': '{cursor}' },
            idPath: 'id',
            cursorPath: 'changedAt',
            overlapSeconds: 5,
          },
        },
      },
    },
    'feed.news': {
      post: {
        summary: 'News in the feed',
        tags: ['Feed'],
        'x-event': {
          ...registered('feed'),
          fetch: {
            operation: 'GET /feed',
            values: { 'query.cursor': '{cursor}' },
            itemsPath: 'items',
            idPath: 'id',
            nextCursorPath: 'cursor',
            hasMorePath: 'more',
          },
        },
      },
    },
    'order.told': { post: { summary: 'Order told by hand', tags: ['Orders'] } },
  },
};
