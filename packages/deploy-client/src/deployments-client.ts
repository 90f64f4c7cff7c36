import http from 'node:http';
import https from 'node:https';
import { ApiError, type CallResponse, type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { fileKey } from '@portage/registry';
import type { BundleFile } from './bundle.ts';
import { DeployError } from './deploy-error.ts';

export type Deployment = CallResponse<Calls, 'GET /api/deployments'>['deployments'][number];

/** One Portage's deployments, as an admin or a deploy token sees them. Every refusal is a DeployError. */
export interface DeploymentsClient {
  call: Client<Calls>;
  all(): Promise<Deployment[]>;
  one(name: string): Promise<Deployment>;
  /** Whether browsers can load a file of a version; false only if that is certain. */
  isServed(name: string, version: string, path: string): Promise<boolean>;
  /** The stored bytes of one file of a version, also of a compressed one. */
  download(name: string, version: string, path: string): Promise<Buffer>;
  /** Uploads one file of a version; repeating it is harmless. */
  upload(name: string, version: string, file: BundleFile): Promise<void>;
}

export interface Connection {
  url: string;
  token: string;
  /** How calls are sent; default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

export function connect({ url, token, fetch = globalThis.fetch }: Connection): DeploymentsClient {
  const plain = createClient<Calls>({ baseUrl: url, getAccessToken: () => token, fetch });
  const call = (async (...args: Parameters<typeof plain>) => {
    try {
      return await plain(...args);
    } catch (error) {
      throw error instanceof ApiError ? toDeployError(error.status, error.message, url) : error;
    }
  }) as Client<Calls>;
  const all = async () => (await call('GET /api/deployments')).deployments;
  return {
    call,
    all,
    async one(name) {
      const found = (await all()).find((deployment) => deployment.name === name);
      if (!found) throw new DeployError(`The Portage at ${url} does not know ${name}. Deploy the newest edge-api there first.`);
      return found;
    },
    async isServed(name, version, path) {
      // Requests the plain file: a compressed one doesn't help a browser that can't read it.
      const headers = { 'accept-encoding': 'identity' };
      const response = await fetch(`${url}/${fileKey(name, version, path)}`, { method: 'HEAD', headers }).catch(() => null);
      return response?.status !== 404;
    },
    async download(name, version, path) {
      const plain = path.replace(/\.br$/, '');
      const { status, content } = await readStored(`${url}/${fileKey(name, version, plain)}`, plain === path ? 'identity' : 'br');
      if (status !== 200) throw new DeployError(`The Portage at ${url} didn’t return ${path} of ${name} ${version} (${status}).`, status);
      return content;
    },
    async upload(name, version, { path, content, sha256 }) {
      const address = `${url}/api/deployments/${name}/versions/${version}/files?path=${encodeURIComponent(path)}`;
      const headers = { authorization: `Bearer ${token}`, 'x-content-sha256': sha256, 'content-type': 'application/octet-stream' };
      const response = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(content) }).catch(() => null);
      if (response?.ok) return void (await response.body?.cancel());
      const body = (await response?.json().catch(() => null)) as { errors?: { userMessage?: string; message?: string }[] } | null;
      const said = body?.errors?.[0]?.userMessage || body?.errors?.[0]?.message || `it responded with ${response?.status}`;
      throw toDeployError(response?.status ?? 0, `${path}: ${said}`, url);
    },
  };
}

/** Not with `fetch`, which decompresses: a compressed file has its own hash. @returns status 0 if nothing responds */
function readStored(address: string, encoding: 'identity' | 'br'): Promise<{ status: number; content: Buffer }> {
  const { get } = address.startsWith('https:') ? https : http;
  return new Promise((resolve) => {
    const gone = () => resolve({ status: 0, content: Buffer.alloc(0) });
    get(address, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, content: Buffer.concat(chunks) }));
      response.on('error', gone);
    }).on('error', gone);
  });
}

/** Turns any response into one sentence that says what went wrong and one that says what to do. */
function toDeployError(status: number, said: string, url: string): DeployError {
  return new DeployError(sentencesFor(status, said, url), status);
}

function sentencesFor(status: number, said: string, url: string): string {
  switch (status) {
    case 0:
      return `No Portage answers at ${url}. Start it (npm start), or set PORTAGE_URL to the one you mean.`;
    case 401:
      return `The Portage at ${url} does not know this deploy token. Set PORTAGE_DEPLOY_TOKEN to one of its DEPLOY_TOKENS.`;
    case 403:
      return `This deploy token may not do that (${withoutFullStop(said)}). Use a token that covers it.`;
    case 502:
    case 503:
    case 504:
      return `The Portage at ${url} is not up (${status}). Try again in a moment.`;
    default:
      return `The Portage at ${url} refused: ${said}`;
  }
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
