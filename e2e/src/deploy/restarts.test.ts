import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startTestDatabase } from '@portage/local/testing';
import { AREA_NAMES, isSharedPath, SHARED_FOLDER } from '@portage/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, killHard, type Stack, startStack, stillRunning, temporaryDataDir, withDescendants } from '../stack/stack.ts';
import { deployClient, readDeployment, readRegistry, servedFiles } from './deployed.ts';

const SITE = join(import.meta.dirname, '..', '..', '..', '.cache', 'site');
const AREA = 'billing';

/** Deploys the built area again as another version, as a build from other sources would be. */
async function deployCopy(stack: Stack, version: string): Promise<void> {
  const built: Record<string, string> = JSON.parse(readFileSync(join(SITE, 'built-areas.json'), 'utf8'));
  const folder = join(SITE, 'mfe', AREA, built[AREA] ?? '');
  const { deployToken } = JSON.parse(readFileSync(join(stack.dataDir, 'secrets.json'), 'utf8')) as { deployToken: string };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.br$|mf-stats/.test(entry.name))
    .map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name));
      const content = readFileSync(join(folder, path), 'utf8').replaceAll(built[AREA] ?? '', version);
      return { path, content, sha256: createHash('sha256').update(content).digest('hex'), bytes: Buffer.byteLength(content) };
    });
  for (const { path, content, sha256 } of files) {
    const address = `${stack.baseUrl}/api/deployments/${AREA}/versions/${version}/files?path=${encodeURIComponent(path)}`;
    const headers = { authorization: `Bearer ${deployToken}`, 'x-content-sha256': sha256 };
    const { status } = await fetch(address, { method: 'PUT', headers, body: content });
    // The built version shares files with it.
    if (status !== (isSharedPath(path) ? 200 : 201)) throw new Error(`${path}: ${status}`);
  }
  const manifest = JSON.parse(files.find(({ path }) => path === 'mf-manifest.json')?.content ?? '') as {
    shared: { name: string; requiredVersion: string }[];
  };
  const shared = Object.fromEntries(
    manifest.shared.map(({ name, requiredVersion }) => [/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name, requiredVersion]),
  );
  const call = deployClient(stack);
  const params = { name: AREA, version };
  const named = files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes }));
  await call('POST /api/deployments/{name}/versions/{version}', { params, body: { files: named, shared, sizeBrotliBytes: 1 } });
  await call('POST /api/deployments/{name}/live', { params: { name: AREA }, body: { version } });
}

describe('a local Portage that starts again', () => {
  let stack: Stack;
  let built: string;
  const cleanups: (() => unknown)[] = [];
  const settings = { dataDir: '', port: 0, env: { PORTAGE_SEED_DEMO: 'false' } };

  const restart = async () => {
    await stack.stop();
    stack = await startStack(settings);
  };

  beforeAll(async () => {
    const { dataDir, remove } = await temporaryDataDir();
    cleanups.push(remove);
    Object.assign(settings, { dataDir, port: await freePort() });
    stack = await startStack(settings);
    cleanups.push(() => stack.stop());
    built = (await readDeployment(stack, AREA)).live ?? '';
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  test('has every area deployed by its first start, each file as built', async () => {
    const registry = await readRegistry(stack);
    expect(Object.keys(registry).sort()).toEqual(AREA_NAMES);
    for (const [name, area] of Object.entries(registry)) {
      for (const [address, hash] of Object.entries(await servedFiles(stack, area))) {
        // A build has all of its files, those that versions share too.
        const path = address.replace(`/mfe/${name}/${SHARED_FOLDER}/`, `/mfe/${name}/${area.version}/${SHARED_FOLDER}/`);
        const file = readFileSync(join(SITE, path));
        expect(createHash('sha256').update(file).digest('hex'), address).toBe(hash);
      }
    }
    const { history } = await readDeployment(stack, 'workflows');
    expect(history.map(({ action, by }) => `${action} by ${by}`)).toEqual(['Deployed by npm start', 'Registered by npm start']);
  });

  test('keeps what was deployed and rolled back since, and deploys nothing twice', async () => {
    await deployCopy(stack, 'other0000001');
    await restart();
    expect(await readDeployment(stack, AREA)).toMatchObject({ live: 'other0000001', previous: built, revision: 2 });
    await deployClient(stack)('POST /api/deployments/{name}/rollback', { params: { name: AREA }, body: {} });
    await deployClient(stack)('POST /api/deployments/{name}/canary', {
      params: { name: AREA },
      body: { version: 'other0000001', percent: 30 },
    });
    const before = await readRegistry(stack);
    await restart();
    expect(await readRegistry(stack)).toEqual(before);
    expect(await readDeployment(stack, AREA)).toMatchObject({ live: built, canary: { version: 'other0000001', percent: 30 }, revision: 4 });
  });

  test('deploys a build that differs from the last start’s, over whatever was deployed since', async () => {
    await deployClient(stack)('POST /api/deployments/{name}/live', { params: { name: AREA }, body: { version: 'other0000001' } });
    const file = join(settings.dataDir, 'deployed-areas.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), [AREA]: 'build0000before' }));
    await restart();
    expect(await readDeployment(stack, AREA)).toMatchObject({ live: built, previous: 'other0000001', canary: null });
  });

  test('comes up with every area after kill -9 in the middle of its first start', async () => {
    const { dataDir, remove } = await temporaryDataDir();
    cleanups.push(remove);
    const other = { ...settings, dataDir, port: await freePort() };
    for (const afterMs of [2_500, 3_000, 3_500]) {
      const pids: number[] = [];
      const starting = startStack({
        ...other,
        // All of it at once: the start command, the Workers runtime, PostgreSQL.
        onSpawn: ({ pid = 0 }) =>
          setTimeout(() => {
            pids.push(...withDescendants(pid));
            pids.map(killHard);
          }, afterMs),
      });
      const early = await starting.catch(() => null);
      pids.push(...(early?.pids() ?? []));
      await early?.kill();
      await expect.poll(() => stillRunning(pids)).toEqual([]);
    }
    const recovered = await startStack(other);
    cleanups.push(() => recovered.stop());
    const registry = await readRegistry(recovered);
    expect(Object.keys(registry).sort()).toEqual(AREA_NAMES);
    for (const area of Object.values(registry)) await servedFiles(recovered, area);
  });

  test('uploads the files if the database knows the versions but the data folder is new', async () => {
    const database = await startTestDatabase();
    cleanups.push(() => database.stop());
    const env = { ...settings.env, DATABASE_URL: database.databaseUrl };
    for (let turn = 0; turn < 2; turn += 1) {
      const { dataDir, remove } = await temporaryDataDir();
      cleanups.push(remove);
      const fresh = await startStack({ dataDir, port: await freePort(), env });
      try {
        for (const area of Object.values(await readRegistry(fresh))) await servedFiles(fresh, area);
        expect((await readDeployment(fresh, AREA)).revision).toBe(1);
      } finally {
        await fresh.stop();
      }
    }
  });
});
