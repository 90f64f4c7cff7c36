import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import type { ApiErrorBody, ApiKeyScope, OwnerId } from '@portage/contracts';
import type { SignedInUser } from '@portage/contracts/calls';
import { connectHttp, type HttpDatabase, insertUser, type NewUserRow, type UserRow } from '@portage/database';
import { decodeJwt } from 'jose';
import { app as wholeApp } from '../src/app.ts';
import type { Env } from '../src/env.ts';
import { createResponseNotes, type RequestContext } from '../src/http/context.ts';
import { startSession } from '../src/sessions/start-session.ts';
import { hashPassword } from '../src/users/password.ts';

export const testEnv = env as unknown as Env;
const ORIGIN = 'https://portage.test';
/** May deploy everything (vitest.config.ts). */
export const DEPLOY_TOKEN = 'pdt_only-for-tests-only-for-tests-all';
/** May deploy `billing` and `playbooks`. */
export const BILLING_TOKEN = 'pdt_only-for-tests-only-for-tests-billing';

export interface ApiResponse<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
  /** Text of the first error, if any. */
  message: string | undefined;
  code: string | undefined;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  rawBody?: BodyInit;
  headers?: Record<string, string>;
  /** The clock of this call; default: now. */
  now?: Date;
  ipAddress?: string;
  /** Replaces the whole app. */
  app?: typeof wholeApp;
  /** Replaces bindings and variables of the tests. */
  env?: Partial<Env>;
}

export function database(): HttpDatabase {
  return connectHttp(testEnv);
}

/** One call through the whole app, `await api('GET /api/users', { token })`; waits for its `waitUntil` work. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function api<Body = any>(call: string, options: CallOptions = {}): Promise<ApiResponse<Body>> {
  const [method = 'GET', path = '/'] = call.split(' ', 2);
  const headers = new Headers(options.headers);
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const request = new Request(`${ORIGIN}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const execution = createExecutionContext();
  const response = await (options.app ?? wholeApp)(createContext(request, execution, options));
  const answer = await readResponse<Body>(response);
  await waitOnExecutionContext(execution);
  return answer;
}

/** A call through the Worker's own entry, for what only the entry does. */
export async function fetchWorker(path: string, init?: RequestInit): Promise<Response> {
  return (exports as unknown as { default: Fetcher }).default.fetch(`${ORIGIN}${path}`, init);
}

export function createContext(
  request: Request,
  execution: ExecutionContext,
  { now, ipAddress, env: changes }: CallOptions,
): RequestContext {
  return {
    env: changes ? { ...testEnv, ...changes } : testEnv,
    db: database(),
    request,
    requestId: crypto.randomUUID(),
    // A unique address, so that one test's limits don't affect another.
    ipAddress: ipAddress ?? `test-${crypto.randomUUID()}`,
    publicOrigin: ORIGIN,
    answer: createResponseNotes(),
    waitUntil: (work) => execution.waitUntil(work),
    now: () => now ?? new Date(),
    newId: () => crypto.randomUUID(),
  };
}

async function readResponse<Body>(response: Response): Promise<ApiResponse<Body>> {
  const body = (await response.json()) as Body;
  const error = (body as ApiErrorBody | null)?.errors?.[0];
  return {
    status: response.status,
    headers: response.headers,
    body,
    message: error?.userMessage ?? undefined,
    code: error?.code === null || error?.code === undefined ? undefined : String(error.code),
  };
}

export const TEST_PASSWORD = 'correct horse';
let testPasswordHash: Promise<string> | undefined;

/** A user written directly to the database, with the password `TEST_PASSWORD`. */
export async function makeUser(fields: Partial<NewUserRow> = {}): Promise<UserRow> {
  testPasswordHash ??= hashPassword(TEST_PASSWORD);
  const id = crypto.randomUUID();
  return insertUser(database(), {
    id,
    email: `${id}@example.test`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailConfirmed: true,
    passwordHash: await testPasswordHash,
    createdAt: new Date(),
    ...fields,
  });
}

export interface Person {
  row: UserRow;
  token: string;
  refreshToken: string;
}

/** A signed-in user, without the cost of hashing a password. */
export async function signedInPerson(fields: Partial<NewUserRow> = {}): Promise<Person> {
  const row = await makeUser(fields);
  const context = createContext(new Request(ORIGIN), createExecutionContext(), {});
  const { accessToken, refreshToken } = await startSession(context, row.id);
  return { row, token: accessToken.value, refreshToken: refreshToken.value };
}

/** Another session of a person. @returns its id */
export async function openSession(userId: OwnerId): Promise<string> {
  const context = createContext(new Request(ORIGIN), createExecutionContext(), {});
  return decodeJwt((await startSession(context, userId)).accessToken.value).sid as string;
}

/** The text of an API key that a person makes for themselves. */
export async function createApiKey({ token }: Pick<Person, 'token'>, ...scopes: ApiKeyScope[]): Promise<string> {
  const { status, body } = await api('POST /api/account/keys', { token, body: { name: `For ${scopes}`, scopes, expiresAt: null } });
  if (status !== 200) throw new Error(`The key was not made: ${JSON.stringify(body)}`);
  return body.secret;
}

/** A token for a session in which a newly signed-in admin acts as somebody else. */
export async function impersonate(adminUserId: OwnerId, userId: OwnerId): Promise<string> {
  const context = createContext(new Request(ORIGIN), createExecutionContext(), {});
  const own = await startSession(context, adminUserId);
  const sessionId = decodeJwt(own.accessToken.value).sid as string;
  return (await startSession(context, userId, { userId: adminUserId, sessionId })).accessToken.value;
}

export function signIn(
  email: string,
  password: string,
  options: CallOptions = {},
): Promise<ApiResponse<{ user: SignedInUser; hasWorkflow: boolean }>> {
  return api('POST /api/users/signin', { ...options, body: { email, password } });
}

/** What the mail server received for an address. */
export async function mailsTo(address: string): Promise<{ to: string; subject: string; text: string; html: string }[]> {
  const answer = await testEnv.MAIL?.fetch(`http://mail/messages?to=${encodeURIComponent(address)}`);
  return (await answer?.json()) ?? [];
}
