import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, type Deployment, type DeploymentsClient, readManifest } from '@portage/deploy-client';
import { bringLost, checkSyntax, readNamedTarget, rollBackArea, setCanaryOfArea } from '@portage/deploy-client/area';
import { afterAll, describe, expect, test } from 'vitest';
import { resolveDeployable } from './deployable.ts';
import { readDeploySettings } from './settings.ts';
import { formatTable } from './table.ts';
import { buildShares } from './workers/deploy-worker.ts';
import { requireFittingAreas } from './workers/fitting-areas.ts';
import { wranglerFor } from './workers/wrangler.ts';

const scratch = mkdtempSync(join(tmpdir(), 'portage-deploy-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the target of a deploy, and its token', () => {
  const token = `pdt_${'a'.repeat(43)}`;
  writeFileSync(join(scratch, 'secrets.json'), JSON.stringify({ deployToken: token }));

  test('is the local Portage with its own token by default', () => {
    expect(readDeploySettings({ PORTAGE_DATA_DIR: scratch })).toMatchObject({ url: 'http://localhost:8080', token, environment: null });
    expect(readDeploySettings({ PORTAGE_DATA_DIR: scratch, PORT: '9000' }).url).toBe('http://localhost:9000');
  });

  test('is never the local token for a Portage elsewhere', () => {
    expect(() => readDeploySettings({ PORTAGE_URL: 'https://portage.example', PORTAGE_DATA_DIR: scratch })).toThrow(
      /Set PORTAGE_DEPLOY_TOKEN/,
    );
    expect(readDeploySettings({ PORTAGE_URL: 'https://portage.example/x', PORTAGE_DEPLOY_TOKEN: 'other' })).toMatchObject({
      url: 'https://portage.example',
      token: 'other',
    });
  });

  test.each([
    [{ PORTAGE_URL: 'portage.example', PORTAGE_DEPLOY_TOKEN: 'x' }, /PORTAGE_URL is "portage\.example"/],
    [{ PORTAGE_URL: 'http://portage.example', PORTAGE_DEPLOY_TOKEN: 'x' }, /Use https/],
    [{ PORTAGE_URL: 'file:///x', PORTAGE_DEPLOY_TOKEN: 'x' }, /PORTAGE_URL/],
    [{ PORTAGE_ENVIRONMENT: 'prod', PORTAGE_DEPLOY_TOKEN: 'x' }, /PORTAGE_ENVIRONMENT is "prod"\. Set it to staging or production/],
    [
      { PORTAGE_ENVIRONMENT: 'staging', PORTAGE_DEPLOY_TOKEN: 'x' },
      /a Portage of this machine\. Set PORTAGE_URL to the address of staging/,
    ],
    [{ PORTAGE_DATA_DIR: join(scratch, 'nothing') }, /There is no deploy token in .*nothing/],
  ])('names the invalid variable: %o', (env, message) => {
    expect(() => readDeploySettings(env)).toThrow(message);
  });

  test('a promotion reads each target by its name', () => {
    const env = { PORTAGE_STAGING_URL: 'https://staging.example', PORTAGE_STAGING_DEPLOY_TOKEN: 'theirs', PORTAGE_DEPLOY_TOKEN: 'other' };
    expect(readNamedTarget('staging', env)).toMatchObject({ url: 'https://staging.example', token: 'theirs' });
    expect(() => readNamedTarget('production', env)).toThrow(/Set PORTAGE_PRODUCTION_URL for the target production/);
    expect(() => readNamedTarget('https://staging.example', env)).toThrow(/A target is a word such as staging/);
    expect(() => readNamedTarget('', env)).toThrow(/A target is a word such as staging/);
  });

  test('knows what is deployed separately', () => {
    expect(resolveDeployable('mfe-admin')).toMatchObject({ kind: 'area', name: 'admin' });
    expect(resolveDeployable('edge-api')).toMatchObject({ kind: 'worker', name: 'edge-api' });
    for (const other of ['packages/ui', 'e2e', '', 'admin']) expect(() => resolveDeployable(other)).toThrow(/is not deployed on its own/);
  });
});

describe('a built area', () => {
  const MANIFEST = {
    name: 'portage_billing_v1',
    metaData: { publicPath: '/mfe/billing/v1/', remoteEntry: { name: 'remoteEntry.js', path: '' } },
    shared: [
      { name: 'react/jsx-runtime', requiredVersion: '^19.0.0' },
      { name: '@tanstack/react-query', requiredVersion: '^5.0.0' },
    ],
    exposes: [{ path: './app', assets: { js: { sync: ['app.js'], async: [] }, css: { sync: [], async: [] } } }],
  };
  const bundleOf = (manifest: unknown, files: Record<string, string> = { 'remoteEntry.js': '', 'app.js': '' }): Bundle => ({
    area: 'billing',
    version: 'v1',
    files: Object.entries({ ...files, 'mf-manifest.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest) }).map(
      ([path, text]) => ({ path, content: Buffer.from(text), sha256: '' }),
    ),
  });

  test('is read from its manifest: what it shares, by package, and what it loads first', () => {
    expect(readManifest(bundleOf(MANIFEST))).toEqual({
      name: 'portage_billing_v1',
      shared: { react: '^19.0.0', '@tanstack/react-query': '^5.0.0' },
      firstFiles: ['mf-manifest.json', 'remoteEntry.js', 'app.js'],
    });
  });

  test.each([
    ['no JSON', '{"name"', /mf-manifest\.json is not JSON/],
    ['no ./app', { ...MANIFEST, exposes: [] }, /names no \.\/app/],
    [
      'another address',
      { ...MANIFEST, metaData: { ...MANIFEST.metaData, publicPath: '/mfe/billing/dev/' } },
      /meant for \/mfe\/billing\/dev\//,
    ],
    [
      'another entry',
      { ...MANIFEST, metaData: { ...MANIFEST.metaData, remoteEntry: { name: 'other.js', path: '' } } },
      /its entry is other\.js/,
    ],
  ])('is refused with %s', (_, manifest, message) => {
    expect(() => readManifest(bundleOf(manifest))).toThrow(message);
  });

  test('is refused if a file in its manifest wasn’t built', () => {
    expect(() => readManifest(bundleOf(MANIFEST, { 'remoteEntry.js': '' }))).toThrow(/names app\.js, which was not built/);
  });

  test('is refused if a script doesn’t parse; workers’ modules are accepted', () => {
    expect(() => checkSyntax(bundleOf(MANIFEST, { 'late.js': 'const = 1' }))).toThrow(/late\.js of mfe-billing does not parse/);
    expect(() => checkSyntax(bundleOf(MANIFEST, { 'worker.js': "import{a}from'./a.js';export const b=a" }))).not.toThrow();
    expect(() => checkSyntax(bundleOf(MANIFEST, { 'worker.js': "import{a}from'./a.js';export const b=" }))).toThrow(/does not parse/);
  });
});

describe('the message after an area was deployed', () => {
  const deployment = { name: 'billing', live: 'v1', previous: 'v2', canary: null, versions: [{ version: 'v2', hasFiles: true }] };
  const client = (isPublished: boolean) =>
    ({ one: async () => deployment, call: async () => ({ isChanged: true, isPublished, deployment }) }) as unknown as DeploymentsClient;

  test('doesn’t claim that people have a version if the registry couldn’t be written', async () => {
    const billing = resolveDeployable('mfe-billing');
    for (const isPublished of [true, false]) {
      for (const told of [
        await rollBackArea(client(isPublished), billing, { version: undefined, reason: {} }),
        await setCanaryOfArea(client(isPublished), billing, { percent: 10, version: 'v2', isBad: false, reason: {} }),
      ]) {
        expect(told.includes('The registry cannot be written right now')).toBe(!isPublished);
      }
    }
  });

  test('names the revision that the person saw, so that of two people at once one is refused', async () => {
    const bodies: unknown[] = [];
    const seen = { ...deployment, revision: 7 };
    const recording = {
      one: async () => seen,
      call: async (_: string, { body }: { body: unknown }) => {
        bodies.push(body);
        return { isChanged: true, isPublished: true, deployment: seen };
      },
    } as unknown as DeploymentsClient;
    await rollBackArea(recording, resolveDeployable('mfe-billing'), { version: undefined });
    await setCanaryOfArea(recording, resolveDeployable('mfe-billing'), { percent: 10, version: 'v2', isBad: false });
    await setCanaryOfArea(recording, resolveDeployable('mfe-billing'), {
      percent: 0,
      version: 'v2',
      isBad: true,
      reason: { overrideFreeze: 'People see nothing' },
    });
    expect(bodies).toMatchObject(Array(3).fill({ expectedRevision: 7 }));
    expect(bodies[2]).toMatchObject({ overrideFreeze: 'People see nothing' });
  });

  test('is a refusal if the version that a rollback or canary would pick was taken back', async () => {
    const versions = ['v4', 'v3', 'v1', 'v2'].map((version) => ({ version, hasFiles: true }));
    const taken = { ...deployment, bad: ['v2', 'v4'], versions };
    const billing = resolveDeployable('mfe-billing');
    const changed: unknown[] = [];
    const clientFor = (present: object) =>
      ({
        one: async () => present,
        call: async (_: string, { body }: { body: unknown }) => {
          changed.push(body);
          return { isChanged: true, isPublished: true, deployment: present };
        },
      }) as unknown as DeploymentsClient;
    await expect(rollBackArea(clientFor(taken), billing, { version: undefined })).rejects.toThrow(
      /v2, was taken back.*rollback -w mfe-billing v2/,
    );
    await setCanaryOfArea(clientFor(taken), billing, { percent: 10, version: undefined, isBad: false });
    expect(changed).toMatchObject([{ percent: 10, version: 'v3' }]);
    const allBad = { ...taken, bad: ['v2', 'v3', 'v4'] };
    await expect(setCanaryOfArea(clientFor(allBad), billing, { percent: 10, version: undefined, isBad: false })).rejects.toThrow(
      /were taken back, the last one v4/,
    );
  });

  test('counts the files that the store had lost and got back, including compressed forms', async () => {
    const uploaded: string[] = [];
    const files = ['a.js', 'a.js.br', 'b.js', 'b.js.br'].map((path) => ({ path, content: Buffer.from(path), sha256: '' }));
    const lost = await bringLost(
      { isServed: async (_area, _version, path) => path !== 'a.js', upload: async (_area, _version, { path }) => void uploaded.push(path) },
      { area: 'billing', version: 'v1', files },
    );
    expect(lost).toBe(1);
    expect(uploaded).toEqual(['a.js', 'a.js.br']);
  });
});

describe('a shell', () => {
  const area = (name: string, shared: Record<string, string>, canaryShared?: Record<string, string>): Deployment =>
    ({
      name,
      kind: 'area',
      live: 'v1',
      canary: canaryShared ? { version: 'v2', percent: 10 } : null,
      versions: [{ version: 'v2', shared: canaryShared ?? { react: '^1.0.0' } }, { version: 'v1', shared }, { version: 'v0' }],
    }) as unknown as Deployment;
  const query = { '@tanstack/react-query': '^5.108.0' };

  test('with a new major of a shared package is refused, naming the live areas and canaries that don’t fit', () => {
    const deployments = [area('workflows', query), area('billing', { react: '^19.3.0' }), area('admin', {}, query)];
    const check = () => requireFittingAreas(deployments, { react: '19.3.1', '@tanstack/react-query': '6.0.0' });
    expect(check).toThrow(
      /mfe-workflows v1 asks for @tanstack\/react-query \^5\.108\.0, and the shell shares @tanstack\/react-query 6\.0\.0\./,
    );
    expect(check).toThrow(/mfe-admin v2 asks for .* say --anyway/);
    expect(check).not.toThrow(/mfe-billing/);
  });

  test('with an older minor than a live area was built with is refused, a newer one accepted', () => {
    expect(() => requireFittingAreas([area('workflows', query)], { '@tanstack/react-query': '5.107.9' })).toThrow(/mfe-workflows/);
    expect(() => requireFittingAreas([area('workflows', query)], { '@tanstack/react-query': '5.109.0' })).not.toThrow();
  });
});

describe('Workers on Cloudflare', () => {
  test('get all or nothing at the ends of a canary', () => {
    expect(buildShares('abc', 'def', 100)).toEqual([{ version: 'def', percent: 100 }]);
    expect(buildShares('abc', 'def', 0)).toEqual([{ version: 'abc', percent: 100 }]);
  });

  test('show wrangler’s own message when it fails, and the next step', async () => {
    const wrangler = wranglerFor('edge-api', 'staging', async () => ({ code: 1, output: 'what it said' }));
    await expect(wrangler.deploy('abc', 'why')).rejects.toThrow(/^what it said\nwrangler could not deploy .*CLOUDFLARE_API_TOKEN/s);
  });
});

describe('a table', () => {
  test('has columns as wide as their longest value, and no trailing spaces', () => {
    expect(
      formatTable(
        ['name', 'live'],
        [
          ['mfe-billing', 'a1'],
          ['x', '-'],
        ],
      ),
    ).toBe('name         live\nmfe-billing  a1\nx            -');
  });
});
