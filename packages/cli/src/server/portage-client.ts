import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import type { Target } from './targets.ts';

const TIMEOUT_MS = 120_000;

export interface ServerError {
  code: string;
  message: string;
  /** Path in the request. */
  field?: string;
}

/** A call that the server refused. */
export class ServerRefusal extends CliError {
  readonly errors: readonly ServerError[];

  constructor(exitCode: ExitCode, errors: readonly ServerError[]) {
    const [first, ...others] = errors.map(({ message }) => message);
    super(exitCode, first ?? 'The call was refused.', others);
    this.errors = errors;
  }
}

/** Calls the API of a Portage with an API key. */
export class PortageClient {
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  get<Result>(path: string): Promise<Result> {
    return this.#call('GET', path);
  }

  post<Result>(path: string, body: unknown): Promise<Result> {
    return this.#call('POST', path, body);
  }

  /** @throws CliError `offline` if no Portage responds, `unauthorized`; ServerRefusal for every other refusal */
  async #call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const { url, apiKey } = this.target;
    const headers = { authorization: `Bearer ${apiKey}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    // A redirect could lead to another host, which must not get the key.
    const request = { method, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(TIMEOUT_MS) };
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${path}`, body === undefined ? request : { ...request, body: JSON.stringify(body) });
      text = await response.text();
    } catch (cause) {
      throw new CliError(exitCodes.offline, `${url} isn’t responding. Check the address and your connection, then try again.`, [], cause);
    }
    const { status } = response;
    const address = response.headers.get('location') ?? '';
    if (status >= 300 && status < 400 && URL.canParse(address, url)) {
      const { origin } = new URL(address, url);
      throw new CliError(exitCodes.offline, `${url} redirects to ${origin}. If that’s your Portage, use its address.`);
    }
    if (status !== 200) throw new ServerRefusal(exitCodeFor(status), readErrors(text, status));
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new CliError(exitCodes.offline, `There is no Portage at ${url}.`, [], cause);
    }
  }
}

function exitCodeFor(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  if (status === 409 || status === 404) return exitCodes.conflict;
  if (status === 400) return exitCodes.invalid;
  return status === 502 || status === 503 || status === 504 ? exitCodes.offline : exitCodes.error;
}

function readErrors(text: string, status: number): ServerError[] {
  const unknown = [{ code: String(status), message: `The server responded with ${status}.` }];
  try {
    const { errors }: { errors: { code: string; userMessage: string; field?: string }[] } = JSON.parse(text);
    const read = errors.map(({ code, userMessage, field }) => ({ code, message: userMessage, ...(field === undefined ? {} : { field }) }));
    return read.length > 0 ? read : unknown;
  } catch {
    // A proxy's page.
    return unknown;
  }
}
