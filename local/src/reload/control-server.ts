import { createHash, timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isWorkerName, type WorkerName } from '@portage/registry';
import type { WorkerVersions } from './worker-versions.ts';

export interface ControlSettings {
  versions: WorkerVersions;
  token: string;
  /** The deploy commands read the server's address from this file. */
  file: string;
  /** Runs this version from now on. Rejects if it doesn't come up; the previous version then runs. */
  switchTo(worker: WorkerName, version: string): Promise<void>;
  /** Runs every cron of the Workers once. @returns the crons that failed */
  runCrons(): Promise<string[]>;
}

export interface ControlServer {
  stop(): Promise<void>;
}

/** Well above a bundle and a few shell files, and too small to fill a disk. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const PLAIN_PATH = /^(bundle|shell)(\/[\w@~-][\w.@~-]*)+$|^wrangler\.jsonc$/;
const VERSION = /^\w[\w.-]{0,63}$/;

/**
 * Accepts new versions of the Workers for a local Portage, and runs their crons on request. It has its own loopback port,
 * so that it works whatever the Workers do, and it requires the data folder's deploy token. No browser page knows either.
 */
export async function startControlServer({ versions, token, file, switchTo, runCrons }: ControlSettings): Promise<ControlServer> {
  let turn: Promise<unknown> = Promise.resolve();

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    if (!isSameText(request.headers.authorization ?? '', `Bearer ${token}`)) return refusal(401, 'The deploy token is not this Portage’s.');
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && url.pathname === '/workers') return { status: 200, body: versions.states() };
    if (request.method === 'POST' && url.pathname === '/crons') {
      const failed = await runCrons();
      return failed.length === 0 ? { status: 200, body: {} } : refusal(500, `These crons failed: ${failed.join(', ')}.`);
    }
    const [, worker = '', version = '', action] =
      /^\/workers\/([\w-]+)\/versions\/([\w.-]+)\/(files|complete|live)$/.exec(url.pathname) ?? [];
    if (!isWorkerName(worker) || !VERSION.test(version)) return refusal(404, 'There is no such Worker or version.');
    if (request.method === 'PUT' && action === 'files') {
      const path = url.searchParams.get('path') ?? '';
      if (!PLAIN_PATH.test(path)) return refusal(400, `A version has no file ${path.slice(0, 100)}.`);
      if (versions.has(worker, version)) return refusal(409, `Version ${version} of ${worker} is there already and is never overwritten.`);
      const content = await readBody(request);
      if (!content) return refusal(413, 'The file is too large.');
      versions.put(worker, version, path, content);
      return { status: 201, body: {} };
    }
    if (request.method === 'POST' && action === 'complete') return complete(worker, version, await readBody(request));
    if (request.method !== 'POST' || action !== 'live') return refusal(404, 'There is nothing here.');
    return await inTurn(() => makeLive(worker, version));
  }

  async function makeLive(worker: WorkerName, version: string): Promise<{ status: number; body: object }> {
    if (!versions.has(worker, version)) return refusal(404, `Version ${version} of ${worker} is not there.`);
    if (versions.states()[worker].live !== version) {
      try {
        await switchTo(worker, version);
      } catch (error) {
        return refusal(422, `Version ${version} of ${worker} does not come up: ${(error as Error).message}`);
      }
    }
    return { status: 200, body: versions.states()[worker] };
  }

  /** An interrupted upload never counts as a version. */
  function complete(worker: WorkerName, version: string, body: Buffer | null): { status: number; body: object } {
    const files = filesIn(body);
    if (!files) return refusal(400, 'The files of the version have to be named with their hashes.');
    try {
      versions.complete(worker, version, files);
    } catch (error) {
      return refusal(409, (error as Error).message);
    }
    return { status: 200, body: {} };
  }

  /** Runs one switch at a time. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => refusal(500, String(error)))
      .then(({ status, body }) => send(response, status, body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${port}` }));
  return {
    async stop() {
      rmSync(file, { force: true });
      await turn;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `{"wrangler.jsonc": "<sha256>", …}`; null for anything else. */
function filesIn(body: Buffer | null): Record<string, string> | null {
  try {
    const files: unknown = JSON.parse(body?.toString() ?? '');
    const entries = typeof files === 'object' && files ? Object.entries(files) : [];
    const isList = entries.length > 0 && entries.every(([path, hash]) => PLAIN_PATH.test(path) && typeof hash === 'string');
    return isList ? Object.fromEntries(entries) : null;
  } catch {
    return null;
  }
}

function refusal(status: number, message: string) {
  return { status, body: { message } };
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_FILE_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

/** In constant time, whatever the lengths. */
function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
