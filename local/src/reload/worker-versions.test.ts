import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkerName } from '@portage/registry';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWorkerVersions } from './worker-versions.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portage-versions-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A tree in which the three Workers are built as these versions. */
function built(versions: Partial<Record<WorkerName, string>> = {}) {
  const one = (worker: WorkerName) => {
    const version = versions[worker] ?? 'v1';
    const folder = join(root, 'tree', worker);
    mkdirSync(join(folder, 'bundle'), { recursive: true });
    writeFileSync(join(folder, 'wrangler.jsonc'), '{}');
    writeFileSync(join(folder, 'bundle', 'index.js'), `import './used.wasm'; // ${version}`);
    for (const name of ['used.wasm', 'left-over.wasm', 'index.js.map']) writeFileSync(join(folder, 'bundle', name), '');
    if (worker === 'shell') {
      rmSync(join(folder, 'site'), { recursive: true, force: true });
      mkdirSync(join(folder, 'site', 'static'), { recursive: true });
      writeFileSync(join(folder, 'site', 'static', `${version}.js`), version);
    }
    return { version, workspace: folder, bundle: join(folder, 'bundle'), site: worker === 'shell' ? join(folder, 'site') : null };
  };
  return { shell: one('shell'), 'edge-api': one('edge-api'), 'durable-runs': one('durable-runs') };
}

const open = (versions?: Partial<Record<WorkerName, string>>) => {
  mkdirSync(join(root, 'data'), { recursive: true });
  return openWorkerVersions(join(root, 'data'), built(versions));
};

const computeHashes = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, createHash('sha256').update(content).digest('hex')]));

function bring(versions: ReturnType<typeof open>, worker: WorkerName, version: string): void {
  const files: Record<string, string> = { 'bundle/index.js': version, 'wrangler.jsonc': '{}' };
  if (worker === 'shell') files[`shell/static/${version}.js`] = version;
  for (const [path, content] of Object.entries(files)) versions.put(worker, version, path, Buffer.from(content));
  versions.complete(worker, version, computeHashes(files));
  versions.setLive(worker, version);
}

describe('the Workers’ versions of a data folder', () => {
  test('start with the built version and only the files it runs from', () => {
    const versions = open();
    expect(versions.states()['edge-api']).toEqual({ live: 'v1', previous: null, built: 'v1' });
    expect(readdirSync(join(versions.liveFolders()['edge-api'], 'bundle')).sort()).toEqual(['index.js', 'used.wasm']);
  });

  test('keep a deployed version across a restart with the same build, and a rollback, too', () => {
    bring(open(), 'edge-api', 'deployed');
    expect(open().states()['edge-api']).toMatchObject({ live: 'deployed', previous: 'v1', built: 'v1' });
    open().setLive('edge-api', 'v1');
    expect(open().states()['edge-api']).toMatchObject({ live: 'v1', previous: 'deployed', built: 'v1' });
  });

  test('switch to another build at the next start', () => {
    bring(open(), 'edge-api', 'deployed');
    expect(open({ 'edge-api': 'v2' }).states()['edge-api']).toEqual({ live: 'v2', previous: 'deployed', built: 'v2' });
  });

  test('stay as they are when the next start has built the version deployed meanwhile', () => {
    bring(open(), 'edge-api', 'deployed');
    expect(open({ 'edge-api': 'deployed' }).states()['edge-api']).toMatchObject({ live: 'deployed', previous: 'v1', built: 'deployed' });
  });

  test('stay rolled back when the next start builds the rolled-back version; a later change is accepted', () => {
    bring(open(), 'edge-api', 'deployed');
    open().setLive('edge-api', 'v1');
    expect(open({ 'edge-api': 'deployed' }).states()['edge-api'].live).toBe('v1');
    expect(open({ 'edge-api': 'deployed' }).states()['edge-api'].live).toBe('v1');
    expect(open({ 'edge-api': 'v3' }).states()['edge-api'].live).toBe('v3');
    expect(open({ 'edge-api': 'deployed' }).states()['edge-api'].live).toBe('deployed');
  });

  test('are never overwritten, not even by a build with the same name', () => {
    const before = readFileSync(join(open().liveFolders()['edge-api'], 'bundle', 'index.js'), 'utf8');
    writeFileSync(join(root, 'tree', 'edge-api', 'bundle', 'index.js'), 'tampered with');
    const versions = openWorkerVersions(join(root, 'data'), { ...built(), 'edge-api': { ...built()['edge-api'] } });
    expect(readFileSync(join(versions.liveFolders()['edge-api'], 'bundle', 'index.js'), 'utf8')).toBe(before);
    expect(() => versions.put('edge-api', 'v1', 'bundle/index.js', Buffer.from('x'))).toThrow(/complete already/);
  });

  test('don’t exist while their files are still arriving', () => {
    const versions = open();
    versions.put('edge-api', 'half', 'bundle/index.js', Buffer.from('x'));
    expect(versions.has('edge-api', 'half')).toBe(false);
    expect(open().states()['edge-api'].live).toBe('v1');
    expect(() => versions.complete('edge-api', 'never-brought', {})).toThrow();
    expect(() => versions.complete('edge-api', 'half', computeHashes({ 'bundle/index.js': 'x', 'wrangler.jsonc': '{}' }))).toThrow(
      /wrangler\.jsonc of version half of edge-api is not there/,
    );
    expect(() => versions.complete('edge-api', 'half', computeHashes({ 'bundle/index.js': 'y' }))).toThrow(/or another/);
    expect(versions.has('edge-api', 'half')).toBe(false);
  });

  test('of the shell pass on the previous page’s files, which open pages load late', () => {
    const versions = open();
    bring(versions, 'shell', 'v2');
    expect(readdirSync(join(versions.liveFolders().shell, 'shell', 'static')).sort()).toEqual(['v1.js', 'v2.js']);
  });

  test('are removed except for the newest, the live one and the one before it', () => {
    const versions = open();
    for (let at = 2; at <= 12; at++) bring(versions, 'edge-api', `v${at}`);
    const kept = readdirSync(join(root, 'data', 'edge-api'));
    expect(kept.length).toBeLessThanOrEqual(8);
    expect(kept).toEqual(expect.arrayContaining(['v12', 'v11', 'v1']));
    expect(existsSync(join(root, 'data', 'edge-api', 'v3'))).toBe(false);
  });

  test('start again if their record is damaged', () => {
    open();
    writeFileSync(join(root, 'data', 'live.json'), '{"edge-api": ');
    expect(open().states()['edge-api'].live).toBe('v1');
  });
});
