import { DurableObject } from 'cloudflare:workers';
import type {
  BeginAuthorizationRequest,
  BeginAuthorizationResult,
  ConnectionCallRequest,
  ConnectionCallResult,
  ConnectionObjectRpc,
  FinishAuthorizationRequest,
  FinishAuthorizationResult,
  TestConnectionResult,
} from '@portage/contracts';

interface SystemResponse {
  status?: number;
  body?: unknown;
  /** In place of JSON. */
  xml?: string;
}

/** Stands in for the engine's object in tests that need only its interface. */
export class ConnectionObject extends DurableObject implements ConnectionObjectRpc {
  async reseal(): Promise<void> {}

  #calls: string[] = [];
  #answers: [start: string, answer: SystemResponse][] = [];

  async calls(): Promise<string[]> {
    return this.#calls;
  }

  async beginAuthorization({ connectorId, redirectUri }: BeginAuthorizationRequest): Promise<BeginAuthorizationResult> {
    this.#calls.push('begin');
    const redirectUrl = `https://login.example/authorize?state=${connectorId}.x&redirect_uri=${encodeURIComponent(redirectUri)}`;
    return { outcome: 'redirect', redirectUrl, browserSecret: 'secret-of-the-browser' };
  }

  async finishAuthorization({ browserSecret, query }: FinishAuthorizationRequest): Promise<FinishAuthorizationResult> {
    this.#calls.push(`finish ${JSON.stringify(query)}`);
    if (browserSecret !== 'secret-of-the-browser') return { outcome: 'refused', message: 'Another browser began this.' };
    return { outcome: 'connected' };
  }

  async testConnection(): Promise<TestConnectionResult> {
    return { isSuccess: true, message: 'It works.' };
  }

  /** Sets the system's response to addresses, with the body appended, that begin like this; the first match counts. */
  async willAnswer(start: string, answer: SystemResponse): Promise<void> {
    const known = this.#answers.find((one) => one[0] === start);
    if (known) known[1] = answer;
    else this.#answers.push([start, answer]);
  }

  async call({ request }: ConnectionCallRequest): Promise<ConnectionCallResult> {
    this.#calls.push(`${request.method} ${request.url}${request.body === null ? '' : ` ${request.body}`}`);
    const [, answer] = this.#answers.find(([start]) => `${request.url} ${request.body ?? ''}`.startsWith(start)) ?? [];
    if (!answer) return { outcome: 'refused', message: `Nobody is at ${request.url}.`, retryable: true };
    const url = new URL(request.url, 'https://system.example').href;
    const { status = 200, body, xml } = answer;
    if (xml !== undefined) return { outcome: 'answered', status, headers: { 'content-type': 'application/xml' }, url, body: xml };
    return { outcome: 'answered', status, headers: {}, url, body: JSON.stringify(body) };
  }

  async changed(): Promise<void> {
    this.#calls.push('changed');
  }

  async retire(): Promise<void> {
    this.#calls.push('retire');
  }

  async forget(): Promise<void> {
    this.#calls.push('forget');
  }
}
