import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Thing {
  id: string;
  name: string;
  changedAt: string;
}

const text = { type: 'string' };
const NAMED = { type: 'object', required: ['name'], properties: { name: text } };
const THING = { type: 'object', properties: { id: text, name: text, changedAt: { ...text, format: 'date-time' } } };
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const list = (path: string) => ({
  operation: `GET ${path}`,
  itemsPath: 'things',
  values: { 'query.since': '{cursor}' },
  cursor: { path: 'changedAt', format: 'date-time' },
});

/** A store's things can be read and go to its archive. */
export const thingDocument = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://things.example' }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ name: 'since', in: 'query', schema: text }],
        responses: { 200: { description: 'ok', ...body({ type: 'object', properties: { things: { type: 'array', items: THING } } }) } },
      },
    },
    '/archive': {
      post: { operationId: 'archiveThing', requestBody: body(NAMED), responses: { 201: { description: 'made', ...body(THING) } } },
    },
  },
  'x-entities': {
    Things: { idPath: 'id', namePath: 'name', changedAtPath: 'changedAt', list: list('/things') },
    Archive: { idPath: 'id', namePath: 'name', create: { operation: 'POST /archive', idPath: 'id' } },
  },
};

/** A system that requires one of its keys and refuses calls with another with 401. */
export async function startThingSystem(...given: string[]) {
  const keys = new Set(given);
  const things: Thing[] = [];
  const archive: { id: string; name: string }[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const answer = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!keys.has(String(request.headers['x-api-key']))) return answer(401, { message: 'The key is not valid.' });
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://system');
      const since = searchParams.get('since') ?? '';
      if (pathname === '/things') return answer(200, { things: things.filter(({ changedAt }) => changedAt >= since) });
      if (pathname !== '/archive') return answer(404, {});
      const made = { id: `a${archive.length + 1}`, name: (JSON.parse(Buffer.concat(chunks).toString()) as { name: string }).name };
      archive.push(made);
      return answer(201, made);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes the key of one account. */
    replaceKey(old: string, key: string) {
      keys.delete(old);
      keys.add(key);
    },
    add: (name: string) => things.push({ id: `t${things.length + 1}`, name, changedAt: new Date().toISOString() }),
    archived: () => archive.map(({ name }) => name).sort(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
