import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { connect, type Deployment, type DeploymentsClient } from '@portage/deploy-client';
import { promoteArea } from '@portage/deploy-client/area';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { toDeployedArea } from '../deployable.ts';

const VERSION = 'v7';
const manifest = (area: string) => ({
  name: `portage_${area}_${VERSION}`,
  metaData: { publicPath: `/mfe/${area}/${VERSION}/`, remoteEntry: { name: 'remoteEntry.js', path: '' } },
  shared: [{ name: 'react', requiredVersion: '^19.0.0' }],
  exposes: [{ path: './app', assets: { js: { sync: ['app.js'], async: [] }, css: { sync: [], async: [] } } }],
});
const script = Buffer.from(`export const text = '${'checkout '.repeat(500)}';`);

let stored: Map<string, Buffer>;
beforeEach(() => {
  stored = new Map([
    ['app.js', script],
    ['app.js.br', brotliCompressSync(script)],
    ['remoteEntry.js', Buffer.from('var entry;')],
  ]);
});

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const deployment = (name: string, live: string, versions: object[] = []) =>
  ({ name, live, canary: null, versions }) as unknown as Deployment;

/** Serves the stored files as the shell Worker does: a compressed one only under the plain file's address. */
async function startSource(name = 'billing', details = {}): Promise<DeploymentsClient> {
  stored.set('mf-manifest.json', Buffer.from(JSON.stringify(manifest(name))));
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(`/mfe/${name}/${VERSION}/`.length);
    const compressed = request.headers['accept-encoding'] === 'br' ? stored.get(`${path}.br`) : undefined;
    const content = compressed ?? stored.get(path);
    response.writeHead(content ? 200 : 404, compressed ? { 'content-encoding': 'br' } : {}).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const files = [...stored].map(([path, content]) => ({ path, sha256: hash(content), bytes: content.length }));
  const facts = {
    version: VERSION,
    hasFiles: true,
    shared: { react: '^19.0.0' },
    sizeBrotliBytes: 500,
    contractVersion: '3',
    files,
    ...details,
  };
  return {
    ...connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'unused' }),
    all: async () => [deployment(name, VERSION), deployment('shell', 'same')],
    call: (async () => facts) as never,
  };
}

function createTarget(versions: object[] = []) {
  const uploaded: string[] = [];
  const calls: { name: string; body: Record<string, unknown> }[] = [];
  const client = {
    all: async () => [deployment('billing', 'v1', versions), deployment('shell', 'same')],
    upload: async (_: string, __: string, { path, content }: { path: string; content: Buffer }) =>
      void uploaded.push(`${path} ${hash(content)}`),
    call: async (name: string, { body }: { body: Record<string, unknown> }) => {
      calls.push({ name, body });
      return { calls: {}, isChanged: true, isPublished: true, deployment: { previous: 'v1' } };
    },
  } as unknown as DeploymentsClient;
  return { client, uploaded, calls };
}

const promotion = {
  area: toDeployedArea('billing'),
  version: null,
  canary: null,
  reason: {},
  url: 'https://portage.example',
  describeCalls: () => ({}),
} as const;

test('a promoted version has the very bytes of the source, compressed files too', async () => {
  const source = await startSource();
  const target = createTarget();
  const told = await promoteArea(source, target.client, promotion);
  expect(target.uploaded.sort()).toEqual([...stored].map(([path, content]) => `${path} ${hash(content)}`).sort());
  const registered = target.calls.find(({ name }) => name === 'POST /api/deployments/{name}/versions/{version}');
  expect(registered?.body).toMatchObject({ shared: { react: '^19.0.0' }, sizeBrotliBytes: 500, contractVersion: '3' });
  expect(target.calls.at(-1)).toEqual({ name: 'POST /api/deployments/{name}/live', body: { version: VERSION } });
  expect(told).toContain(`mfe-billing ${VERSION} is live for everyone`);
});

test('the first promotion of an area of another repository brings its menu entry to a target that never heard of it', async () => {
  const menu = { label: 'All Reports' };
  const source = await startSource('reports', { menu });
  const target = createTarget();
  const area = { ...toDeployedArea('billing'), name: 'reports', workspace: 'mfe-reports' };
  const told = await promoteArea(source, target.client, { ...promotion, area });
  const registered = target.calls.find(({ name }) => name === 'POST /api/deployments/{name}/versions/{version}');
  expect(registered?.body).toMatchObject({ menu, shared: { react: '^19.0.0' } });
  expect(told).toContain(`mfe-reports ${VERSION} is live for everyone`);
});

test('a version that the target has is given to people without a download', async () => {
  const source = await startSource();
  stored.clear();
  const target = createTarget([{ version: VERSION, hasFiles: true }]);
  await promoteArea(source, target.client, { ...promotion, canary: 10 });
  expect(target.uploaded).toEqual([]);
  expect(target.calls.at(-1)).toMatchObject({ name: 'POST /api/deployments/{name}/canary', body: { version: VERSION, percent: 10 } });
});

test('a file that isn’t the deployed one, or is gone, stops the promotion before anything is uploaded', async () => {
  const source = await startSource();
  const target = createTarget();
  stored.set('app.js.br', brotliCompressSync(Buffer.from('changed')));
  await expect(promoteArea(source, target.client, promotion)).rejects.toThrow(/app\.js\.br of billing v7 isn’t the file that was deployed/);
  stored.delete('remoteEntry.js');
  await expect(promoteArea(source, target.client, promotion)).rejects.toThrow(/didn’t return remoteEntry\.js|isn’t the file/);
  expect([target.uploaded, target.calls]).toEqual([[], []]);
});
