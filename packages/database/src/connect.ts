import { NeonDbError, neon, neonConfig, Pool } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleHttp, type NeonHttpDatabase } from 'drizzle-orm/neon-http';
import { drizzle as drizzlePool, type NeonDatabase } from 'drizzle-orm/neon-serverless';
import * as schema from './schema/index.ts';

export interface DatabaseEnv {
  /** `postgres://user:password@host/database`. */
  DATABASE_URL: string;
  /** Local only: HTTP origin of the Neon endpoint (POST /sql, WebSocket /v2). Absent: Neon's own addresses. */
  NEON_PROXY_URL?: string | undefined;
}

/** The problem of a DATABASE_URL, in words that never repeat it; null: no problem. */
export function databaseUrlProblem(text: string | undefined): string | null {
  if (!text) return 'DATABASE_URL is not set';
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  return /^postgres(ql)?:$/.test(protocol) ? null : 'DATABASE_URL is not the address of a PostgreSQL';
}

/** Single statements and batches over HTTP; no interactive transactions. */
export type HttpDatabase = NeonHttpDatabase<typeof schema>;
/** Transactions, over a WebSocket; close the pool when done. */
export type PoolDatabase = NeonDatabase<typeof schema>;
/** The database for repositories that need one statement. */
export type Database = HttpDatabase | PoolDatabase;

/** neonConfig is global to the isolate, so one environment's endpoint is set once; a second, different one is refused. */
let configuredProxyUrl: string | null = null;

/** A database that accepts a call and never responds must not block its caller forever. */
const STATEMENT_TIMEOUT_MS = 20_000;
neonConfig.fetchFunction = fetchInTime;

/**
 * The timer ends with the response: otherwise it would keep an object awake, and billed, long after its statement. A statement carries the
 * database's password, so it follows no redirect.
 */
async function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  const tooLong = new AbortController();
  const timer = setTimeout(
    () => tooLong.abort(new DOMException('The database did not answer in time', 'TimeoutError')),
    STATEMENT_TIMEOUT_MS,
  );
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: tooLong.signal });
    return new Response(await response.arrayBuffer(), response);
  } finally {
    clearTimeout(timer);
  }
}

function configureEndpoint({ NEON_PROXY_URL }: DatabaseEnv): void {
  const proxyUrl = NEON_PROXY_URL ?? '';
  if (configuredProxyUrl === proxyUrl) return;
  if (configuredProxyUrl !== null) throw new Error('One isolate speaks to one Neon endpoint');
  configuredProxyUrl = proxyUrl;
  if (!proxyUrl) return;
  const endpoint = new URL(proxyUrl);
  neonConfig.fetchEndpoint = () => new URL('/sql', endpoint).href;
  neonConfig.wsProxy = (host, port) => `${endpoint.host}/v2?address=${host}:${port}`;
  neonConfig.useSecureWebSocket = endpoint.protocol === 'https:';
  // Pipelining works with clear-text passwords only, and the local server may use another authentication method.
  neonConfig.pipelineConnect = false;
}

/**
 * Begins a long statement that is executed often and whose text doesn't depend on its values. A local Portage's endpoint then has
 * PostgreSQL parse and plan it once for each connection; Neon ignores it.
 */
export const PREPARED = sql.raw('/* prepared */');

let cachedDatabase: { url: string; db: HttpDatabase } | null = null;

/** It holds no connection, so one client serves every request of an isolate; a new one would add 0.1 ms to each. */
export function connectHttp(env: DatabaseEnv): HttpDatabase {
  configureEndpoint(env);
  if (cachedDatabase?.url !== env.DATABASE_URL)
    cachedDatabase = { url: env.DATABASE_URL, db: drizzleHttp(neon(env.DATABASE_URL), { schema }) };
  return cachedDatabase.db;
}

/**
 * A pool over WebSockets, for interactive transactions. In a Worker a pool lives no longer than its request or object:
 * `await using pool = connectPool(env)` closes it.
 */
export function connectPool(env: DatabaseEnv): { db: PoolDatabase; close(): Promise<void>; [Symbol.asyncDispose](): Promise<void> } {
  configureEndpoint(env);
  const pool = new Pool({ connectionString: env.DATABASE_URL, max: 4 });
  let isClosing = false;
  // Without a listener, an idle connection that breaks would end the isolate. A connection may also break while it is being closed.
  pool.on('error', (error: Error) => {
    if (!isClosing) console.error(JSON.stringify({ level: 'error', message: 'Database connection lost', cause: error.message }));
  });
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { db: drizzlePool(pool, { schema }), close, [Symbol.asyncDispose]: close };
}

/** SQLSTATE of a failed statement, wherever the driver put it; null for other errors. */
export function findSqlState(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const code = (current as Error & { code?: unknown }).code;
    // The digit is required: EPIPE is a network error.
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/**
 * Whether a statement failed because the database was unreachable, starting, stopping or overloaded, or didn't respond in time: the same
 * call may work later.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = findSqlState(error);
  if (state !== null) return /^(08|53|57)/.test(state);
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    // The endpoint in front of the database passes on network errors such as ECONNREFUSED.
    if (current instanceof NeonDbError) return true;
  }
  return false;
}

export const UNIQUE_VIOLATION = '23505';
