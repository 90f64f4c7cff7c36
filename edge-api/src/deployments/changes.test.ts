import { schema } from '@portage/database';
import { AREA_NAMES, type PublishedRegistry, WORKER_NAMES } from '@portage/registry';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { api, DEPLOY_TOKEN, database, signedInPerson, testEnv } from '../../test/api.ts';
import { change, findDeployment, giveTurn, makeLive, makeVersion, newVersion, register, takeTurn } from '../../test/areas.ts';
import { publishWhatIsNot } from './publish-registry.ts';

beforeAll(takeTurn);
afterAll(giveTurn);

const published = () => testEnv.REGISTRY.get<PublishedRegistry>('registry', 'json');

test('the registry names the live version, with the hash a browser checks it by', async () => {
  const [first, second] = [await makeLive('workflows'), await makeVersion('workflows')];
  const before = await published();
  const { status, body } = await change('workflows', 'live', { version: second, note: 'Faster lists' });
  expect([status, body.isChanged, body.isPublished]).toEqual([200, true, true]);
  expect(body.deployment).toMatchObject({ name: 'workflows', kind: 'area', live: second, previous: first, canary: null, isHeld: false });
  expect(body.deployment.changed.by).toBe('tests');
  expect(body.deployment.history[0]).toMatchObject({
    action: 'Deployed',
    version: second,
    fromVersion: first,
    by: 'tests',
    note: 'Faster lists',
  });

  const registry = await published();
  expect(registry?.revision).toBeGreaterThan(before?.revision ?? 0);
  const { entry, integrity, version } = registry?.areas.workflows ?? {};
  expect([version, entry]).toEqual([second, `/mfe/workflows/${second}/mf-manifest.json`]);
  for (const [file, text] of [
    ['mf-manifest.json', integrity?.manifest],
    ['remoteEntry.js', integrity?.remoteEntry],
  ] as const) {
    const bytes = await (await testEnv.AREA_BUCKET.get(`mfe/workflows/${second}/${file}`))?.arrayBuffer();
    const digest = await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0));
    expect(text).toBe(`sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`);
  }
});

test('deploying the same version again changes nothing, and says so', async () => {
  const version = await makeLive('workflows');
  const { revision } = await findDeployment('workflows');
  const { status, body } = await change('workflows', 'live', { version });
  expect([status, body.isChanged, body.isPublished, body.deployment.revision]).toEqual([200, false, true, revision]);
});

test('an unregistered version can’t be made live, a canary or a rollback target', async () => {
  await makeLive('workflows');
  const before = await findDeployment('workflows');
  const version = newVersion();
  for (const [what, body] of [
    ['live', { version }],
    ['canary', { version, percent: 10 }],
    ['canary', { version, percent: 0 }],
    ['rollback', { version }],
  ] as const) {
    expect((await change('workflows', what, body)).status).toBe(404);
  }
  // Registered, but for another area.
  expect((await change('workflows', 'live', { version: await makeVersion('admin') })).status).toBe(404);
  expect(await findDeployment('workflows')).toEqual(before);
});

test('a rollback goes to the previous version, or to the named one', async () => {
  const [first, second, third] = [await makeLive('admin'), await makeLive('admin'), await makeLive('admin')];
  const back = await change('admin', 'rollback', {});
  expect(back.body.deployment).toMatchObject({ live: second, previous: third });
  expect((await published())?.areas.admin?.version).toBe(second);
  const further = await change('admin', 'rollback', { version: first });
  expect(further.body.deployment).toMatchObject({ live: first, previous: second });
  expect(further.body.deployment.history[0]).toMatchObject({ action: 'RolledBack', version: first, fromVersion: second });
  expect((await change('admin', 'rollback', { version: first })).code).toBe('already-live');
});

test('a version that was taken back is bad: no second rollback returns to it unless it is named', async () => {
  const [good, bad] = [await makeLive('admin'), await makeLive('admin')];
  expect((await change('admin', 'rollback', {})).body.deployment).toMatchObject({ live: good, bad: expect.arrayContaining([bad]) });
  const again = await change('admin', 'rollback', {});
  expect([again.status, again.code, again.message]).toEqual([409, 'previous-is-bad', expect.stringContaining(`${bad}, was taken back`)]);
  const named = await change('admin', 'rollback', { version: bad });
  expect(named.body.deployment.live).toBe(bad);
  expect(named.body.deployment.bad).not.toContain(bad);
});

test('a version can be marked as bad, which ends its canary and is in the history and the audit log', async () => {
  const [live, canary] = [await makeLive('admin'), await makeVersion('admin')];
  await change('admin', 'canary', { version: canary, percent: 10 });
  const marked = await change('admin', 'bad', { version: canary, isBad: true, note: 'wrong totals' });
  expect(marked.body.deployment).toMatchObject({ live, canary: null, bad: expect.arrayContaining([canary]) });
  expect(marked.body.deployment.history[0]).toMatchObject({ action: 'CanaryEnded', version: canary, note: 'wrong totals' });
  expect((await published())?.areas.admin).not.toHaveProperty('canary');
  expect((await change('admin', 'bad', { version: live, isBad: true })).code).toBe('already-live');
  const cleared = await change('admin', 'bad', { version: canary, isBad: false });
  expect(cleared.body.deployment.history[0]).toMatchObject({ action: 'MarkedGood', version: canary });
  expect(cleared.body.deployment.bad).not.toContain(canary);
});

test('a canary is published with its share, and then ends or becomes live', async () => {
  const [live, canary] = [await makeLive('admin'), await makeVersion('admin')];
  await change('admin', 'canary', { version: canary, percent: 10 });
  expect((await published())?.areas.admin).toMatchObject({ version: live, canary: { version: canary, percent: 10 } });
  expect((await change('admin', 'canary', { percent: 40 })).body.deployment.canary).toEqual({ version: canary, percent: 40 });
  await change('admin', 'canary', { percent: 0 });
  expect((await published())?.areas.admin).not.toHaveProperty('canary');
  await change('admin', 'canary', { version: canary, percent: 40 });
  const { body } = await change('admin', 'canary', { percent: 100 });
  expect(body.deployment).toMatchObject({ live: canary, previous: live, canary: null });
  expect((await change('admin', 'canary', { percent: 10 })).code).toBe('no-canary');
  expect((await change('admin', 'canary', { percent: 10, version: canary })).code).toBe('already-live');
  for (const percent of [-1, 101, 1.5, '10']) expect((await change('admin', 'canary', { percent, version: live })).status).toBe(400);
});

test('two concurrent deploys of one area are both in the history, one after the other, and the registry names the last', async () => {
  await makeLive('workflows');
  const { revision } = await findDeployment('workflows');
  const versions = await Promise.all(Array.from({ length: 6 }, () => makeVersion('workflows')));
  const answers = await Promise.all(versions.map((version) => change('workflows', 'live', { version })));
  expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200));
  const after = await findDeployment('workflows');
  expect(after.revision).toBe(revision + versions.length);
  const lines = after.history.slice(0, versions.length);
  expect(lines.map(({ version }: { version: string }) => version).sort()).toEqual([...versions].sort());
  for (const [index, line] of lines.entries()) {
    if (index + 1 < lines.length) expect(line.fromVersion).toBe(lines[index + 1].version);
  }
  expect(lines[0].version).toBe(after.live);
  expect((await published())?.areas.workflows?.version).toBe(after.live);
});

test('concurrent deploys of different areas keep each other’s entries', async () => {
  const areas = AREA_NAMES.filter((area) => area !== 'billing');
  for (let round = 0; round < 5; round += 1) {
    const versions = await Promise.all(areas.map((area) => makeVersion(area)));
    await Promise.all(areas.map((area, index) => change(area, 'live', { version: versions[index] })));
    const registry = await published();
    expect(areas.map((area) => registry?.areas[area]?.version)).toEqual(versions);
  }
});

test('of two changes to one revision one is made, and the other is refused with what happened', async () => {
  await makeLive('workflows');
  const { revision } = await findDeployment('workflows');
  const versions = await Promise.all([makeVersion('workflows'), makeVersion('workflows')]);
  const answers = await Promise.all(versions.map((version) => change('workflows', 'live', { version, expectedRevision: revision })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refusal = answers.find(({ status }) => status === 409);
  expect([refusal?.code, refusal?.message]).toEqual(['revision-conflict', expect.stringContaining('Another person changed workflows')]);
  for (const what of ['rollback', 'canary', 'hold'] as const) {
    const body = { expectedRevision: revision, ...(what === 'canary' ? { percent: 0 } : what === 'hold' ? { isHeld: true } : {}) };
    expect((await change('workflows', what, body)).code).toBe('revision-conflict');
  }
});

test('a store that refuses the registry doesn’t undo a change; the cron publishes it later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const first = await makeLive('workflows');
  const version = await makeVersion('workflows');
  const broken = { put: () => Promise.reject(new Error('KV PUT failed: 429')), get: () => Promise.resolve(null) } as unknown as KVNamespace;
  const { status, body } = await change('workflows', 'live', { version }, { env: { REGISTRY: broken } });
  expect([status, body.isChanged, body.isPublished, body.deployment.live]).toEqual([200, true, false, version]);
  expect((await published())?.areas.workflows?.version).toBe(first);
  const { registry } = (await api('GET /api/deployments', { token: DEPLOY_TOKEN })).body;
  expect(registry.published).toBeLessThan(registry.revision);

  await publishWhatIsNot({ ...testEnv, REGISTRY: broken });
  expect((await published())?.areas.workflows?.version).toBe(first);
  await publishWhatIsNot(testEnv);
  expect((await published())?.areas.workflows?.version).toBe(version);
  const after = (await api('GET /api/deployments', { token: DEPLOY_TOKEN })).body.registry;
  expect(after.published).toBe(after.revision);
  vi.restoreAllMocks();
});

test('a store that accepts one write a second is tried again', async () => {
  const version = await makeVersion('workflows');
  let asked = 0;
  const strict = {
    put: async (key: string, text: string) => {
      asked += 1;
      if (asked === 1) throw new Error('KV PUT failed: 429 Too Many Requests');
      await testEnv.REGISTRY.put(key, text);
    },
  } as unknown as KVNamespace;
  expect((await change('workflows', 'live', { version }, { env: { REGISTRY: strict } })).body.isPublished).toBe(true);
  expect([asked, (await published())?.areas.workflows?.version]).toEqual([2, version]);
});

test('an unpublished change goes out with the next one; a registry that the store lost comes back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const version = await makeVersion('workflows');
  const broken = { put: () => Promise.reject(new Error('away')) } as unknown as KVNamespace;
  await change('workflows', 'live', { version }, { env: { REGISTRY: broken } });
  await makeLive('admin');
  expect((await published())?.areas.workflows?.version).toBe(version);
  await testEnv.REGISTRY.delete('registry');
  await publishWhatIsNot(testEnv);
  expect((await published())?.areas.workflows?.version).toBe(version);
  vi.restoreAllMocks();
});

test('changes are published one after the other: a slow earlier one never replaces a later one', async () => {
  const versions = await Promise.all([makeVersion('workflows'), makeVersion('workflows')]);
  const revisions: number[] = [];
  const slow = {
    put: async (key: string, text: string) => {
      revisions.push(JSON.parse(text).revision);
      // A later one that didn't wait would overtake this one now.
      if (revisions.length === 1) await new Promise((resolve) => setTimeout(resolve, 400));
      await testEnv.REGISTRY.put(key, text);
    },
  } as unknown as KVNamespace;
  await Promise.all(versions.map((version) => change('workflows', 'live', { version }, { env: { REGISTRY: slow } })));
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  expect((await published())?.areas.workflows?.version).toBe((await findDeployment('workflows')).live);
});

test('every change is in the audit log, under the person or token that made it', async () => {
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const version = await makeVersion('admin');
  await change('admin', 'live', { version }, { token: admin.token });
  await change('admin', 'hold', { isHeld: true }, { token: admin.token });
  const next = await makeVersion('admin');
  await change('admin', 'canary', { version: next, percent: 20 });
  await change('admin', 'canary', { percent: 0 });
  await change('admin', 'rollback', {});
  const rows = await database()
    .select()
    .from(schema.auditLog)
    .where(
      inArray(schema.auditLog.action, [
        'deployment.deployed',
        'deployment.held',
        'deployment.canary-set',
        'deployment.canary-ended',
        'deployment.rolled-back',
        'deployment.registered',
      ]),
    )
    .orderBy(schema.auditLog.id);
  const ofThis = rows.filter(({ details }) => [details.version, details.fromVersion].some((one) => one === version || one === next));
  expect(ofThis.map(({ action, actorUserId, details }) => [action, actorUserId, details.deployToken ?? null])).toEqual([
    ['deployment.registered', null, 'tests'],
    ['deployment.deployed', admin.row.id, null],
    ['deployment.held', admin.row.id, null],
    ['deployment.registered', null, 'tests'],
    ['deployment.canary-set', null, 'tests'],
    ['deployment.canary-ended', null, 'tests'],
    ['deployment.rolled-back', null, 'tests'],
  ]);
  expect(JSON.stringify(ofThis)).not.toContain(DEPLOY_TOKEN);
});

test('Workers are recorded by command; a person at the page can’t do that', async () => {
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const versions = ['7f0c2a1e-0001', '1.2.3'];
  for (const version of versions) {
    expect((await register('edge-api', version, {}, { body: { shared: {} } })).status).toBe(200);
    expect((await change('edge-api', 'live', { version })).status).toBe(200);
  }
  expect(await findDeployment('edge-api')).toMatchObject({ kind: 'worker', live: versions[1], previous: versions[0] });
  for (const [what, body] of [
    ['live', { version: versions[0] }],
    ['rollback', {}],
    ['canary', { version: versions[0], percent: 10 }],
    ['hold', { isHeld: true }],
  ] as const) {
    const answer = await change('edge-api', what, body, { token: admin.token });
    expect([answer.status, answer.code]).toEqual([409, 'worker-by-command']);
  }
  expect((await published())?.areas).not.toHaveProperty('edge-api');
});

test('the list has every area and Worker, with the newest 50 entries of each', async () => {
  const { body } = await api('GET /api/deployments', { token: DEPLOY_TOKEN });
  expect(body.deployments.map(({ name, kind }: { name: string; kind: string }) => `${kind} ${name}`)).toEqual([
    ...AREA_NAMES.map((name) => `area ${name}`),
    ...WORKER_NAMES.map((name) => `worker ${name}`),
  ]);
  const lines = Array.from({ length: 60 }, (_, index) => ({
    name: 'durable-runs',
    at: new Date(),
    action: 'Registered',
    version: `many-${index}`,
  }));
  await database().insert(schema.deploymentHistory).values(lines);
  const { history } = await findDeployment('durable-runs');
  expect(history).toHaveLength(50);
  expect(history[0].version).toBe('many-59');
  await database()
    .delete(schema.deploymentHistory)
    .where(and(eq(schema.deploymentHistory.name, 'durable-runs')));
});
