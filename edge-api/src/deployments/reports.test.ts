import { type NewUserRow, schema } from '@portage/database';
import type { PublishedRegistry } from '@portage/registry';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, type CallOptions, database, impersonate, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { change, findDeployment, giveTurn, makeLive, makeVersion, newVersion, register, takeTurn } from '../../test/areas.ts';
import type { RequestContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';

const AREA = 'playbooks';
beforeAll(takeTurn);
afterAll(giveTurn);
// People who had the area in one test must not count in the next.
beforeEach(() => database().delete(schema.deploymentReports).where(eq(schema.deploymentReports.name, AREA)));

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** People who count: older than the deployment, with a confirmed address and a run of their own. */
const people = (count: number) => Promise.all(Array.from({ length: count }, () => settledPerson()));

async function settledPerson(fields: Partial<NewUserRow> = {}): Promise<Person> {
  const person = await signedInPerson({ createdAt: LONG_AGO, emailConfirmed: true, ...fields });
  await addRun(person);
  return person;
}

async function addRun({ row }: Person, createdAt = LONG_AGO): Promise<void> {
  await database().insert(schema.workflowInstances).values({
    id: crypto.randomUUID(),
    ownerUserId: row.id,
    workflowId: crypto.randomUUID(),
    workflowVersionId: crypto.randomUUID(),
    name: 'Orders',
    status: 'Succeeded',
    createdAt,
    lastUpdatedAt: createdAt,
  });
}

/** A browser's reports about a version: that it loads it, then how it fared. */
async function report(person: Pick<Person, 'token'>, version: string, outcome: string, options: CallOptions & { message?: string } = {}) {
  await tell(person, version, 'Loading', options);
  return tell(person, version, outcome, options);
}

function tell(person: Pick<Person, 'token'>, version: string, outcome: string, options: CallOptions & { message?: string } = {}) {
  const { message, ...rest } = options;
  return api('POST /api/deployments/reports', {
    ...rest,
    token: person.token,
    body: { area: AREA, version, outcome, ...(message ? { message } : {}) },
  });
}

const failAll = async (persons: readonly Person[], version: string, options: CallOptions = {}) => {
  for (const person of persons) await report(person, version, 'LoadFailed', options);
};

test('a version that fails isn’t rolled back to one that doesn’t fit the live shell: the alarm is raised', async () => {
  await makeLive(AREA);
  const bad = await makeVersion(AREA, {}, newVersion(), {});
  await change(AREA, 'live', { version: bad });
  const shell = newVersion();
  await register('shell', shell, {}, { body: { shared: { react: '20.0.0' } } });
  await change('shell', 'live', { version: shell });
  await failAll(await people(3), bad);
  // The other tests' areas fit any shell.
  await database().delete(schema.deployments).where(eq(schema.deployments.name, 'shell'));
  const { live, history } = await findDeployment(AREA);
  expect([live, history[0].action]).toEqual([bad, 'Failing']);
});

test('a version that fails for three people is rolled back, and everybody is notified', async () => {
  const [ada, ben, cleo, dan] = (await people(4)) as [Person, Person, Person, Person];
  const good = await makeLive(AREA);
  const bad = await makeLive(AREA);
  await report(dan, bad, 'Shown');
  await report(ada, bad, 'LoadFailed');
  await report(ben, bad, 'RenderFailed');
  expect(await findDeployment(AREA)).toMatchObject({ live: bad, reports: { [bad]: { shown: 1, failed: 2 } } });
  await report(cleo, bad, 'RenderFailed', { message: 'x is not a function' });

  const after = await findDeployment(AREA);
  expect(after).toMatchObject({ live: good, previous: null, bad: expect.arrayContaining([bad]) });
  expect(after.history[0]).toMatchObject({
    action: 'FellBack',
    version: good,
    fromVersion: bad,
    by: null,
    note: 'It failed for 3 of the 4 people who had it. The last one saw: “x is not a function”',
  });
  expect((await testEnv.REGISTRY.get<PublishedRegistry>('registry', 'json'))?.areas[AREA]?.version).toBe(good);
  const [line] = await database().select().from(schema.auditLog).where(eq(schema.auditLog.action, 'deployment.fell-back'));
  expect(line).toMatchObject({ actorUserId: null, details: { name: AREA, version: good, fromVersion: bad } });

  // The restored version stays, whatever is reported about it.
  await failAll(await people(5), good);
  const { live, history } = await findDeployment(AREA);
  expect(live).toBe(good);
  expect(
    history.filter(({ action, version }: { action: string; version: string }) => action === 'Failing' && version === good),
  ).toHaveLength(1);
});

test('HOSTILE 35: one person rolls nothing back, however many browsers and reports they use', async () => {
  const [hostile] = (await people(1)) as [Person];
  await makeLive(AREA);
  const version = await makeLive(AREA);
  for (let turn = 0; turn < 20; turn += 1) await report(hostile, version, turn % 2 === 0 ? 'LoadFailed' : 'RenderFailed');
  expect(await findDeployment(AREA)).toMatchObject({ live: version, reports: { [version]: { shown: 0, failed: 1 } } });
  const rows = await database()
    .select()
    .from(schema.deploymentReports)
    .where(and(eq(schema.deploymentReports.name, AREA), eq(schema.deploymentReports.version, version)));
  expect(rows).toHaveLength(1);
});

test.each([
  ['made after the deployment', async () => settledPerson({ createdAt: new Date(Date.now() + 1_000) })],
  ['without a confirmed address', async () => settledPerson({ emailConfirmed: false })],
  ['that never ran anything', async () => signedInPerson({ createdAt: LONG_AGO, emailConfirmed: true })],
  ['deleted since', async () => settledPerson({ isDeleted: true })],
])('HOSTILE 39: accounts %s roll nothing back, and raise no alarm', async (_, make) => {
  await makeLive(AREA);
  const version = await makeLive(AREA);
  await failAll(await Promise.all(Array.from({ length: 6 }, make)), version);
  const { live, history } = await findDeployment(AREA);
  expect([live, history[0]?.action]).toEqual([version, 'Deployed']);
});

test('HOSTILE 39: reports about a version that the person never began to load don’t count', async () => {
  await makeLive(AREA);
  const version = await makeLive(AREA);
  for (const person of await people(5)) expect((await tell(person, version, 'LoadFailed')).body).toEqual({ isCounted: false });
  expect(await findDeployment(AREA)).toMatchObject({ live: version, reports: {} });
});

test('HOSTILE 39: the first few failures among many people roll nothing back and raise one alarm', async () => {
  await makeLive(AREA);
  const everybody = await people(40);
  const before = await makeLive(AREA);
  for (const person of everybody) await tell(person, before, 'Loading');
  const version = await makeLive(AREA);
  await failAll(everybody.slice(0, 3), version);
  const after = await findDeployment(AREA);
  expect(after).toMatchObject({ live: version, changed: { by: expect.anything() } });
  expect(after.history[0]).toMatchObject({ action: 'Failing', version, note: 'It failed for 3 of the 3 people who had it.' });
  const failing = () => database().select().from(schema.auditLog).where(eq(schema.auditLog.action, 'deployment.failing'));
  const mine = async () => (await failing()).filter(({ details }) => (details as { version?: string }).version === version);
  expect(await mine()).toHaveLength(1);
  for (const person of everybody.slice(10, 14)) await tell(person, version, 'Loading');
  await failAll(everybody.slice(3, 4), version);
  expect((await findDeployment(AREA)).live).toBe(before);
  expect(await mine()).toHaveLength(1);
});

test('HOSTILE 35: an admin who acts as others counts once, as themselves', async () => {
  const [admin] = await Promise.all([signedInPerson({ roles: ['ADMIN'], createdAt: LONG_AGO })]);
  await makeLive(AREA);
  const version = await makeLive(AREA);
  for (const person of await people(4)) await report({ token: await impersonate(admin.row.id, person.row.id) }, version, 'LoadFailed');
  await report(admin, version, 'LoadFailed');
  expect(await findDeployment(AREA)).toMatchObject({ live: version, reports: { [version]: { failed: 1 } } });
  const lines = await database()
    .select()
    .from(schema.auditLog)
    .where(and(eq(schema.auditLog.action, 'impersonation.call'), eq(schema.auditLog.impersonatorUserId, admin.row.id)));
  expect(lines).toEqual([]);
});

test('an anonymous caller can’t report', async () => {
  const body = { area: AREA, version: 'v1', outcome: 'LoadFailed' };
  expect((await api('POST /api/deployments/reports', { body })).status).toBe(401);
});

test('three of many who loaded it don’t cause a rollback', async () => {
  await makeLive(AREA);
  const everybody = await people(8);
  const version = await makeLive(AREA);
  for (const person of everybody.slice(0, 5)) await report(person, version, 'Shown');
  await failAll(everybody.slice(5), version);
  expect((await findDeployment(AREA)).live).toBe(version);
  // Half of them now.
  await failAll(everybody.slice(3, 5), version);
  expect((await findDeployment(AREA)).live).not.toBe(version);
});

test('a reported failure counts, whatever the person reports later', async () => {
  const [ada] = (await people(1)) as [Person];
  await makeLive(AREA);
  const version = await makeLive(AREA);
  for (const outcome of ['Shown', 'LoadFailed', 'Shown']) await report(ada, version, outcome);
  expect((await findDeployment(AREA)).reports).toEqual({ [version]: { shown: 0, failed: 1 } });
});

test('a held version or a day-old one stays; the number of failures needed is a setting', async () => {
  await makeLive(AREA);
  const held = await makeLive(AREA);
  await change(AREA, 'hold', { isHeld: true });
  await failAll(await people(4), held);
  expect((await findDeployment(AREA)).live).toBe(held);

  const old = await makeLive(AREA);
  const [ada, ben, cleo] = (await people(3)) as [Person, Person, Person];
  await database()
    .update(schema.deployments)
    .set({ onTrialSince: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(schema.deployments.name, AREA));
  await failAll([ada, ben, cleo], old);
  expect((await findDeployment(AREA)).live).toBe(old);

  const two = await makeLive(AREA);
  const [dan, eve] = (await people(2)) as [Person, Person];
  await failAll([dan, eve], two, { env: { FALLBACK_MIN_USERS: '2' } });
  expect((await findDeployment(AREA)).live).toBe(old);
});

test('a canary that fails ends, and the live version stays', async () => {
  const live = await makeLive(AREA);
  const canary = await makeVersion(AREA);
  await change(AREA, 'canary', { version: canary, percent: 50 });
  await failAll(await people(3), canary);
  const after = await findDeployment(AREA);
  expect([after.live, after.canary]).toEqual([live, null]);
  expect(after.history[0]).toMatchObject({ action: 'FellBack', version: live, fromVersion: canary });
});

test('a redeployed version is judged anew', async () => {
  const good = await makeLive(AREA);
  const bad = await makeLive(AREA);
  await failAll(await people(3), bad);
  expect((await findDeployment(AREA)).live).toBe(good);
  await change(AREA, 'live', { version: bad });
  expect(await findDeployment(AREA)).toMatchObject({ live: bad, reports: {} });
  await failAll(await people(1), bad);
  expect((await findDeployment(AREA)).live).toBe(bad);
});

test('many concurrent failures are one fallback', async () => {
  const good = await makeLive(AREA);
  const bad = await makeLive(AREA);
  const { revision } = await findDeployment(AREA);
  await Promise.all((await people(10)).map((person) => report(person, bad, 'LoadFailed')));
  const after = await findDeployment(AREA);
  expect([after.live, after.revision]).toEqual([good, revision + 1]);
});

test('a version nobody should have doesn’t count, and reports are limited', async () => {
  const [ada] = (await people(1)) as [Person];
  const live = await makeLive(AREA);
  expect((await report(ada, newVersion(), 'LoadFailed')).body).toEqual({ isCounted: false });
  expect((await report(ada, live, 'Shown')).body).toEqual({ isCounted: true });
  expect((await report(ada, live, 'Shown')).body).toEqual({ isCounted: true });
  for (const body of [
    { area: 'shell', version: live, outcome: 'Shown' },
    { area: 'constructor', version: live, outcome: 'Shown' },
    { area: AREA, version: live, outcome: 'Deployed' },
    { area: AREA, version: live, outcome: 'Shown', message: 'x'.repeat(501) },
    { area: AREA, version: live, outcome: 'Shown', message: 'a\u0000b' },
    { area: AREA, version: 'a\u0000b', outcome: 'Shown' },
    { area: AREA, version: live, outcome: 'Shown', userId: crypto.randomUUID() },
  ]) {
    expect((await api('POST /api/deployments/reports', { token: ada.token, body })).status).toBe(400);
  }
  const now = new Date(Date.now() + 60_000);
  const subject = { rule: rateLimitRules.deploymentReportsByUser, parts: [ada.row.id] };
  // Simulates this many reports.
  const context = { db: database(), now: () => now } as unknown as RequestContext;
  for (let count = 2; count < rateLimitRules.deploymentReportsByUser.limit; count += 1) await limitAttempts(context, [subject]);
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await tell(ada, live, 'Shown', { now })).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});
