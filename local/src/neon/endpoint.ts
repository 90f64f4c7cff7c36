import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type pg from 'pg';
import type * as ws from 'ws';
import { handleSql } from './sql-endpoint.ts';

// Through `require`, because vitest resolves both packages' browser builds for a Workers project.
const require = createRequire(import.meta.url);
const { Pool } = require('pg') as typeof pg;
const { WebSocketServer, createWebSocketStream } = require('ws') as typeof ws;

const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

export interface NeonEndpointSettings {
  databaseUrl: string;
  /** Loopback port; 0 or absent: any free port. */
  port?: number;
}

export interface NeonEndpoint {
  /** `http://127.0.0.1:<port>`: `POST /sql`, WebSocket `/v2`. */
  origin: string;
  stop(): Promise<void>;
}

/**
 * Runs the endpoint of @neondatabase/serverless in front of any PostgreSQL: HTTP for statements and batches, a
 * WebSocket tunnel for sessions. It only leads to `databaseUrl`, and only for callers that know that address.
 */
export async function startNeonEndpoint({ databaseUrl, port = 0 }: NeonEndpointSettings): Promise<NeonEndpoint> {
  const target = new URL(databaseUrl);
  // A connection keeps the plans of its prepared statements, and tables grow.
  const pool = new Pool({ connectionString: databaseUrl, max: 16, maxLifetimeSeconds: 20 });
  // An idle connection that PostgreSQL closes (a restart) must not end the process.
  pool.on('error', () => {});

  const server = createServer((request, response) => {
    handle(pool, target, request, response).catch((error) => send(response, 500, { message: String(error) }));
  });
  // Clients close their connections. If the server closed an idle one, a statement could be on its way.
  server.keepAliveTimeout = 0;
  const tunnel = new WebSocketServer({ server, path: '/v2' });
  tunnel.on('connection', (socket) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    const downstream = createWebSocketStream(socket);
    upstream.on('error', () => socket.close(1011, 'The database is away.'));
    downstream.on('error', () => upstream.destroy());
    upstream.on('close', () => socket.close());
    downstream.on('close', () => upstream.destroy());
    upstream.pipe(downstream).pipe(upstream);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    origin: `http://127.0.0.1:${boundPort}`,
    async stop() {
      for (const client of tunnel.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

async function handle(pool: pg.Pool, target: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/sql') return send(response, 404, { message: 'Only POST /sql and /v2 are here.' });
  if (!knowsDatabase(target, request.headers['neon-connection-string'])) {
    return send(response, 400, { message: 'This endpoint serves another database.', code: '28000' });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return send(response, 413, { message: 'The statement is too large.' });
    chunks.push(chunk);
  }
  const answer = await handleSql(pool, request.headers, JSON.parse(Buffer.concat(chunks).toString('utf8')));
  send(response, answer.status, answer.body);
}

function knowsDatabase(target: URL, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !URL.canParse(header)) return false;
  const asked = new URL(header);
  return asked.username === target.username && asked.password === target.password && asked.pathname === target.pathname;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
