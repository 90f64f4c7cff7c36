import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { SHARED_FOLDER } from '@portage/registry';

/** Responds with a fault instead of a file. */
export type Fault =
  | { kind: 'status'; status: number }
  | { kind: 'reset' }
  | { kind: 'hang' }
  | { kind: 'body'; body: string; contentType: string };

interface ApiCall {
  body: unknown;
  authorization: string | undefined;
}

interface ApiResponse {
  status?: number;
  body: unknown;
}

export interface FaultyServer {
  origin: string;
  /** The content of /mfe-registry.json; change it to deploy. */
  registry: { revision: number; areas: Record<string, unknown>; development?: unknown };
  registryDelayMs: number;
  /** Applies the fault to paths that contain the text, until `clearFaults`. */
  addFault(pathPart: string, fault: Fault): void;
  clearFaults(): void;
  /** Responses of the API, by `METHOD /path`; everything else is 404. */
  api: Record<string, (call: ApiCall) => ApiResponse>;
  /** Port of a development server on loopback, as in the local Portage: serves `/mfe/<area>/dev/*`. */
  developmentPort: number | null;
  /** Number of requests that wait for a response that never comes. */
  hanging: number;
  /** Requested paths, in order. */
  requests: string[];
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves a built shell and built areas like the shell Worker, with the faults that a test adds.
 *
 * @param folders shell: the shell's dist; areas: a folder that contains `<area>/<version>/`, each with the shared files of that version.
 */
export async function startFaultyServer(
  folders: { shell: string; areas: string },
  headers: Record<string, string> = {},
): Promise<FaultyServer> {
  const faults = new Map<string, Fault>();
  const state: FaultyServer = {
    origin: '',
    registry: { revision: 0, areas: {} },
    registryDelayMs: 0,
    api: {},
    developmentPort: null,
    hanging: 0,
    requests: [],
    addFault: (pathPart, fault) => faults.set(pathPart, fault),
    clearFaults: () => faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    state.requests.push(path);
    const fault = [...faults].find(([part]) => path.includes(part))?.[1];
    if (fault?.kind === 'hang') {
      state.hanging += 1;
      response.once('close', () => {
        state.hanging -= 1;
      });
      return;
    }
    if (fault) return breakOff(fault, request, response);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (path === '/mfe-registry.json') {
      setTimeout(() => sendJson(response, 200, state.registry), state.registryDelayMs);
      return;
    }
    if (path.startsWith('/api/')) {
      void respondToCall(state.api[`${request.method} ${path}`], request, response);
      return;
    }
    if (state.developmentPort && /^\/mfe\/\w+\/dev\//.test(path)) return passOn(state.developmentPort, request, response);
    if (/^\/mfe\/\w+\/shared\//.test(path)) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    if (path.startsWith('/mfe/')) return sendFile(response, findAreaFile(folders.areas, normalize(path.slice('/mfe/'.length))));
    const file = join(folders.shell, normalize(path));
    sendFile(response, existsSync(file) && statSync(file).isFile() ? file : join(folders.shell, 'index.html'));
  });

  // The socket that reports changes.
  server.on('upgrade', (request, socket, head) => {
    const to = connect(state.developmentPort ?? 0, '127.0.0.1', () => {
      const lines = request.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${request.rawHeaders[at + 1]}`] : []));
      to.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      to.write(head);
      to.pipe(socket).pipe(to);
    });
    for (const [end, other] of [
      [to, socket],
      [socket, to],
    ] as const) {
      end.on('error', () => other.destroy());
    }
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return state;
}

/** A shared file is in the folder of each version that has it. */
function findAreaFile(areas: string, path: string): string {
  const [area = '', folder = '', ...rest] = path.split('/');
  if (folder !== SHARED_FOLDER) return join(areas, path);
  const versions = readdirSync(join(areas, area)).map((version) => join(areas, area, version, folder, ...rest));
  return versions.find((file) => existsSync(file)) ?? join(areas, path);
}

function breakOff(fault: Exclude<Fault, { kind: 'hang' }>, request: IncomingMessage, response: ServerResponse): void {
  if (fault.kind === 'status') response.writeHead(fault.status).end('fault');
  else if (fault.kind === 'reset') request.socket.destroy();
  else response.writeHead(200, { 'content-type': fault.contentType }).end(fault.body);
}

function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { host: _, ...headers } = request.headers;
  requestOf({ host: '127.0.0.1', port, path: request.url, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  })
    .on('error', () => response.writeHead(502).end())
    .end();
}

async function respondToCall(
  answer: FaultyServer['api'][string] | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (!answer) return sendJson(response, 404, { isSuccess: false, errors: [{ message: 'not in this test' }] });
  const { status = 200, body } = answer({ body: text ? JSON.parse(text) : null, authorization: request.headers.authorization });
  sendJson(response, status, body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

function sendFile(response: ServerResponse, file: string): void {
  if (!existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end('not found');
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}
