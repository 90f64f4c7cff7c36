import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, GraphQLError } from 'graphql';
import { createHandler } from 'graphql-http';
import { type OddResponse, respondOddly } from './odd-answer.ts';

interface ReceivedCall {
  method: string;
  /** Relative to the space. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** When it arrived, by this server's clock. */
  atMs: number;
}

const ITEMS = Array.from({ length: 25 }, (_, at) => ({ id: at + 1, name: `order ${at + 1}` }));

/**
 * A system with lists in every way of paging and a GraphQL server (`graphql-http`). Each test has its own space, `/k/{key}`;
 * `/calls/{key}` lists the calls there, and `/odd/{key}` sets a response to send instead of a page. Lists have 25 items.
 */
export async function startCrmServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const calls = new Map<string, ReceivedCall[]>();
  const odd = new Map<string, OddResponse>();
  let origin = '';
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handleRequest(request, response, origin, { calls, odd }).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  { calls, odd }: { calls: Map<string, ReceivedCall[]>; odd: Map<string, OddResponse> },
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const url = new URL(request.url ?? '/', origin);
  const [, kind = '', key = '', ...rest] = url.pathname.split('/');
  const json = (value: unknown, headers: Record<string, string> = {}, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (kind === 'calls') return json(calls.get(key) ?? []);
  if (kind === 'odd') {
    odd.set(key, JSON.parse(body) as OddResponse);
    return json({});
  }
  const path = `/${rest.join('/')}`;
  const call: ReceivedCall = {
    method: request.method ?? '',
    path: path + url.search,
    headers: request.headers as Record<string, string>,
    body,
    atMs: Date.now(),
  };
  const before = calls.get(key) ?? [];
  calls.set(key, [...before, call]);
  if (respondOddly(odd.get(key), response)) return;
  const at = (name: string, usual: number) => Number(url.searchParams.get(name) ?? usual);
  const address = (query: string) => `${origin}/k/${key}${path}?${query}`;
  switch (path) {
    case '/by-page': {
      const [page, limit] = [at('page', 1), at('limit', 10)];
      return json({ items: ITEMS.slice((page - 1) * limit, page * limit) });
    }
    case '/by-offset': {
      const [offset, limit] = [at('offset', 0), at('limit', 10)];
      return json(ITEMS.slice(offset, offset + limit));
    }
    case '/by-cursor': {
      const [after, limit] = [at('after', 0), at('limit', 10)];
      const items = ITEMS.slice(after, after + limit);
      return json({ data: items, paging: { next: after + limit < ITEMS.length ? String(after + limit) : null } });
    }
    case '/by-link': {
      const from = at('from', 0);
      const next = from + 10 < ITEMS.length ? { link: `<${address(`from=${from + 10}`)}>; rel="next"` } : {};
      return json(ITEMS.slice(from, from + 10), next as Record<string, string>);
    }
    case '/by-next-url': {
      const from = at('from', 0);
      // Like some systems: with the key of the call.
      const key = url.searchParams.get('api_key');
      const next = from + 10 < ITEMS.length ? address(`from=${from + 10}${key ? `&api_key=${key}` : ''}`) : null;
      return json({ data: { records: ITEMS.slice(from, from + 10) }, next });
    }
    case '/foreign-next':
      return json({ items: ITEMS.slice(0, 2), next: 'https://evil.example/orders?page=2' });
    case '/same-cursor':
      return json({ data: [], paging: { next: `c${before.length}` } });
    case '/slow-pages':
      return void setTimeout(() => json({ data: [1], paging: { next: `c${before.length}` } }), 200);
    case '/chat':
      return json(before.length === 0 ? { ok: false, error: 'channel_not_found' } : { ok: true });
    case '/search': {
      const { after = 0 } = JSON.parse(body) as { after?: number };
      return json({ data: ITEMS.slice(after, after + 10), next: after + 10 < ITEMS.length ? after + 10 : null });
    }
    case '/plain':
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('{"labelled": "as text"}');
    case '/picture': {
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="cat.png"' };
      return void response.writeHead(200, headers).end(Buffer.from([0x89, 0x50, 0, 0xff]));
    }
    case '/refuse':
      return json({ error: { message: 'The title is taken' } }, {}, at('status', 422));
    case '/flaky':
      return before.filter((one) => one.path === path).length < 1 ? json({ message: 'not yet' }, {}, 503) : json({ ok: true });
    case '/slow':
      return void setTimeout(() => json({ ok: true }), 300);
    case '/graphql':
      return graphQl(request, response, body);
    default:
      return json(call);
  }
}

const schema = buildSchema(`
  type Query { orders(first: Int!, after: String): Orders!  order(id: ID!): Order  slow(times: Int!): String }
  type Mutation { rename(input: RenameInput!): Renamed! }
  input RenameInput { id: ID! name: String! }
  type Renamed { order: Order userErrors: [UserError!]! }
  type UserError { field: [String!] message: String! }
  type Orders { nodes: [Order!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Order { id: ID! name: String! secretNote: String }
`);

const rootValue = {
  orders({ first, after }: { first: number; after?: string }) {
    const from = Number(after ?? 0);
    const nodes = ITEMS.slice(from, from + first).map(buildOrder);
    return { nodes, pageInfo: { hasNextPage: from + first < ITEMS.length, endCursor: String(from + nodes.length) } };
  },
  order: ({ id }: { id: string }) => buildOrder({ id: Number(id), name: `order ${id}` }),
  slow() {
    throw new GraphQLError('Throttled', { extensions: { code: 'THROTTLED' } });
  },
  rename: ({ input }: { input: { id: string; name: string } }) =>
    input.name === ''
      ? { order: null, userErrors: [{ field: ['input', 'name'], message: "can't be blank" }] }
      : { order: buildOrder({ id: Number(input.id), name: input.name }), userErrors: [] },
};

function buildOrder(order: { id: number; name: string }) {
  return {
    ...order,
    secretNote() {
      throw new GraphQLError('Not for you');
    },
  };
}

const handler = createHandler({ schema, rootValue });

async function graphQl({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  const [text, { status, headers: answered }] = await handler({ method, url, headers, body, raw: null, context: null });
  response.writeHead(status, answered).end(text ?? '');
}
