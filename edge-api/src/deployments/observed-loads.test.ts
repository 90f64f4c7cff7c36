import { schema } from '@portage/database';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, database, fetchWorker, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { change, findDeployment, giveTurn, makeLive, makeVersion, newVersion, takeTurn } from '../../test/areas.ts';
import { parsePrometheus } from '../../test/parse-prometheus.ts';
import { signedInAdmin } from '../../test/workflows.ts';
import { clearOldVersions } from './clear-old-versions.ts';
import { findPercentile } from './observed-loads.ts';

const AREA = 'connectors';
beforeAll(takeTurn);
afterAll(giveTurn);
// Once a shell is registered, only copies that a shell had are counted.
beforeEach(() => database().delete(schema.deploymentVersions).where(eq(schema.deploymentVersions.name, 'shell')));

function shown({ token }: Pick<Person, 'token'>, version: string, observed?: object, area = AREA) {
  return api('POST /api/deployments/reports', { token, body: { area, version, outcome: 'Shown', ...(observed ? { observed } : {}) } });
}

function failed({ token }: Person, version: string) {
  return api('POST /api/deployments/reports', { token, body: { area: AREA, version, outcome: 'LoadFailed' } });
}

async function findObserved(version: string) {
  const { versions } = await findDeployment(AREA);
  return versions.find((row: { version: string }) => row.version === version)?.observed;
}

const countRows = async (version: string) => {
  const rows = await database().select().from(schema.metrics).where(sql`${schema.metrics.labels}->>'version' = ${version}`);
  return rows.length;
};

const copy = (version: string, name = 'react', from = 'shell') => ({ package: name, version, from });

async function registerShell(react: string): Promise<void> {
  const row = { name: 'shell', version: newVersion(), files: [], shared: { react }, sizeBrotliBytes: 0, uploadedAt: new Date() };
  await database().insert(schema.deploymentVersions).values(row);
}

test('loads, failures, times and shared packages are counted by version, without a person', async () => {
  const [ada, ben] = [await signedInPerson(), await signedInPerson()];
  const version = await makeLive(AREA);
  for (let count = 0; count < 19; count += 1) await shown(ada, version, { loadMs: 180, mountMs: 45, shared: [copy('19.3.1')] });
  await shown(ben, version, { loadMs: 4_000, mountMs: 1_900, shared: [copy('19.4.0'), copy('6.6.0', 'styled-components')] });
  await failed(ben, version);
  expect(await findObserved(version)).toEqual({
    loads: 20,
    failures: 1,
    load: { p50Ms: 153, p95Ms: 200 },
    mount: { p50Ms: 36, p95Ms: 50 },
    shared: [
      { ...copy('19.3.1'), loads: 19 },
      { ...copy('19.4.0'), loads: 1 },
      { ...copy('6.6.0', 'styled-components'), loads: 1 },
    ],
  });
  const rows = await database().select().from(schema.metrics).where(sql`${schema.metrics.labels}->>'version' = ${version}`);
  expect(JSON.stringify(rows)).not.toContain(ada.row.id);
});

test('a version that no one is meant to have yet counts for itself, never for the live one', async () => {
  const person = await signedInPerson();
  const [live, other] = [await makeLive(AREA), await makeVersion(AREA)];
  await shown(person, other, { mountMs: 5_000 });
  expect(await findObserved(live)).toBeUndefined();
  expect(await findObserved(other)).toMatchObject({ loads: 1 });
});

test('a forged version, area or package adds no row, and impossible numbers and unknown fields are refused', async () => {
  const person = await signedInPerson();
  const [version, forged] = [await makeLive(AREA), newVersion()];
  expect((await shown(person, forged, { loadMs: 1 })).status).toBe(200);
  expect((await shown(person, version, { loadMs: 1 }, 'admin')).status).toBe(200);
  expect(await countRows(forged)).toBe(0);
  expect(await countRows(version)).toBe(0);
  for (const observed of [{ loadMs: -1 }, { mountMs: 1e9 }, { loadMs: '1' }, { url: '/users' }, { shared: [copy('x'.repeat(99))] }]) {
    expect((await shown(person, version, observed)).status).toBe(400);
  }
  expect((await shown({ token: 'junk' }, version, { loadMs: 1 })).status).toBe(401);
  await shown(person, version, { shared: [copy('1.0.0', 'left-pad'), copy('19.3.1'), copy('19.9.9')] });
  expect((await findObserved(version)).shared).toEqual([{ ...copy('19.3.1'), loads: 1 }]);
});

test('invented copies of a package are few, and none once a shell is registered', async () => {
  const person = await signedInPerson();
  const version = await makeLive(AREA);
  for (let patch = 0; patch < 10; patch += 1) await shown(person, version, { shared: [copy(`19.3.${patch}`)] });
  expect((await findObserved(version)).shared).toHaveLength(4);
  await registerShell('19.7.0');
  for (const react of ['19.7.0', '19.7.1', '19.7.2']) await shown(person, version, { shared: [copy(react)] });
  const { shared } = await findObserved(version);
  expect(shared.map((one: { version: string }) => one.version).filter((react: string) => react.startsWith('19.7'))).toEqual(['19.7.0']);
});

test('one person’s flood counts as 30 loads a day', async () => {
  const [flooder, other] = [await signedInPerson(), await signedInPerson()];
  const version = await makeLive(AREA);
  for (let count = 0; count < 40; count += 1) await shown(flooder, version, { mountMs: 100_000 });
  await shown(other, version, { mountMs: 40 });
  expect(await findObserved(version)).toMatchObject({ loads: 31 });
});

test('metrics show the live version, a canary and the one before, and no others', async () => {
  const person = await signedInPerson();
  const versions = [await makeLive(AREA), await makeLive(AREA), await makeLive(AREA), await makeVersion(AREA)] as const;
  const [old, previous, live, canary] = versions;
  await change(AREA, 'canary', { version: canary, percent: 10 });
  for (const version of versions) await shown(person, version, { loadMs: 300, mountMs: 40 });
  await failed(person, live);
  const { token } = await signedInAdmin();
  const text = await (await fetchWorker('/api/metrics', { headers: { authorization: `Bearer ${token}` } })).text();
  const families = parsePrometheus(text);
  const find = (name: string, version: string) =>
    families.get(name)?.samples.find(({ labels }) => labels.area === AREA && labels.version === version)?.value;
  expect([previous, live, canary].map((version) => find('portage_area_loads_total', version))).toEqual([1, 1, 1]);
  expect(find('portage_area_failures_total', live)).toBe(1);
  expect(families.get('portage_area_mount_seconds')?.samples.find(({ name }) => name.endsWith('_sum'))).toBeDefined();
  expect(text).not.toContain(old);
});

test('counters go with the files of their version', async () => {
  const person = await signedInPerson();
  const old = await makeVersion(AREA);
  await shown(person, old, { loadMs: 1 });
  expect(await countRows(old)).toBeGreaterThan(0);
  for (let count = 0; count < 5; count += 1) await makeVersion(AREA);
  await clearOldVersions(testEnv, new Date(Date.now() + 8 * 24 * 3_600_000));
  expect(await countRows(old)).toBe(0);
  const removed = and(eq(schema.deploymentVersions.name, AREA), eq(schema.deploymentVersions.version, old));
  const [row] = await database().select().from(schema.deploymentVersions).where(removed);
  expect(row?.removedAt).not.toBeNull();
  await shown(person, old, { loadMs: 1 });
  expect(await countRows(old)).toBe(0);
});

test.each([
  ['a line through the bucket', [0, 10, 0, 0], 0.5, 1.5],
  ['the first bucket begins at 0', [10, 0, 0, 0], 0.5, 0.5],
  ['between buckets', [5, 5, 0, 0], 0.95, 1.9],
  ['an empty bucket is skipped', [5, 0, 5, 0], 0.6, 2.4],
  ['beyond the last bound', [0, 0, 0, 7], 0.5, 4],
])('a percentile is found in buckets: %s', (_, counts, share, value) => {
  expect(findPercentile([1, 2, 4], counts, share)).toBeCloseTo(value);
});
