import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, BILLING_TOKEN, DEPLOY_TOKEN, signedInPerson, testEnv } from '../../test/api.ts';
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

beforeAll(takeTurn);
afterAll(giveTurn);

const menu = { label: 'All Reports' };
const listSets = async () => (await api('GET /api/deployments/sets', { token: DEPLOY_TOKEN })).body.sets;

/** A version of an area that isn't in this repository. */
async function registered(body: object, options = {}) {
  const version = newVersion();
  const files = builtArea('reports', version);
  for (const [path, content] of Object.entries(files)) await upload('reports', version, path, content, options);
  return { version, ...(await register('reports', version, files, { body, ...options })) };
}

test('an area of another repository is deployed with its label, published with it, rolled back, and listed from then on', async () => {
  expect(await findDeployment('reports')).toBeUndefined();
  expect((await change('reports', 'hold', { isHeld: true })).status).toBe(404);
  expect(await findDeployment('reports')).toBeUndefined();
  const first = await registered({ menu });
  expect(first.status).toBe(200);
  expect((await change('reports', 'live', { version: first.version })).status).toBe(200);
  const published = async () => (await testEnv.REGISTRY.get<{ areas: Record<string, object> }>('registry', 'json'))?.areas.reports;
  expect(await published()).toMatchObject({ version: first.version, menu });

  const second = await registered({ menu: { label: 'Reports' } });
  await change('reports', 'live', { version: second.version });
  expect(await published()).toMatchObject({ version: second.version, menu: { label: 'Reports' } });
  expect((await change('reports', 'rollback', {})).status).toBe(200);
  expect(await published()).toMatchObject({ version: first.version, menu });
  expect(await findDeployment('reports')).toMatchObject({ kind: 'area', live: first.version });
});

test('it needs a label, areas of this repository may not bring one, and a token for another area may not touch it', async () => {
  expect(await registered({})).toMatchObject({ status: 400, message: expect.stringContaining('needs a label for the menu') });
  expect((await registered({ menu: { label: '<b>x' } })).status).toBe(400);
  expect((await registered({ menu }, { token: BILLING_TOKEN })).status).toBe(403);
  const version = await makeVersion('billing');
  expect((await register('billing', newVersion(), builtArea('billing', version), { body: { menu } })).status).toBe(400);
});

test('a preview of it brings its label to those who open it, and nobody else hears of it', async () => {
  const { version } = await registered({ menu: { label: 'Reports to come' }, isPreview: true });
  const made = await api('POST /api/deployments/reports/previews', { token: DEPLOY_TOKEN, body: { name: 'copy', version } });
  const [ada, ben] = [await signedInPerson(), await signedInPerson()];
  const body = { link: made.body.preview.link.split('#')[1] };
  const opened = { area: 'reports', version, menu: { label: 'Reports to come' } };
  expect((await api('POST /api/deployments/previews/opened', { token: ada.token, body })).body.preview).toMatchObject(opened);
  const listOpened = async ({ token }: { token: string }) => (await api('GET /api/deployments/previews/opened', { token })).body.previews;
  expect(await listOpened(ada)).toMatchObject([opened]);
  expect(await listOpened(ben)).toEqual([]);
  expect((await api('DELETE /api/deployments/previews/opened/reports', { token: ada.token })).status).toBe(200);
  expect(await listOpened(ada)).toEqual([]);
});

test('it is removed from what everyone gets; a rollback and a set bring it back, and a set from before removes it again', async () => {
  await makeLive('billing');
  const { version } = await registered({ menu });
  await change('reports', 'live', { version });
  const [withIt] = await listSets();
  expect((await change('billing', 'removed', {})).code).toBe('part-of-portage');
  expect((await change('reports', 'removed', {}, { token: BILLING_TOKEN })).status).toBe(403);
  expect((await change('reports', 'removed', { note: 'Nobody used it' })).status).toBe(200);
  expect((await testEnv.REGISTRY.get<{ areas: object }>('registry', 'json'))?.areas).not.toHaveProperty('reports');
  const removed = await findDeployment('reports');
  expect(removed.live).toBeNull();
  expect(removed.history[0]).toMatchObject({ action: 'Removed', version, note: 'Nobody used it' });
  const [without] = await listSets();
  expect((await change('reports', 'rollback', {})).status).toBe(200);
  expect(await findDeployment('reports')).toMatchObject({ live: version });

  await makeLive('billing');
  for (const [number, live] of [
    [without.number, null],
    [withIt.number, version],
  ]) {
    expect((await api(`POST /api/deployments/sets/${number}/live`, { token: DEPLOY_TOKEN, body: {} })).status).toBe(200);
    expect(await findDeployment('reports')).toMatchObject({ live });
  }
});

test('a version’s details have the label, for a promotion', async () => {
  const { version } = await registered({ menu });
  const { body } = await api(`GET /api/deployments/reports/versions/${version}`, { token: DEPLOY_TOKEN });
  expect(body.menu).toEqual(menu);
});
