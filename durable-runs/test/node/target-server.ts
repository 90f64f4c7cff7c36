import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

interface ReceivedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The raw bytes, in base64. */
  bodyBase64: string;
  /** When it arrived, by this server's clock. */
  atMs: number;
  /** The caller hung up before it had the response. */
  wasCut?: boolean;
}

export interface TargetServer {
  origin: string;
  stop(): Promise<void>;
}

/**
 * The outside system that test runs call. `/echo/*` responds with the request; `/calls/*` lists the calls to `/*`; `/status/503/*`
 * responds with that status; `/flaky/2/*` fails twice with 503, then succeeds; `/answer/*?status=&type=&base64=` responds as
 * specified; `/held/*` responds once `/release/held/*` was requested; the others are named by what they do.
 */
export async function startTargetServer(): Promise<TargetServer> {
  const calls: ReceivedCall[] = [];
  const held = new HeldResponses();
  // If it closed an idle connection, a call could be on its way and would fail.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void handleRequest(request, response, calls, held);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responses that wait until the test lets go of their path. */
class HeldResponses {
  readonly #released: string[] = [];
  #waiting: { path: string; respond(): void }[] = [];

  add(path: string, respond: () => void): void {
    if (this.#released.some((released) => path.startsWith(released))) respond();
    else this.#waiting.push({ path, respond });
  }

  /** @param path the start of the paths of calls, also of later ones */
  release(path: string): void {
    this.#released.push(path);
    const due = this.#waiting.filter((waiting) => waiting.path.startsWith(path));
    this.#waiting = this.#waiting.filter((waiting) => !due.includes(waiting));
    for (const { respond } of due) respond();
  }
}

function noteCut(call: ReceivedCall, response: ServerResponse): void {
  response.on('close', () => {
    if (!response.writableEnded) call.wasCut = true;
  });
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  calls: ReceivedCall[],
  held: HeldResponses,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const url = new URL(request.url ?? '/', 'http://target');
  const [, kind = '', argument = ''] = url.pathname.split('/');
  const json = (value: unknown, status = 200, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (kind === 'calls') return void json(calls.filter((call) => call.path.startsWith(url.pathname.slice('/calls'.length))));
  if (kind === 'release') {
    held.release(url.pathname.slice('/release'.length));
    return void json({});
  }
  const call: ReceivedCall = {
    method: request.method ?? '',
    path: url.pathname + url.search,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(parts).toString(),
    bodyBase64: Buffer.concat(parts).toString('base64'),
    atMs: Date.now(),
  };
  calls.push(call);
  switch (kind) {
    case 'status':
      return void json({ status: Number(argument) }, Number(argument));
    case 'flaky': {
      const before = calls.filter(({ path }) => path === call.path).length;
      return void (before <= Number(argument) ? json({ error: 'not yet' }, 503) : json({ ok: true, before }));
    }
    case 'answer': {
      const query = url.searchParams;
      const type = query.get('type');
      return void response
        .writeHead(Number(query.get('status') ?? 200), {
          ...(type === null ? {} : { 'content-type': type }),
          ...(query.has('coding') ? { 'content-encoding': query.get('coding') ?? '' } : {}),
          ...(query.has('cookie') ? { 'set-cookie': query.getAll('cookie') } : {}),
        })
        .end(query.has('nested') ? nested(Number(query.get('nested'))) : Buffer.from(query.get('base64') ?? '', 'base64'));
    }
    case 'broken': {
      // The first calls break off in the middle of the response.
      const before = calls.filter(({ path }) => path === call.path).length;
      if (before > Number(argument)) return void json({ ok: true, before });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"half":');
      return void setTimeout(() => request.socket.destroy(), 20);
    }
    case 'reset':
      return void request.socket.resetAndDestroy();
    case 'wait-a-second': {
      const before = calls.filter(({ path }) => path === call.path).length;
      return void (before === 1 ? json({}, 429, { 'retry-after': argument }) : json({ ok: true }));
    }
    case 'held':
      noteCut(call, response);
      return void held.add(call.path, () => json({ held: true }));
    case 'slow':
      noteCut(call, response);
      return void setTimeout(() => json({ slept: Number(argument) }), Number(argument));
    case 'redirect':
      return void response
        .writeHead(Number(argument), { location: url.searchParams.get('to') ?? url.pathname, 'content-type': 'text/plain' })
        .end('moved');
    case 'binary':
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0xff, 0x00]));
    case 'text':
      return void response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from('caf\xe9', 'latin1'));
    case 'bomb':
      return void response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(Number(argument) * 1024 * 1024, 'a')));
    case 'endless': {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const chunk = Buffer.alloc(256 * 1024, 'b');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      return more();
    }
    case 'drip': {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), 100);
      return void response.on('close', () => clearInterval(timer));
    }
    default:
      return void json(call);
  }
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}
