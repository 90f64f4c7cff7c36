import { DurableObject } from 'cloudflare:workers';
import type {
  BeginAuthorizationRequest,
  BeginAuthorizationResult,
  ConnectionObjectRpc,
  FinishAuthorizationRequest,
  FinishAuthorizationResult,
  TestConnectionResult,
} from '@portage/contracts';

/** Stands in for the engine's object where only its doors matter. */
export class ConnectionObject extends DurableObject implements ConnectionObjectRpc {
  #calls: string[] = [];

  /** What was asked of it, for tests. */
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

  async changed(): Promise<void> {
    this.#calls.push('changed');
  }

  async forget(): Promise<void> {
    this.#calls.push('forget');
  }
}
