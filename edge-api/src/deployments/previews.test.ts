import { type DeployedSource, schema } from '@portage/database';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import type { PublishedRegistry } from '@portage/registry';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api, type CallOptions, DEPLOY_TOKEN, database, impersonate, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { change, findDeployment, giveTurn, makeLive, makeVersion, takeTurn } from '../../test/areas.ts';
import { clearOldVersions } from './clear-old-versions.ts';
import { signPreviewLink } from './preview-link.ts';

beforeAll(takeTurn);
afterEach(() => database().delete(schema.deploymentPreviews));
afterAll(giveTurn);

const token = DEPLOY_TOKEN;
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
const source: DeployedSource = { commit: 'a'.repeat(40), committedAt: inFuture(0), branch: 'copy', isDirty: false, pipeline: null };

/** Uploads a version as `deploy --preview` does, and makes the preview. */
async function makePreview(area: string, name: string, body: object = {}) {
  const version = await makeVersion(area, { body: { isPreview: true, source } });
  const { status, body: made, message } = await api(`POST /api/deployments/${area}/previews`, { token, body: { name, version, ...body } });
  expect(status, message).toBe(200);
  return made.preview as { id: string; area: string; name: string; version: string; link: string; endsAt: string };
}

const takeToken = (link: string) => link.split('#')[1] ?? '';
const open = (person: Pick<Person, 'token'>, link: string, options: CallOptions = {}) =>
  api('POST /api/deployments/previews/opened', { token: person.token, ...options, body: { link } });
const listOpened = async (person: Pick<Person, 'token'>, options: CallOptions = {}) =>
  (await api('GET /api/deployments/previews/opened', { token: person.token, ...options })).body.previews;
const listPreviews = async () => (await api('GET /api/deployments/previews', { token })).body.previews;
const readRegistry = () => testEnv.REGISTRY.get<PublishedRegistry>('registry', 'json');

async function lastAudit(action: string) {
  const { auditLog } = schema;
  const [entry] = await database().select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

test('a preview is a version that nobody gets: live, previous, canary, sets and the registry stay as they were', async () => {
  const [previous, live] = [await makeLive('billing'), await makeLive('billing')];
  const [before, sets] = [await readRegistry(), (await api('GET /api/deployments/sets', { token })).body.sets[0].number];
  const preview = await makePreview('billing', 'feature/checkout-copy');
  expect(await findDeployment('billing')).toMatchObject({ live, previous, canary: null });
  expect((await findDeployment('billing')).versions[0]).toMatchObject({ version: preview.version, isPreview: true });
  expect(await readRegistry()).toEqual(before);
  expect((await api('GET /api/deployments/sets', { token })).body.sets[0].number).toBe(sets);
  expect(await listPreviews()).toMatchObject([{ area: 'billing', name: 'feature/checkout-copy', by: 'tests', source }]);
  expect(await lastAudit('deployment.preview-deployed')).toMatchObject({
    details: { name: 'billing', preview: 'feature/checkout-copy', version: preview.version, deployToken: 'tests' },
  });
  expect((await change('billing', 'rollback', {})).body.deployment.live).toBe(previous);
  // Once people get it, it's a version as any other.
  await change('billing', 'canary', { version: preview.version, percent: 10 });
  expect((await findDeployment('billing')).versions[0]).not.toHaveProperty('isPreview');
});

test('who opens the link has the preview in that session, and no other session of anybody has', async () => {
  const [ada, ben] = [await signedInPerson(), await signedInPerson()];
  const preview = await makePreview('billing', 'copy');
  expect((await open(ada, takeToken(preview.link))).body.preview).toMatchObject({ area: 'billing', name: 'copy', by: 'tests' });
  const opened = await listOpened(ada);
  expect(opened).toMatchObject([
    { version: preview.version, endsAt: preview.endsAt, entry: `/mfe/billing/${preview.version}/mf-manifest.json` },
  ]);
  expect(opened[0].integrity.manifest).toMatch(/^sha256-/);
  // HOSTILE 49: nothing that a browser holds or asks for opens it, only the session that followed the link.
  expect(await listOpened(ben)).toEqual([]);
  expect(await listOpened(ben, { headers: { cookie: `portage_preview=${takeToken(preview.link)}; session=${ada.token}` } })).toEqual([]);
  expect((await api(`GET /api/deployments/previews/opened?preview=${preview.id}`, { token: ben.token })).status).toBe(400);
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  expect(await listOpened({ token: await impersonate(admin.row.id, ada.row.id) })).toEqual([]);
});

test('previews of two areas combine, a second one of the same area replaces the first, and each is closed by itself', async () => {
  const ada = await signedInPerson();
  const [billing, connectors, other] = [
    await makePreview('billing', 'one'),
    await makePreview('connectors', 'one'),
    await makePreview('billing', 'two'),
  ];
  for (const { link } of [billing, connectors, other]) expect((await open(ada, takeToken(link))).status).toBe(200);
  expect(await listOpened(ada)).toMatchObject([{ area: 'billing', name: 'two' }, { area: 'connectors' }]);
  expect((await api('DELETE /api/deployments/previews/opened/billing', { token: ada.token })).status).toBe(200);
  expect(await listOpened(ada)).toMatchObject([{ area: 'connectors' }]);
});

test('the same name deployed again keeps the link, which then shows the new version', async () => {
  const ada = await signedInPerson();
  const first = await makePreview('billing', 'copy', { endsAt: inFuture(HOUR_MS) });
  await open(ada, takeToken(first.link));
  const second = await makePreview('billing', 'copy');
  expect(second.link).toBe(first.link);
  expect(Date.parse(second.endsAt)).toBeGreaterThan(Date.parse(first.endsAt));
  expect(await listOpened(ada)).toMatchObject([{ version: second.version }]);
  expect(await listPreviews()).toHaveLength(1);
});

test('HOSTILE 49: a guessed, altered or cut link, one for another area and one signed with another secret are refused alike', async () => {
  const ada = await signedInPerson();
  const { link, id } = await makePreview('billing', 'copy');
  const [area, , seconds, signature] = takeToken(link).split('.') as [string, string, string, string];
  const expiresAt = new Date(Number(seconds) * 1_000);
  const bad = [
    `${area}.${crypto.randomUUID()}.${seconds}.${signature}`,
    `connectors.${id}.${seconds}.${signature}`,
    `${area}.${id}.${Number(seconds) + 1}.${signature}`,
    `${area}.${id}.${seconds}.${'A'.repeat(43)}`,
    `${area}.${id}.${seconds}.`,
    `${area}.${id}.${seconds}`,
    takeToken(link).slice(0, -1),
    `${takeToken(link)}=`,
    ` ${takeToken(link)}`,
    id,
    signPreviewLink({ TOKEN_SECRET: 'x'.repeat(32) }, { area, id, expiresAt }),
  ];
  for (const given of bad) {
    const { status, code, message } = await open(ada, given);
    expect([given, status, code]).toEqual([given, 404, 'preview-unknown']);
    expect(message).toBe('This link to a preview isn’t valid. Copy it again in full, or ask for a new one.');
  }
  // Signed by us, but for an area that the preview isn't of.
  const other = await open(ada, signPreviewLink(testEnv, { area: 'connectors', id, expiresAt }));
  expect([other.status, other.code]).toEqual([404, 'preview-ended']);
  expect((await api('POST /api/deployments/previews/opened', { body: { link: takeToken(link) } })).status).toBe(401);
  expect(await listOpened(ada)).toEqual([]);
});

test('HOSTILE 49: a link whose preview has expired, was deleted or lost its files is refused, and those who had it get the live version', async () => {
  const ada = await signedInPerson();
  const ended = async (link: string, options: CallOptions = {}) => {
    const { status, code, message } = await open(ada, link, options);
    expect([status, code, message]).toEqual([404, 'preview-ended', expect.stringContaining('This preview has ended.')]);
    expect(await listOpened(ada, options)).toEqual([]);
  };
  const expired = await makePreview('billing', 'expired');
  await open(ada, takeToken(expired.link));
  await database().update(schema.deploymentPreviews).set({ endsAt: new Date() }).where(eq(schema.deploymentPreviews.id, expired.id));
  await ended(takeToken(expired.link));
  // Deployed again it's another preview: the old link stays dead.
  const again = await makePreview('billing', 'expired');
  expect(again.link).not.toBe(expired.link);
  await ended(takeToken(expired.link));

  const deleted = await makePreview('billing', 'deleted');
  await open(ada, takeToken(deleted.link));
  expect((await api(`DELETE /api/deployments/previews/${deleted.id}`, { token })).body).toEqual({ isDeleted: true });
  expect((await api(`DELETE /api/deployments/previews/${deleted.id}`, { token })).body).toEqual({ isDeleted: false });
  expect(await lastAudit('deployment.preview-deleted')).toMatchObject({ details: { name: 'billing', preview: 'deleted' } });
  await ended(takeToken(deleted.link));

  const cleared = await makePreview('billing', 'cleared');
  await open(ada, takeToken(cleared.link));
  const { deploymentVersions } = schema;
  await database().update(deploymentVersions).set({ removedAt: new Date() }).where(eq(deploymentVersions.version, cleared.version));
  await ended(takeToken(cleared.link));
});

test('a preview of the admins’ area is for admins, and an admin who acts as a person opens none for them', async () => {
  const [admin, ada] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
  const { link } = await makePreview('admin', 'copy');
  const refused = await open(ada, takeToken(link));
  expect([refused.status, refused.message]).toEqual([403, 'Only admins can open this preview.']);
  expect((await open(admin, takeToken(link))).status).toBe(200);
  const acting = await open({ token: await impersonate(admin.row.id, ada.row.id) }, takeToken(link));
  expect([acting.status, acting.code]).toEqual([403, 'not-while-impersonating']);
});

test('who may not deploy an area may neither make nor end its previews, and a preview needs a version with files and an end within 90 days', async () => {
  const version = await makeVersion('billing');
  const make = (body: object, area = 'billing', options: CallOptions = {}) =>
    api(`POST /api/deployments/${area}/previews`, { token, ...options, body: { name: 'copy', version, ...body } });
  const onlyConnectors = `pdt_${'c'.repeat(40)}`;
  const env = { ...testEnv, DEPLOY_TOKENS: `team:${onlyConnectors}:connectors` };
  expect((await make({}, 'billing', { token: onlyConnectors, env })).status).toBe(403);
  const { id } = (await make({})).body.preview;
  expect((await api(`DELETE /api/deployments/previews/${id}`, { token: onlyConnectors, env })).status).toBe(403);
  expect((await make({ version: 'none' })).status).toBe(404);
  expect((await make({}, 'shell')).status).toBe(400);
  for (const body of [{ endsAt: inFuture(-1_000) }, { endsAt: inFuture(91 * DAY_MS) }, { name: 'a b' }, { name: '' }]) {
    expect((await make(body)).status).toBe(400);
  }
});

test('a freeze leaves previews alone', async () => {
  await api('POST /api/deployments/freezes', { token, body: { name: 'all', endsAt: inFuture(HOUR_MS), reason: 'Sale' } });
  try {
    const { id } = await makePreview('billing', 'copy');
    expect((await api(`DELETE /api/deployments/previews/${id}`, { token })).body).toEqual({ isDeleted: true });
  } finally {
    await api('DELETE /api/deployments/freezes/all', { token });
  }
});

test('failures of a preview count for nobody, even if its version is live or a canary', async () => {
  const live = await makeLive('playbooks');
  const ada = await signedInPerson({ emailConfirmed: true });
  const report = (outcome: string) =>
    api('POST /api/deployments/reports', { token: ada.token, body: { area: 'playbooks', version: live, outcome } });
  expect((await report('Loading')).body.isCounted).toBe(true);
  const { preview } = (await api('POST /api/deployments/playbooks/previews', { token, body: { name: 'copy', version: live } })).body;
  await open(ada, takeToken(preview.link));
  expect((await report('RenderFailed')).body.isCounted).toBe(false);
  expect((await findDeployment('playbooks')).reports[live]).toMatchObject({ failed: 0 });
  const other = await makePreview('playbooks', 'copy');
  const ofOther = { area: 'playbooks', version: other.version, outcome: 'Loading' };
  expect((await api('POST /api/deployments/reports', { token: ada.token, body: ofOther })).body.isCounted).toBe(false);
});

test('loads and failures in a preview are listed with it, and the live version’s figures stay as they were', async () => {
  const live = await makeLive('playbooks');
  const { version, link } = await makePreview('playbooks', 'seen');
  const ada = await signedInPerson();
  await open(ada, takeToken(link));
  expect((await listPreviews())[0]).not.toHaveProperty('observed');
  for (const outcome of ['Loading', 'Shown', 'RenderFailed'])
    await api('POST /api/deployments/reports', { token: ada.token, body: { area: 'playbooks', version, outcome } });
  expect(await listPreviews()).toMatchObject([{ name: 'seen', observed: { loads: 1, failures: 1 } }]);
  const { versions } = await findDeployment('playbooks');
  expect(versions.find((row: { version: string }) => row.version === live)).not.toHaveProperty('observed');
});

test('a preview keeps its files while it lives, and takes none of the room of the newest five versions', async () => {
  const countFiles = async (version: string) => (await testEnv.AREA_BUCKET.list({ prefix: `mfe/billing/${version}/` })).objects.length;
  const oldest = await makeVersion('billing');
  for (let index = 0; index < 4; index += 1) await makeVersion('billing');
  const [preview, lasting] = [
    await makePreview('billing', 'short'),
    await makePreview('billing', 'long', { endsAt: inFuture(20 * DAY_MS) }),
  ];
  await clearOldVersions(testEnv, new Date(Date.now() + 8 * DAY_MS));
  expect(await countFiles(preview.version)).toBe(0);
  for (const version of [oldest, lasting.version]) expect(await countFiles(version)).toBeGreaterThan(0);
  expect(await listPreviews()).toMatchObject([{ name: 'long' }]);
});
