import { ApiError, messageOfBody } from './api-error.ts';
import { CreationKeys } from './creation-keys.ts';
import type { CallDeclarations, CallInput, CallResponse } from './define-calls.ts';
import { sendWithToken, type TokenSettings } from './send-with-token.ts';

type Args<Input> = Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
}

/** `await api('GET /api/users/{id}', { params: { id } })`; throws ApiError. */
export type Client<Calls extends CallDeclarations> = <Key extends keyof Calls & string>(
  key: Key,
  ...args: Args<CallInput<Calls, Key>>
) => Promise<CallResponse<Calls, Key>>;

export interface ClientSettings extends TokenSettings {
  /** Origin without a trailing slash; empty for the page's own. */
  baseUrl?: string;
  fetch?: typeof globalThis.fetch;
}

interface AnyInput {
  params?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/**
 * The typed client. The declarations are only types here, so a page that makes one call doesn't bundle every schema.
 *
 * @throws ApiError for every response that isn't 2xx, and with status 0 when the network fails.
 */
export function createClient<Calls extends CallDeclarations>(settings: ClientSettings = {}): Client<Calls> {
  const { baseUrl = '' } = settings;
  const creationKeys = new CreationKeys();

  async function call(key: string, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> {
    const [method = 'GET', path = ''] = key.split(' ', 2);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (input.body !== undefined) headers['content-type'] = 'application/json';

    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const creationKey = creationKeys.keyFor(method, path, body);
    if (creationKey !== null) headers['idempotency-key'] = creationKey;

    // The cast: in a Worker, where servers read this file, RequestInit has no credentials.
    const init = {
      method,
      credentials: 'include',
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    } as RequestInit;
    const url = `${baseUrl}${fillPath(path, input.params)}${queryText(input.query)}`;
    if (creationKey !== null) creationKeys.noteLost(path, body, creationKey);
    const response = await sendWithToken(settings, (authorization) => send(url, { ...init, headers: { ...headers, ...authorization } }));
    const { body: received, notJson } = await readBody(response);
    // A server in between may say that it lost the response.
    if (creationKey !== null && notJson === undefined) creationKeys.noteAnswered(path, body);
    if (response.ok) return received;
    if (typeof received === 'object' && received !== null && 'errorDetails' in received) {
      // Only responses with details for developers are logged (spec ERR-10).
      console.error('REQUEST ERROR', method, path, received);
    }
    throw new ApiError(response.status, received, notJson || messageOfBody(received), response.headers.get('x-request-id'));
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await (settings.fetch ?? globalThis.fetch)(url, init);
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ApiError(0, null, 'Portage could not be reached. Check your connection and try again.');
    }
  }

  return call as Client<Calls>;
}

/** @throws Error if a value is missing: `/api/users/` would be another call (spec ERR-05). */
function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`Invalid getById call, ${name} is null`);
    return encodeURIComponent(value);
  });
}

function queryText(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** Spec ERR-04: a response that isn't JSON is read as text. */
async function readBody(response: Response): Promise<{ body: unknown; notJson?: string }> {
  const text = await response.text();
  try {
    return { body: text ? JSON.parse(text) : null };
  } catch {
    return { body: text, notJson: text };
  }
}
