import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { AREAS, type AreaName, DEVELOPMENT_VERSION, findContentType, isFilePath } from '@portage/registry';
import { type Origins, toBrowser, toTarget, withoutBody } from './rewrite-headers.ts';
import { explainFailure } from './target.ts';

export interface ProxySettings {
  /** Origin of the deployed Portage. */
  target: string;
  /** The areas that run from their development servers. */
  areas: readonly AreaName[];
  /** Holds the development build of the shell. */
  site: string;
  port: number;
  /** Instead of the areas' own development ports, in tests. */
  developmentPort?: (area: AreaName) => number;
}

/** A deployed Portage may compute this long before it responds. */
const SILENCE_MS = 120_000;

/**
 * A deployed Portage on this machine, with some areas from their development servers. Pages and the shell's files come from the shell's
 * development build, because only React's development build updates components in place; everything else comes from the target. It listens on loopback and
 * serves only pages of its own origin: it turns requests into ones from the target's own pages, so no other site may send any.
 *
 * @throws if the port is taken
 */
export async function startProxy(settings: ProxySettings): Promise<Server> {
  const { target, port, areas } = settings;
  const server = createServer((request, response) => {
    const origins = findOrigins(settings, server);
    const problem = refuse(request, origins.local);
    if (problem) return respond(response, 403, problem);
    const area = findDevelopedArea(request, areas);
    if (area)
      return forward(request, response, developmentServer(area, settings), `The development server of mfe-${area} doesn’t respond.`);
    void respondTo(request, response, settings, origins).catch((error: unknown) => {
      const message = explainFailure(error, target);
      if (response.headersSent) response.destroy();
      else if (isPage(request)) respond(response, 502, message);
      else respondJson(response, 502, { isSuccess: false, errors: [{ userMessage: message, message, code: 'target-unreachable' }] });
    });
  });
  server.on('upgrade', (request, socket: Duplex, head) => {
    const origins = findOrigins(settings, server);
    socket.on('error', () => socket.destroy());
    // A page of any site may open a WebSocket to this machine.
    if (refuse(request, origins.local) || request.headers.origin !== origins.local) return socket.destroy();
    const area = findDevelopedArea(request, areas);
    const options = area ? developmentServer(area, settings)(request) : targetRequest(request, origins);
    passOnSocket({ ...options, headers: { ...options.headers, connection: 'Upgrade', upgrade: 'websocket' } }, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

function findOrigins({ target }: ProxySettings, server: Server): Origins {
  const address = server.address();
  return { target, local: `http://localhost:${typeof address === 'object' && address ? address.port : 0}` };
}

/** @returns why a request isn't one of this server's own pages; null if it is */
function refuse({ headers, method }: IncomingMessage, local: string): string | null {
  // Another name that leads to this machine (DNS rebinding).
  if (headers.host !== new URL(local).host) return `Open ${local} instead.`;
  if (headers.origin !== undefined && headers.origin !== local) return 'Only pages of this address may send requests.';
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && method === 'GET';
  if (headers['sec-fetch-site'] === 'cross-site' && !isNavigation) return 'Only pages of this address may send requests.';
  return null;
}

async function respondTo(request: IncomingMessage, response: ServerResponse, settings: ProxySettings, origins: Origins): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', origins.local);
  // A failure in this build or in React's development build says nothing about the target's versions, which the target may take back for it.
  if (pathname === '/api/deployments/reports') return respondJson(response, 200, { isSuccess: true, isCounted: false });
  if (pathname === '/mfe-registry.json' && request.method === 'GET') return respondWithRegistry(request, response, settings, origins);
  if (isPage(request)) return respondWithPage(request, response, settings, origins);
  const file = findShellFile(pathname, settings.site);
  if (file) {
    response.writeHead(200, { 'content-type': findContentType(pathname) ?? 'application/octet-stream', 'cache-control': 'no-store' });
    response.end(readFileSync(file));
    return;
  }
  const answer = await send(targetRequest(request, origins), request);
  response.writeHead(answer.statusCode ?? 502, toBrowser(answer.headers, origins));
  answer.pipe(response);
  answer.once('error', () => response.destroy());
}

async function respondWithRegistry(
  request: IncomingMessage,
  response: ServerResponse,
  { areas, target }: ProxySettings,
  origins: Origins,
): Promise<void> {
  const options = targetRequest(request, origins);
  const answer = await send({ ...options, headers: { ...options.headers, 'accept-encoding': 'identity' } });
  const text = await readText(answer);
  if (answer.statusCode !== 200) return respond(response, answer.statusCode ?? 502, text);
  const registry = JSON.parse(text) as { areas?: Record<string, unknown> };
  const others = Object.entries(registry.areas ?? {}).filter(([area]) => !areas.some((developed) => developed === area));
  for (const [name, value] of Object.entries(withoutBody(toBrowser(answer.headers, origins))))
    if (value !== undefined) response.setHeader(name, value);
  respondJson(response, 200, { ...registry, areas: Object.fromEntries(others), development: { areas, against: new URL(target).host } });
}

/** With the target's headers, so that its policy applies here too. */
async function respondWithPage(
  request: IncomingMessage,
  response: ServerResponse,
  { site }: ProxySettings,
  origins: Origins,
): Promise<void> {
  const answer = await send(targetRequest(request, origins));
  const isShell = answer.statusCode === 200 || answer.statusCode === 304;
  const headers = toBrowser(answer.headers, origins);
  if (!isShell) {
    response.writeHead(answer.statusCode ?? 502, headers);
    answer.pipe(response);
    return;
  }
  answer.resume();
  response.writeHead(200, { ...withoutBody(headers), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(readFileSync(join(site, 'shell/index.html')));
}

/** A person opens an address, other than one of the API, which may lead through a sign-in elsewhere. */
function isPage({ headers, method, url = '' }: IncomingMessage): boolean {
  const isOpened =
    headers['sec-fetch-dest'] === 'document' || (headers['sec-fetch-dest'] === undefined && headers.accept?.includes('text/html'));
  return method === 'GET' && isOpened === true && !/^\/(api|mfe|static|local)\//.test(url);
}

function findShellFile(pathname: string, site: string): string | null {
  const path = pathname.slice(1);
  const file = join(site, 'shell', path);
  return isFilePath(path) && existsSync(file) && statSync(file).isFile() ? file : null;
}

function findDevelopedArea({ url = '' }: IncomingMessage, areas: readonly AreaName[]): AreaName | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  return areas.find((area) => pathname.startsWith(`/mfe/${area}/${DEVELOPMENT_VERSION}/`));
}

function developmentServer(area: AreaName, { developmentPort }: ProxySettings): (request: IncomingMessage) => RequestOptions {
  const port = developmentPort ? developmentPort(area) : AREAS[area].developmentPort;
  return ({ method, url, headers }) => ({ host: '127.0.0.1', port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } });
}

function targetRequest({ method, url, headers }: IncomingMessage, origins: Origins): RequestOptions {
  const { protocol, hostname, port } = new URL(origins.target);
  return { protocol, hostname, port, method, path: url, headers: toTarget(headers, origins), timeout: SILENCE_MS };
}

function open(options: RequestOptions) {
  const sent = options.protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
  sent.once('timeout', () => sent.destroy(new DOMException('no response', 'TimeoutError')));
  return sent;
}

/** @param body is sent as it arrives @throws if there is no response */
function send(options: RequestOptions, body?: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = open(options).once('response', resolve).once('error', reject);
    if (!body) return sent.end();
    body.pipe(sent);
    // The person has left.
    body.once('error', () => sent.destroy());
  });
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  to: (request: IncomingMessage) => RequestOptions,
  failure: string,
): void {
  send(to(request), request).then(
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'cache-control': 'no-store' });
      answer.pipe(response);
    },
    () => respond(response, 502, failure),
  );
}

function passOnSocket(options: RequestOptions, socket: Duplex, head: Buffer): void {
  const sent = open({ ...options, timeout: 0 });
  sent.once('error', () => socket.destroy());
  sent.once('response', (answer) => {
    socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nconnection: close\r\n\r\n`);
    answer.destroy();
  });
  sent.once('upgrade', (answer, other, first) => {
    const lines = answer.rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${answer.rawHeaders[index + 1]}`] : []));
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(first);
    other.write(head);
    other.pipe(socket).pipe(other);
    other.on('error', () => socket.destroy());
    socket.on('close', () => other.destroy());
  });
  sent.end();
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${text}\n`);
}

function respondJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}
