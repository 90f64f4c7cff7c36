import { schema } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { database, testEnv } from '../../test/api.ts';
import {
  builtArea,
  change,
  findDeployment,
  giveTurn,
  makeLive,
  makeVersion,
  newVersion,
  register,
  takeTurn,
  upload,
} from '../../test/areas.ts';
import { clearOldVersions } from './clear-old-versions.ts';

const AREA = 'billing';
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const countFiles = async (version: string) => (await testEnv.AREA_BUCKET.list({ prefix: `mfe/${AREA}/${version}/` })).objects.length;

beforeAll(takeTurn);
afterAll(giveTurn);
beforeEach(async () => {
  for (const table of [schema.deployments, schema.deploymentVersions]) await database().delete(table).where(eq(table.name, AREA));
});

test('old versions’ files are removed; the newest five, the live version, the one before it, a canary and versions less than a week old stay', async () => {
  const [oldest, previous, live, canary] = [await makeVersion(AREA), await makeLive(AREA), await makeLive(AREA), await makeVersion(AREA)];
  await change(AREA, 'canary', { version: canary, percent: 10 });
  const newest: string[] = [];
  for (let index = 0; index < 5; index += 1) newest.push(await makeVersion(AREA));

  await clearOldVersions(testEnv, inDays(6));
  expect(await countFiles(oldest)).toBeGreaterThan(0);
  await clearOldVersions(testEnv, inDays(8));
  expect(await countFiles(oldest)).toBe(0);
  for (const version of [previous, live, canary, ...newest]) expect(await countFiles(version)).toBeGreaterThan(0);

  const { versions } = await findDeployment(AREA);
  expect(versions.filter((one: { hasFiles: boolean }) => !one.hasFiles).map((one: { version: string }) => one.version)).toEqual([oldest]);
  const refused = await change(AREA, 'rollback', { version: oldest });
  expect([refused.status, refused.code]).toEqual([409, 'version-cleared']);

  // Once deployed again, it's like any other.
  await makeVersion(AREA, {}, oldest);
  expect((await change(AREA, 'live', { version: oldest })).status).toBe(200);
});

test('a version whose files were cleared comes back only with the same files, since caches may still have them; compressed ones may come from another compressor', async () => {
  const version = await makeVersion(AREA);
  await makeLive(AREA);
  await makeLive(AREA);
  for (let index = 0; index < 5; index += 1) await makeVersion(AREA);
  await clearOldVersions(testEnv, inDays(8));
  expect(await countFiles(version)).toBe(0);

  const files = { ...builtArea(AREA, version), 'remoteEntry.js.br': 'compressed otherwise' };
  for (const [path, content] of Object.entries(files)) await upload(AREA, version, path, content);
  await upload(AREA, version, 'static/js/other.js', 'another build');
  const other = await register(AREA, version, { ...files, 'static/js/other.js': 'another build' });
  expect([other.status, other.code]).toEqual([409, 'version-registered']);
  expect((await register(AREA, version, files)).status).toBe(200);
});

test('a file that versions share is kept as long as one of them, and brought back with any of them', async () => {
  const [both, own] = [`shared/js/both.${newVersion()}.js`, `shared/js/own.${newVersion()}.js`];
  const isStored = async (path: string) => (await testEnv.AREA_BUCKET.head(`mfe/${AREA}/${path}`)) !== null;
  const bring = async (version: string, more: Record<string, string>) => {
    const files = { ...builtArea(AREA, version), ...more };
    for (const [path, content] of Object.entries(files)) await upload(AREA, version, path, content);
    expect((await register(AREA, version, files)).status).toBe(200);
  };
  const [first, last] = [newVersion(), newVersion()];
  await bring(first, { [both]: 'both', [own]: 'own' });
  for (let index = 0; index < 5; index += 1) await makeVersion(AREA);
  await bring(last, { [both]: 'both' });
  await clearOldVersions(testEnv, inDays(6));
  expect([await isStored(both), await isStored(own)]).toEqual([true, true]);
  await clearOldVersions(testEnv, inDays(8));
  expect([await countFiles(first), await isStored(both), await isStored(own)]).toEqual([0, true, false]);
  await bring(first, { [both]: 'both', [own]: 'own' });
  expect(await isStored(own)).toBe(true);
});

test('an upload that was never finished is removed after a week, one in progress stays', async () => {
  const version = newVersion();
  await upload(AREA, version, 'remoteEntry.js', 'half');
  await clearOldVersions({ ...testEnv, KEEP_VERSIONS_DAYS: '0' }, new Date());
  expect(await countFiles(version)).toBe(1);
  await clearOldVersions(testEnv, inDays(6));
  expect(await countFiles(version)).toBe(1);
  await clearOldVersions(testEnv, inDays(8));
  expect(await countFiles(version)).toBe(0);
});

test('a version isn’t registered while its files are being cleared, and isn’t cleared once it is', async () => {
  const version = newVersion();
  const files = builtArea(AREA, version);
  for (const [path, content] of Object.entries(files)) await upload(AREA, version, path, content);
  const [registered] = await Promise.all([register(AREA, version, files), clearOldVersions(testEnv, inDays(8))]);
  expect(await countFiles(version)).toBe(registered.status === 200 ? Object.keys(files).length : 0);
});
