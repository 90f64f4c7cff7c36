import { createHash } from 'node:crypto';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { api, type CallOptions, DEPLOY_TOKEN, database } from './api.ts';

export function newVersion(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12);
}

const SHARED: Record<string, string> = { react: '^19.0.0', 'styled-components': '^6.0.0' };

/** A small example of an area's build. */
export function builtArea(area: string, version: string, shared: Record<string, string> = SHARED): Record<string, string> {
  const name = `portage_${area}_${version}`;
  const manifest = {
    id: name,
    name,
    metaData: { name, globalName: name, publicPath: `/mfe/${area}/${version}/`, remoteEntry: { name: 'remoteEntry.js', path: '' } },
    shared: Object.entries(shared).map(([packageName, requiredVersion]) => ({ name: packageName, requiredVersion })),
    exposes: [{ path: './app', assets: { js: { sync: ['static/js/app.1.js'], async: [] }, css: { sync: [], async: [] } } }],
  };
  return {
    'mf-manifest.json': JSON.stringify(manifest),
    'remoteEntry.js': `globalThis.${name} = {};`,
    'remoteEntry.js.br': 'not really compressed',
    'static/js/app.1.js': `// ${version}`,
  };
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

export function upload(
  area: string,
  version: string,
  path: string,
  content: string | Uint8Array,
  { headers, ...options }: CallOptions = {},
) {
  return api(`PUT /api/deployments/${area}/versions/${version}/files?path=${encodeURIComponent(path)}`, {
    token: DEPLOY_TOKEN,
    ...options,
    rawBody: content as string,
    headers: { 'x-content-sha256': sha256(content), ...headers },
  });
}

export function register(area: string, version: string, files: Record<string, string>, { body, ...options }: CallOptions = {}) {
  const named = Object.entries(files).map(([path, content]) => ({ path, sha256: sha256(content), bytes: content.length }));
  return api(`POST /api/deployments/${area}/versions/${version}`, {
    token: DEPLOY_TOKEN,
    ...options,
    body: { files: named, shared: SHARED, sizeBrotliBytes: 1_000, contractVersion: '1', ...(body as object | undefined) },
  });
}

/** A version that is uploaded and registered, but not live yet. */
export async function makeVersion(area: string, options: CallOptions = {}, version = newVersion(), shared = SHARED): Promise<string> {
  const files = builtArea(area, version, shared);
  for (const [path, content] of Object.entries(files)) {
    const { status } = await upload(area, version, path, content, options);
    if (status !== 201) throw new Error(`${path} was not uploaded: ${status}`);
  }
  const registered = await register(area, version, files, { ...options, body: { shared, ...(options.body as object | undefined) } });
  if (registered.status !== 200) throw new Error(`${version} was not registered: ${registered.message}`);
  return version;
}

export function change(
  area: string,
  what: 'live' | 'rollback' | 'removed' | 'canary' | 'hold' | 'bad',
  body: object,
  options: CallOptions = {},
) {
  return api(`POST /api/deployments/${area}/${what}`, { token: DEPLOY_TOKEN, ...options, body });
}

/** A version that everybody has. */
export async function makeLive(area: string, options: CallOptions = {}): Promise<string> {
  const version = await makeVersion(area, options);
  const { status, message } = await change(area, 'live', { version }, options);
  if (status !== 200) throw new Error(`${version} was not made live: ${message}`);
  return version;
}

export async function findDeployment(area: string) {
  const { body } = await api('GET /api/deployments', { token: DEPLOY_TOKEN });
  return body.deployments.find(({ name }: { name: string }) => name === area);
}

const TURN = 'turn of the tests of deployments';

/**
 * Test files run in parallel on one database, each with its own store: files that change deployments take turns,
 * otherwise one file's published versions count for another.
 */
export async function takeTurn(): Promise<void> {
  const row = { key: TURN, count: 1, windowEndsAt: new Date('2100-01-01') };
  await vi.waitUntil(async () => (await database().insert(schema.rateLimits).values(row).onConflictDoNothing().returning()).length > 0, {
    timeout: 110_000,
    interval: 200,
  });
}

export async function giveTurn(): Promise<void> {
  await database().delete(schema.rateLimits).where(eq(schema.rateLimits.key, TURN));
}
