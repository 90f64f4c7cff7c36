import { schema } from '@portage/database';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api, type CallOptions, DEPLOY_TOKEN, database, signedInPerson } from '../../test/api.ts';
import { change, findDeployment, giveTurn, makeLive, makeVersion, takeTurn } from '../../test/areas.ts';

beforeAll(takeTurn);
afterEach(() => database().delete(schema.deploymentFreezes));
afterAll(giveTurn);

const token = DEPLOY_TOKEN;
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
const freeze = (body: object, options: CallOptions = {}) =>
  api('POST /api/deployments/freezes', {
    token,
    ...options,
    body: { name: 'workflows', endsAt: inFuture(HOUR_MS), reason: 'Sale', ...body },
  });
const endFreeze = (name: string, options: CallOptions = {}) => api(`DELETE /api/deployments/freezes/${name}`, { token, ...options });
const listFreezes = async () => (await api('GET /api/deployments', { token })).body.freezes;

async function lastAudit(action: string) {
  const { auditLog } = schema;
  const [entry] = await database().select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

test.each(['workflows', 'all'])(
  'while %s is frozen, deploys, canaries, rollbacks and returns are refused with the reason and the end',
  async (name) => {
    await makeLive('workflows');
    const live = await makeLive('workflows');
    const { sets } = (await api('GET /api/deployments/sets', { token })).body;
    const next = await makeVersion('workflows');
    const endsAt = inFuture(HOUR_MS);
    expect((await freeze({ name, endsAt })).body.freeze).toMatchObject({ name, endsAt, reason: 'Sale', by: 'tests' });
    expect(await listFreezes()).toMatchObject([{ name, reason: 'Sale' }]);

    const refusals = [
      await change('workflows', 'live', { version: next }),
      await change('workflows', 'canary', { version: next, percent: 10 }),
      await change('workflows', 'rollback', {}),
      await api('POST /api/deployments/live', { token, body: { versions: [{ name: 'workflows', version: next }] } }),
      await api(`POST /api/deployments/sets/${sets[1].number}/live`, { token, body: {} }),
    ];
    for (const { status, code, message } of refusals) {
      expect([status, code]).toEqual([409, 'frozen']);
      expect(message).toContain(`frozen until ${endsAt.slice(0, 16).replace('T', ' ')} UTC, by tests: Sale.`);
    }
    expect((await findDeployment('workflows')).live).toBe(live);
    expect((await change('workflows', 'hold', { isHeld: true })).status).toBe(200);

    expect((await endFreeze(name)).body).toEqual({ isEnded: true });
    expect((await endFreeze(name)).body).toEqual({ isEnded: false });
    expect((await change('workflows', 'live', { version: next })).status).toBe(200);
  },
);

test('a freeze of one area leaves the others alone, and is over at its end', async () => {
  await freeze({ name: 'admin' });
  await makeLive('workflows');
  await freeze({ name: 'workflows', endsAt: inFuture(300) });
  const version = await makeVersion('workflows');
  await expect.poll(async () => (await change('workflows', 'live', { version })).status).toBe(200);
  expect(await listFreezes()).toMatchObject([{ name: 'admin' }]);
});

test('an override is made, with its reason in the history and the audit log', async () => {
  await freeze({});
  const version = await makeVersion('workflows');
  const overrideFreeze = 'Prices are wrong';
  expect((await change('workflows', 'live', { version, overrideFreeze: ' ' })).status).toBe(400);
  expect((await change('workflows', 'live', { version, overrideFreeze, note: 'Hotfix' })).status).toBe(200);
  expect((await findDeployment('workflows')).history[0].note).toBe('Hotfix. Freeze overridden: Prices are wrong');
  expect((await lastAudit('deployment.deployed'))?.details).toMatchObject({ version, overrideFreeze, deployToken: 'tests' });
});

test('a canary that is marked as bad during a freeze ends if the freeze is overridden', async () => {
  await makeLive('workflows');
  const version = await makeVersion('workflows');
  await change('workflows', 'canary', { version, percent: 10 });
  await freeze({});
  expect((await change('workflows', 'bad', { version, isBad: true })).code).toBe('frozen');
  const overridden = { version, isBad: true, note: 'Blank page', overrideFreeze: 'People see nothing' };
  expect((await change('workflows', 'bad', overridden)).status).toBe(200);
  const { canary, bad, history } = await findDeployment('workflows');
  expect([canary, bad.includes(version)]).toEqual([null, true]);
  expect(history[0]).toMatchObject({ action: 'CanaryEnded', note: 'Blank page. Freeze overridden: People see nothing' });
});

test('a freeze has an end within 90 days and a reason, only deployers make and end one, and both are audited', async () => {
  for (const body of [
    { endsAt: inFuture(-1) },
    { endsAt: inFuture(91 * DAY_MS) },
    { endsAt: 'tomorrow' },
    { reason: ' ' },
    { from: inFuture(0) },
  ]) {
    expect((await freeze(body)).status).toBe(400);
  }
  expect((await freeze({ name: 'none' })).status).toBe(404);
  expect((await endFreeze('none')).status).toBe(404);
  const person = await signedInPerson();
  expect((await freeze({}, { token: person.token })).status).toBe(403);
  expect((await endFreeze('workflows', { token: person.token })).status).toBe(403);
  const limited = `pdt_${'f'.repeat(43)}`;
  const env = { DEPLOY_TOKENS: `billing-team:${limited}:billing` };
  for (const name of ['all', 'workflows']) expect((await freeze({ name }, { token: limited, env })).status).toBe(403);
  expect((await freeze({ name: 'billing' }, { token: limited, env })).status).toBe(200);
  expect(await listFreezes()).toHaveLength(1);

  const admin = await signedInPerson({ roles: ['ADMIN'] });
  await freeze({ reason: 'Black Friday' }, { token: admin.token });
  expect(await lastAudit('deployment.frozen')).toMatchObject({
    actorUserId: admin.row.id,
    details: { name: 'workflows', reason: 'Black Friday' },
  });
  await endFreeze('workflows', { token: admin.token });
  expect(await lastAudit('deployment.freeze-ended')).toMatchObject({ actorUserId: admin.row.id, details: { name: 'workflows' } });
});
