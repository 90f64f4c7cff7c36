import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, BILLING_TOKEN, DEPLOY_TOKEN, signedInPerson, testEnv } from '../../test/api.ts';
import {
  builtArea,
  change,
  findDeployment,
  giveTurn,
  makeVersion,
  newVersion,
  register,
  sha256,
  takeTurn,
  upload,
} from '../../test/areas.ts';

const AREA = 'connectors';

beforeAll(takeTurn);
afterAll(giveTurn);

test('a file is accepted once; repeating it changes nothing, and replacing it is refused', async () => {
  const version = newVersion();
  expect((await upload(AREA, version, 'static/js/a.1.js', 'one')).status).toBe(201);
  expect((await upload(AREA, version, 'static/js/a.1.js', 'one')).status).toBe(200);
  const other = await upload(AREA, version, 'static/js/a.1.js', 'two');
  expect([other.status, other.code]).toEqual([409, 'file-differs']);
  expect(await (await testEnv.AREA_BUCKET.get(`mfe/${AREA}/${version}/static/js/a.1.js`))?.text()).toBe('one');
});

test('a shared file is stored once for all versions; its compressed form may come from another compressor', async () => {
  const [first, second] = [newVersion(), newVersion()];
  const path = `shared/js/1.${newVersion()}.js`;
  expect((await upload(AREA, first, path, 'one')).status).toBe(201);
  expect((await upload(AREA, second, path, 'one')).status).toBe(200);
  expect((await upload(AREA, second, path, 'two')).code).toBe('file-differs');
  expect((await upload(AREA, first, `${path}.br`, 'small')).status).toBe(201);
  expect((await upload(AREA, second, `${path}.br`, 'smaller')).status).toBe(200);
  expect(await (await testEnv.AREA_BUCKET.get(`mfe/${AREA}/${path}.br`))?.text()).toBe('small');

  const own = builtArea(AREA, second);
  const files = { ...own, 'mf-manifest.json': own['mf-manifest.json']?.replace('static/js/app.1.js', `../${path}`) ?? '' };
  for (const [name, content] of Object.entries(files)) await upload(AREA, second, name, content);
  expect((await register(AREA, second, { ...files, [path]: 'one', [`${path}.br`]: 'smaller' })).status).toBe(200);
  const { body } = await api(`GET /api/deployments/${AREA}/versions/${second}`, { token: DEPLOY_TOKEN });
  expect(body.files.find((file: { path: string }) => file.path === `${path}.br`)).toMatchObject({ sha256: sha256('small'), bytes: 5 });
});

test('files of any build of the shell are stored once under their own names, by command only', async () => {
  const path = `js/${newVersion()}.js`;
  expect((await upload('shell', 'static', path, 'one')).status).toBe(201);
  expect((await upload('shell', 'static', path, 'one')).status).toBe(200);
  expect((await upload('shell', 'static', path, 'two')).code).toBe('file-differs');
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  expect((await upload('shell', 'static', path, 'one', { token: admin.token })).code).toBe('worker-by-command');
  expect((await upload('shell', newVersion(), path, 'one')).status).toBe(400);
  expect((await upload('edge-api', 'static', path, 'one')).status).toBe(400);
});

test('two concurrent uploads of different files to one path: one is stored, the other is refused', async () => {
  const version = newVersion();
  const contents = Array.from({ length: 8 }, (_, index) => `content ${index}`);
  const answers = await Promise.all(contents.map((content) => upload(AREA, version, 'static/js/a.1.js', content)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  const winner = contents[answers.findIndex(({ status }) => status === 201)];
  expect(await (await testEnv.AREA_BUCKET.get(`mfe/${AREA}/${version}/static/js/a.1.js`))?.text()).toBe(winner);
});

test('a file that differs from its announcement is refused, and nothing is stored', async () => {
  const version = newVersion();
  for (const headers of [{ 'x-content-sha256': sha256('other') }, { 'x-content-sha256': '' }, { 'x-content-sha256': 'zz' }]) {
    const answer = await upload(AREA, version, 'a.js', 'content', { headers });
    expect([answer.status, answer.code]).toEqual([400, 'hash-mismatch']);
  }
  expect(await testEnv.AREA_BUCKET.head(`mfe/${AREA}/${version}/a.js`)).toBeNull();
});

test.for([
  '../../../shell/index.html',
  '..%2f..%2fx.js',
  'static/../../x.js',
  '/etc/passwd.js',
  'static//x.js',
  'static/.env.json',
  'static\\x.js',
  'a b.js',
  'x.exe',
  'x',
  'x.br',
  'x.js\u0000.js',
  'ä.js',
  `${'a'.repeat(300)}.js`,
  '',
])('HOSTILE 35: the path %j is refused', async (path) => {
  const version = newVersion();
  const answer = await upload(AREA, version, path, 'content');
  expect([answer.status, answer.code]).toEqual([400, 'validation']);
  expect((await testEnv.AREA_BUCKET.list({ prefix: `mfe/${AREA}/${version}` })).objects).toEqual([]);
});

test.for(['a.b', 'a-b', 'a%20b', '..', '%2e%2e', 'ä', 'a'.repeat(65), '%00', 'a%2Fb'])('the version %s is refused', async (version) => {
  const response = await api(`PUT /api/deployments/${AREA}/versions/${version}/files?path=a.js`, {
    token: DEPLOY_TOKEN,
    rawBody: 'x',
    headers: { 'x-content-sha256': sha256('x') },
  });
  expect([400, 404]).toContain(response.status);
  expect((await register(AREA, version, {})).status).toBeGreaterThanOrEqual(400);
});

test.for(['signin', 'api', 'constructor', '__proto__', 'hasOwnProperty', 'Workflows', 'stats'])('there is no area %s', async (area) => {
  expect((await upload(area, newVersion(), 'a.js', 'content')).status).toBe(404);
  expect((await register(area, newVersion(), {})).status).toBe(404);
  expect((await change(area, 'live', { version: 'v1' })).status).toBe(404);
});

test('a file of 50 MB is refused, with and without its length announced', async () => {
  const version = newVersion();
  const large = new Uint8Array(50_000_000);
  const answer = await upload(AREA, version, 'static/js/a.1.js', large);
  expect([answer.status, answer.code]).toEqual([413, 'payload-too-large']);
  expect(await testEnv.AREA_BUCKET.head(`mfe/${AREA}/${version}/static/js/a.1.js`)).toBeNull();
});

test('every file named for a version must exist, as named', async () => {
  const version = newVersion();
  const files = builtArea(AREA, version);
  const refusal = async (named: Record<string, string>, body = {}) => {
    const answer = await register(AREA, version, named, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(answer.code).toBe('version-refused');
    return answer.body.errors.map(({ userMessage }: { userMessage: string }) => userMessage).join(' ');
  };
  expect(await refusal(files)).toContain('These files were not uploaded: mf-manifest.json, remoteEntry.js');
  for (const [path, content] of Object.entries(files)) await upload(AREA, version, path, content);
  expect(await refusal({ ...files, 'static/js/app.1.js': 'other' })).toContain('uploaded with different content: static/js/app.1.js');
  const { 'mf-manifest.json': _, ...withoutManifest } = files;
  expect(await refusal(withoutManifest)).toContain('There is no mf-manifest.json');
  const { 'static/js/app.1.js': __, ...withoutApp } = files;
  expect(await refusal(withoutApp)).toContain('needs files that are not part of the version: static/js/app.1.js');
  expect(await refusal(files, { shared: { react: '^18.0.0', 'styled-components': '^6.0.0' } })).toContain(
    'asks the shell for react ^19.0.0',
  );
  expect((await findDeployment(AREA)).versions.some((one: { version: string }) => one.version === version)).toBe(false);
});

test('a manifest of another version, another area or none is refused', async () => {
  const manifests = {
    'is that of': (version: string) => builtArea(AREA, `${version}x`)['mf-manifest.json'],
    'not of portage_connectors': (version: string) => builtArea('workflows', version)['mf-manifest.json'],
    'does not expose ./app': (version: string) => builtArea(AREA, version)['mf-manifest.json']?.replace('./app', './other'),
    'doesn’t look for its files': (version: string) =>
      builtArea(AREA, version)['mf-manifest.json']?.replace('"/mfe/', '"https://evil.example/mfe/'),
    'is not a federation manifest': () => '{"exposes": 7}',
    'not a federation': () => 'null',
    'a federation manifest': () => '<html>',
  };
  for (const [expected, manifestOf] of Object.entries(manifests)) {
    const version = newVersion();
    const files = { ...builtArea(AREA, version), 'mf-manifest.json': manifestOf(version) ?? '' };
    for (const [path, content] of Object.entries(files)) await upload(AREA, version, path, content);
    const answer = await register(AREA, version, files);
    expect([answer.status, answer.code]).toEqual([400, 'version-refused']);
    expect(JSON.stringify(answer.body)).toContain(expected);
  }
});

test('a registered version accepts no more files and is registered once; repeating it changes nothing', async () => {
  const version = await makeVersion(AREA);
  const files = builtArea(AREA, version);
  const more = await upload(AREA, version, 'static/js/more.js', 'more');
  expect([more.status, more.code]).toEqual([409, 'version-registered']);
  expect((await upload(AREA, version, 'remoteEntry.js', files['remoteEntry.js'] ?? '')).status).toBe(200);
  // The store lost it.
  await testEnv.AREA_BUCKET.delete(`mfe/${AREA}/${version}/remoteEntry.js`);
  expect((await upload(AREA, version, 'remoteEntry.js', 'other')).status).toBe(409);
  expect((await upload(AREA, version, 'remoteEntry.js', files['remoteEntry.js'] ?? '')).status).toBe(201);
  const again = await register(AREA, version, files);
  expect([again.status, again.body.isNew]).toEqual([200, false]);
  const { 'remoteEntry.js.br': _, ...fewer } = files;
  const other = await register(AREA, version, fewer);
  expect([other.status, other.code]).toEqual([409, 'version-registered']);
  const lines = (await findDeployment(AREA)).history.filter((line: { version: string }) => line.version === version);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ action: 'Registered', by: 'tests' });
});

test('a version says what it was built from; anything else than a commit is refused', async () => {
  const source = { commit: 'ab'.repeat(20), committedAt: '2026-11-30T09:00:00+01:00', branch: 'main', isDirty: true, pipeline: null };
  const version = await makeVersion(AREA, { body: { source } });
  const find = ({ versions }: { versions: { version: string; source: unknown }[] }, wanted: string) =>
    versions.find((one) => one.version === wanted)?.source;
  expect(find(await findDeployment(AREA), version)).toEqual(source);
  const unknown = await makeVersion(AREA);
  expect(find(await findDeployment(AREA), unknown)).toBeNull();
  for (const wrong of [{ ...source, commit: 'main' }, { ...source, author: 'me' }, { commit: source.commit }]) {
    expect((await register(AREA, newVersion(), {}, { body: { source: wrong } })).status).toBe(400);
  }
});

test('a version that needs more than the shell has is refused, naming what doesn’t fit', async () => {
  const shell = newVersion();
  await register('shell', shell, {}, { body: { shared: { react: '20.0.1', 'styled-components': '6.6.0' } } });
  await change('shell', 'live', { version: shell });
  const version = newVersion();
  const files = builtArea(AREA, version);
  for (const [path, content] of Object.entries(files)) await upload(AREA, version, path, content);
  const answer = await register(AREA, version, files);
  expect([answer.status, answer.message]).toEqual([400, 'It asks for react ^19.0.0, and the shell shares react 20.0.1.']);
  await change('shell', 'rollback', { version: await makeShell() });
  expect((await register(AREA, version, files)).status).toBe(200);
});

async function makeShell(): Promise<string> {
  const version = newVersion();
  await register('shell', version, {}, { body: { shared: { react: '19.3.1', 'styled-components': '6.6.0' } } });
  return version;
}

test('a token for some areas works only for those', async () => {
  const answer = await upload(AREA, newVersion(), 'a.js', 'content', { token: BILLING_TOKEN });
  expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
  expect((await register(AREA, newVersion(), {}, { token: BILLING_TOKEN })).status).toBe(403);
  expect((await change(AREA, 'live', { version: 'v1' }, { token: BILLING_TOKEN })).status).toBe(403);
  expect((await change('shell', 'live', { version: 'v1' }, { token: BILLING_TOKEN })).status).toBe(403);
  expect((await upload('playbooks', newVersion(), 'a.js', 'content', { token: BILLING_TOKEN })).status).toBe(201);
  expect((await api('GET /api/deployments', { token: BILLING_TOKEN })).status).toBe(200);
});

test('HOSTILE 25: an invalid token, or an almost valid one, counts as anonymous', async () => {
  const almost = [DEPLOY_TOKEN.slice(0, -1), `${DEPLOY_TOKEN}x`, DEPLOY_TOKEN.toUpperCase(), 'pdt_', 'tests', `tests:${DEPLOY_TOKEN}`];
  for (const token of almost) expect((await api('GET /api/deployments', { token })).status, token).toBe(401);
  const env = { DEPLOY_TOKENS: 'short:pdt_short, :pdt_without-a-name-without-a-name-x, other:no-prefix-no-prefix-no-prefix-no-prefix' };
  for (const token of ['pdt_short', 'pdt_without-a-name-without-a-name-x', 'no-prefix-no-prefix-no-prefix-no-prefix']) {
    expect((await api('GET /api/deployments', { token, env })).status, token).toBe(401);
  }
});

test('two tokens with one name both work, so that one is replaced without a gap', async () => {
  const [before, after] = [`pdt_${'a'.repeat(43)}`, `pdt_${'b'.repeat(43)}`];
  const env = { DEPLOY_TOKENS: `ci:${before},ci:${after}` };
  for (const token of [before, after]) expect((await api('GET /api/deployments', { token, env })).status).toBe(200);
});

test('an admin deploys too, in their own name; files of Workers aren’t stored here', async () => {
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const version = await makeVersion(AREA, { token: admin.token });
  expect((await findDeployment(AREA)).versions.find((one: { version: string }) => one.version === version)).toMatchObject({
    by: admin.row.email,
    sizeBrotliBytes: 1_000,
    hasFiles: true,
  });
  expect((await upload('shell', 'v1', 'a.js', 'content')).status).toBe(400);
});
