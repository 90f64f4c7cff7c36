import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BenchRecord {
  id: string;
  sku: string;
  name: string;
  price: number;
  changedAt: string;
}

/** Records per page. */
const PAGE = 250;

/** Two shops in one server: `/source` lists products in pages, `/target` accepts them, one or many per call, and finds them by SKU. */
export interface RecordSystem {
  origin: string;
  target: Map<string, BenchRecord>;
  writes(): number;
  fill(count: number): void;
  stop(): Promise<void>;
}

export async function startRecordSystem(): Promise<RecordSystem> {
  let source: BenchRecord[] = [];
  const target = new Map<string, BenchRecord>();
  let writes = 0;
  const server = createServer((request, response) => {
    void take(request, response);
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (url.pathname === '/source/products') {
      const from = Number(url.searchParams.get('after') ?? 0);
      return json({ items: source.slice(from, from + PAGE), next: from + PAGE < source.length ? String(from + PAGE) : null });
    }
    if (request.method === 'GET') {
      const wanted = (url.searchParams.get('skus') ?? '').split(',');
      return json({ items: wanted.flatMap((sku) => target.get(sku) ?? []), next: null });
    }
    writes += 1;
    const body = JSON.parse(Buffer.concat(chunks).toString()) as BenchRecord & { records: BenchRecord[] };
    if (url.pathname.endsWith('/batch')) return json({ answers: body.records.map((fields) => ({ id: put(fields), ok: true })) });
    return json({ record: { id: put(body) } }, 201);
  }
  function put(fields: BenchRecord): string {
    const id = `t-${fields.sku}`;
    target.set(fields.sku, { ...fields, id, changedAt: new Date().toISOString() });
    return id;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    writes: () => writes,
    fill(count) {
      source = Array.from({ length: count }, (_, at) => ({
        id: `s${at}`,
        sku: `SKU-${at}`,
        name: `Product ${at} of a catalogue`,
        price: at,
        changedAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
      }));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const record = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    sku: { type: 'string' },
    name: { type: 'string' },
    price: { type: 'number' },
    changedAt: { type: 'string' },
  },
};
const resultSchema = { type: 'object', properties: { id: { type: 'string' }, ok: { type: 'boolean' } } };
const list = {
  '200': {
    description: 'A page',
    content: {
      'application/json': { schema: { type: 'object', properties: { items: { type: 'array', items: record }, next: { type: 'string' } } } },
    },
  },
};
const parameters = (...names: string[]) => names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));

const batch = {
  operation: 'POST /products/batch',
  entries: { at: 'body.records' },
  most: 200,
  answers: { itemsPath: 'answers', idPath: 'id', failed: { path: 'ok', equals: false } },
};

/**
 * The document of such a shop's connector type; every reading goes through the whole list.
 *
 * @param isTogether many products are written in one call
 */
export const recordDocument = (isTogether: boolean) => ({
  openapi: '3.0.0',
  info: { title: 'Records', version: '1' },
  paths: {
    '/products': {
      get: {
        summary: 'List products',
        parameters: parameters('after', 'skus'),
        'x-paging': { style: 'cursor', parameter: 'query.after', responsePath: 'next', itemsPath: 'items' },
        responses: list,
      },
      post: {
        summary: 'Create product',
        requestBody: { required: true, content: { 'application/json': { schema: { ...record, required: ['sku', 'name'] } } } },
        responses: {
          '201': { description: 'Made', content: { 'application/json': { schema: { type: 'object', properties: { record } } } } },
        },
      },
    },
    '/products/batch': {
      post: {
        summary: 'Write products',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { records: { type: 'array', items: record } } } } },
        },
        responses: {
          '200': {
            description: 'Written',
            content: {
              'application/json': { schema: { type: 'object', properties: { answers: { type: 'array', items: resultSchema } } } },
            },
          },
        },
      },
    },
  },
  'x-entities': {
    Products: {
      idPath: 'id',
      namePath: 'name',
      changedAtPath: 'changedAt',
      list: { operation: 'GET /products' },
      find: [
        {
          key: 'body.sku',
          title: 'SKU',
          operation: 'GET /products',
          values: { 'query.skus': '{key}' },
          itemsPath: 'items',
          equalsPath: 'sku',
        },
      ],
      findMany: {
        key: 'body.sku',
        operation: 'GET /products',
        values: { 'query.skus': '{keys}' },
        itemsPath: 'items',
        equalsPath: 'sku',
        most: 100,
        joinedBy: ',',
      },
      create: { operation: 'POST /products', idPath: 'record.id' },
      update: { operation: 'POST /products' },
      ...(isTogether ? { createMany: batch, updateMany: batch } : {}),
    },
  },
});
