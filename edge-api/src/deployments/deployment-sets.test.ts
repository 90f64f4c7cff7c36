import { schema } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import type { PublishedRegistry } from '@portage/registry';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallOptions, DEPLOY_TOKEN, database, signedInPerson, testEnv } from '../../test/api.ts';
import { change, findDeployment, giveTurn, makeLive, makeVersion, register, takeTurn } from '../../test/areas.ts';
import { clearOldVersions } from './clear-old-versions.ts';

beforeAll(takeTurn);
afterAll(giveTurn);

interface ListedSet {
  number: number;
  parts: { name: string; live: string; canary: unknown }[];
}

const published = () => testEnv.REGISTRY.get<PublishedRegistry>('registry', 'json');
const token = DEPLOY_TOKEN;

async function listSets(): Promise<(ListedSet & Record<string, unknown>)[]> {
  return (await api('GET /api/deployments/sets', { token })).body.sets;
}

async function lastSet() {
  const [last] = await listSets();
  if (!last) throw new Error('There is no set');
  return last;
}

const returnTo = (number: number | string, body: object = {}, options: CallOptions = {}) =>
  api(`POST /api/deployments/sets/${number}/live`, { token, ...options, body });

const deployTogether = (versions: object[], options: CallOptions = {}) =>
  api('POST /api/deployments/live', { token, ...options, body: { versions, note: 'Both sides of a rename' } });

test('each change of what people get is a numbered set with who, when and why; a hold and an upload are none', async () => {
  const first = await makeLive('workflows');
  const before = await lastSet();
  const second = await makeVersion('workflows');
  await change('workflows', 'hold', { isHeld: true });
  expect((await lastSet()).number).toBe(before.number);

  await change('workflows', 'canary', { version: second, percent: 10, note: 'A tenth first' });
  const canary = await lastSet();
  expect(canary).toMatchObject({ number: before.number + 1, by: 'tests', action: 'Canary', note: 'A tenth first', hasFiles: true });
  expect(canary.changes).toEqual([
    {
      name: 'workflows',
      from: { name: 'workflows', live: first, canary: null },
      to: { name: 'workflows', live: first, canary: { version: second, percent: 10 } },
    },
  ]);
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  await change('workflows', 'live', { version: second }, { token: admin.token });
  expect(await lastSet()).toMatchObject({ number: before.number + 2, by: admin.row.email, action: 'Deployed', note: null });
  expect((await published())?.revision).toBe(before.number + 2);
});

test('a Worker’s deploy is a set with the contract of the API', async () => {
  await register('edge-api', 'set-worker', {}, { body: { shared: {} } });
  await change('edge-api', 'live', { version: 'set-worker' });
  const set = await lastSet();
  expect(set.parts.find(({ name }) => name === 'edge-api')).toEqual({ name: 'edge-api', live: 'set-worker', canary: null });
  expect(set.contractVersion).toMatch(/^\d+$/);
});

test('areas deployed together are one set, published once', async () => {
  await Promise.all([makeLive('workflows'), makeLive('admin')]);
  const [workflows, admin] = [await makeVersion('workflows'), await makeVersion('admin')];
  const before = await lastSet();
  let writes = 0;
  const counting = {
    put: (key: string, text: string) => {
      writes += 1;
      return testEnv.REGISTRY.put(key, text);
    },
  } as unknown as KVNamespace;
  const versions = [
    { name: 'workflows', version: workflows },
    { name: 'admin', version: admin },
  ];
  const { status, body } = await deployTogether(versions, { env: { REGISTRY: counting } });
  expect([status, body]).toEqual([200, { isChanged: true, isPublished: true, set: before.number + 1 }]);
  expect(writes).toBe(1);
  const registry = await published();
  expect([registry?.areas.workflows?.version, registry?.areas.admin?.version]).toEqual([workflows, admin]);
  expect(await lastSet()).toMatchObject({ number: before.number + 1, note: 'Both sides of a rename' });
  expect((await findDeployment('admin')).history[0]).toMatchObject({ action: 'Deployed', version: admin, note: 'Both sides of a rename' });

  const again = await deployTogether(versions);
  expect(again.body).toEqual({ isChanged: false, isPublished: true, set: before.number + 1 });
});

test('if one of several areas can’t be deployed, none is', async () => {
  await makeLive('workflows');
  const version = await makeVersion('workflows');
  const before = await lastSet();
  const together = (name: string, other: string, extra: object = {}) =>
    deployTogether([
      { name: 'workflows', version, ...extra },
      { name, version: other },
    ]);
  expect((await together('admin', 'none')).status).toBe(404);
  const admin = await makeVersion('admin');
  expect((await together('admin', admin, { expectedRevision: 999_999 })).code).toBe('revision-conflict');
  expect((await together('workflows', version)).status).toBe(400);
  expect((await deployTogether([])).status).toBe(400);
  expect((await deployTogether([{ name: 'admin', version: admin, percent: 10 }])).status).toBe(400);
  expect((await findDeployment('workflows')).live).not.toBe(version);
  expect(await lastSet()).toEqual(before);
});

test('two changes of several areas in opposite order both happen, one after the other', async () => {
  await Promise.all([makeLive('workflows'), makeLive('admin')]);
  const versions = await Promise.all(['workflows', 'admin', 'admin', 'workflows'].map((name) => makeVersion(name)));
  const [a, b, c, d] = versions;
  const before = await lastSet();
  const answers = await Promise.all([
    deployTogether([
      { name: 'workflows', version: a },
      { name: 'admin', version: b },
    ]),
    deployTogether([
      { name: 'admin', version: c },
      { name: 'workflows', version: d },
    ]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => body.set).sort()).toEqual([before.number + 1, before.number + 2]);
  const registry = await published();
  expect([
    [a, b],
    [d, c],
  ]).toContainEqual([registry?.areas.workflows?.version, registry?.areas.admin?.version]);
});

test('returning to a set restores exactly its versions and canaries, as a new set', async () => {
  await Promise.all([makeLive('workflows'), makeLive('admin')]);
  const canary = await makeVersion('admin');
  await change('admin', 'canary', { version: canary, percent: 30 });
  const [wanted, registry] = [await lastSet(), await published()];
  await makeLive('workflows');
  await makeLive('admin');
  await change('workflows', 'canary', { version: await makeVersion('workflows'), percent: 50 });

  const last = await lastSet();
  const { status, body } = await returnTo(wanted.number, { note: 'Prices were wrong' });
  expect([status, body]).toEqual([200, { isChanged: true, isPublished: true, set: last.number + 1 }]);
  const after = await lastSet();
  expect(after).toMatchObject({ action: 'RolledBack', note: `Return to set ${wanted.number}: Prices were wrong`, parts: wanted.parts });
  expect((await published())?.areas).toEqual(registry?.areas);
  const [entry] = await database()
    .select()
    .from(schema.auditLog)
    .where(eq(schema.auditLog.action, 'deployment.rolled-back'))
    .orderBy(desc(schema.auditLog.id))
    .limit(1);
  expect(entry?.details).toMatchObject({ deployToken: 'tests', note: `Return to set ${wanted.number}: Prices were wrong` });

  expect((await returnTo(wanted.number)).body).toMatchObject({ isChanged: false, set: after.number });
});

test('a return is refused if somebody deployed meanwhile, for unknown sets, other fields and other people', async () => {
  await makeLive('workflows');
  const wanted = await lastSet();
  await makeLive('workflows');
  const stale = await returnTo(wanted.number, { expectedSet: wanted.number });
  expect([stale.status, stale.code, stale.message]).toEqual([
    409,
    'revision-conflict',
    expect.stringContaining(`the last set is ${wanted.number + 1}, not ${wanted.number}`),
  ]);
  expect((await returnTo(999_999_999)).status).toBe(404);
  expect((await returnTo('latest')).status).toBe(400);
  expect((await returnTo(wanted.number, { force: true })).status).toBe(400);
  const { token: person } = await signedInPerson();
  expect((await returnTo(wanted.number, {}, { token: person })).status).toBe(403);
  expect((await api('GET /api/deployments/sets', { token: person })).status).toBe(403);
  expect((await lastSet()).number).toBe(wanted.number + 1);
});

test('a set with versions that don’t fit the live shell is refused by name', async () => {
  await register('shell', 'react-19', {}, { body: { shared: { react: '19.3.1', 'styled-components': '6.6.0' } } });
  await change('shell', 'live', { version: 'react-19' });
  await makeLive('workflows');
  const wanted = await lastSet();
  await makeLive('workflows');
  await register('shell', 'react-20', {}, { body: { shared: { react: '20.0.0', 'styled-components': '6.6.0' } } });
  await change('shell', 'live', { version: 'react-20' });
  const refused = await returnTo(wanted.number);
  const refusal = (await listSets()).find(({ number }) => number === wanted.number)?.refusal;
  // The other tests' areas fit any shell.
  await database().delete(schema.deployments).where(eq(schema.deployments.name, 'shell'));
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'shell-differs',
    expect.stringMatching(/workflows doesn’t fit the live shell\. It asks for react \^19/),
  ]);
  expect(refusal).toEqual({ code: 'shell-differs', message: refused.message });
});

test('a version’s details are its files, packages and size', async () => {
  const version = await makeVersion('admin');
  const { body } = await api(`GET /api/deployments/admin/versions/${version}`, { token });
  expect(body).toMatchObject({ version, by: 'tests', sizeBrotliBytes: 1_000, hasFiles: true });
  expect(body.shared).toEqual({ react: '^19.0.0', 'styled-components': '^6.0.0' });
  expect(body.files).toContainEqual({ path: 'remoteEntry.js', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: expect.any(Number) });
  for (const path of ['admin/versions/none', 'none/versions/none'])
    expect((await api(`GET /api/deployments/${path}`, { token })).status).toBe(404);
});

test('clearing keeps the files of the last ten sets, and a cleared set is refused', async () => {
  await makeLive('admin');
  const old = await lastSet();
  for (let index = 0; index < 6; index += 1) await makeLive('admin');
  await clearOldVersions(testEnv, new Date(Date.now() + 8 * DAY_MS));
  expect((await listSets()).find(({ number }) => number === old.number)?.hasFiles).toBe(true);

  for (let index = 0; index < 4; index += 1) await makeLive('admin');
  await clearOldVersions(testEnv, new Date(Date.now() + 8 * DAY_MS));
  expect((await listSets()).find(({ number }) => number === old.number)?.hasFiles).toBe(false);
  const refused = await returnTo(old.number);
  expect([refused.status, refused.code]).toEqual([409, 'version-cleared']);
  expect(refused.message).toMatch(new RegExp(`The files of version \\w+ of admin, in set ${old.number}, were deleted`));
  const listed = (await listSets()).filter(({ number }) => number === old.number || number === old.number + 10);
  expect(listed.map(({ refusal }) => refusal)).toEqual([undefined, { code: 'version-cleared', message: refused.message }]);
});
